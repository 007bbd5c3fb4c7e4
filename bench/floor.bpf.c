/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The floor of the bpf engine: pairs of programs at the entry and at the exit of calls, of which
 * each does a little more than the pair before. bench/bpf-floor.c attaches one of the pairs.
 */
#include <linux/bpf.h>

#include <bpf/bpf_helpers.h>

#define BYTES 8 /* bytes of the tracee's memory in a record */

char LICENSE[] SEC("license") = "Dual MIT/GPL";

/* The registers of a task in the kernel, as struct pt_regs of x86-64 has them. */
struct registers {
	__u64 r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax;
};

/*
 * As long as a record of a call without memory and its chunk: scry writes such a record at each
 * side.
 */
struct record {
	__u64 entered, returned, nr, result, args[6], more[4];
	__u64 address, len;
	__u8 bytes[BYTES];
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, __u64);
} tasks SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 16 << 20);
} ring SEC(".maps");

__u64 last, total, lost;

/* The time of the entry of the current call, if the task is traced. */
static __always_inline __u64 *entered_of_task(void)
{
	return bpf_task_storage_get(&tasks, (void *)bpf_get_current_task_btf(), NULL, 0);
}

/* --- nothing: what the kernel does before and after a program ------------------------------ */

SEC("raw_tp/sys_enter") int enter_empty(void *ctx)
{
	return 0;
}

SEC("raw_tp/sys_exit") int leave_empty(void *ctx)
{
	return 0;
}

/* --- two looks at the clock --------------------------------------------------------------- */

SEC("raw_tp/sys_enter") int enter_clock(void *ctx)
{
	last = bpf_ktime_get_ns();
	return 0;
}

SEC("raw_tp/sys_exit") int leave_clock(void *ctx)
{
	total += bpf_ktime_get_ns() - last;
	return 0;
}

/* --- the same, of marked tasks alone --------------------------------------------------------- */

SEC("raw_tp/sys_enter") int enter_task(void *ctx)
{
	__u64 *entered = entered_of_task();

	if (entered)
		*entered = bpf_ktime_get_ns();
	return 0;
}

SEC("raw_tp/sys_exit") int leave_task(void *ctx)
{
	__u64 *entered = entered_of_task();

	if (entered)
		total += bpf_ktime_get_ns() - *entered;
	return 0;
}

/* --- records: the arguments, and memory at the second one ------------------------------------ */

static __always_inline void send(struct bpf_raw_tracepoint_args *ctx, __u64 entered, __u64 returned)
{
	struct record *record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	struct registers registers;

	if (!record) {
		__sync_fetch_and_add(&lost, 1);
		return;
	}
	bpf_probe_read_kernel(&registers, sizeof(registers), (void *)ctx->args[0]);
	record->entered = entered;
	record->returned = returned;
	record->nr = registers.orig_ax;
	record->result = ctx->args[1];
	record->args[0] = registers.di;
	record->args[1] = record->address = registers.si;
	record->args[2] = record->len = registers.dx;
	record->args[3] = registers.r10;
	record->args[4] = registers.r8;
	record->args[5] = registers.r9;
	bpf_probe_read_user(record->bytes, 1, (void *)registers.si);
	bpf_ringbuf_submit(record, BPF_RB_NO_WAKEUP);
}

SEC("raw_tp/sys_enter") int enter_record(struct bpf_raw_tracepoint_args *ctx)
{
	__u64 *entered = entered_of_task();

	if (!entered)
		return 0;
	*entered = bpf_ktime_get_ns();
	send(ctx, *entered, 0);
	return 0;
}

SEC("raw_tp/sys_exit") int leave_record(struct bpf_raw_tracepoint_args *ctx)
{
	__u64 *entered = entered_of_task();

	if (entered)
		send(ctx, *entered, bpf_ktime_get_ns());
	return 0;
}
