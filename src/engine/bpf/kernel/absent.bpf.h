/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A part of the kernel program: memory that is still not resident at the exit of a call, because
 * the kernel has not read it. A program of a tracepoint cannot sleep, and so cannot make it
 * resident. Since Linux 6.18 it can schedule a callback that runs in the task before the task
 * returns to user space, and that can.
 */
#ifndef ENGINE_BPF_KERNEL_ABSENT_H
#define ENGINE_BPF_KERNEL_ABSENT_H

/* Each round finds what the pointers of the last one point to. */
#define ABSENT_ROUNDS 8
/* ERESTARTSYS to ERESTART_RESTARTBLOCK: include/linux/errno.h of the kernel. */
#define RESTARTS_FIRST 512
#define RESTARTS_LAST 516

struct bpf_map;
typedef int deferred_callback(struct bpf_map *map, void *key, void *value);
/*
 * The work of shown.bpf.h ends a call that waits, and this kind of work is as good here: the kernel
 * searches its types for each function.
 */
extern int bpf_task_work_schedule_signal_impl(struct task_struct *task, struct bpf_task_work *work,
					      void *map, deferred_callback *callback,
					      void *aux) __ksym __weak;

#ifdef GUARDED
/*
 * Absent memory stays absent for an ordinary user. The callback may wait for it as long as the user
 * likes (FUSE), and meanwhile the kernel frees no program that may sleep, on the whole machine.
 */
static __always_inline bool lacks_memory(struct plan_machine *machine, struct task_state *state)
{
	return false;
}

static __always_inline bool defer(struct plan_machine *machine, struct task_struct *task,
				  struct task_state *state)
{
	return false;
}
#else
/*
 * Whether absent memory may be read after all. A call that fails with EFAULT has met memory that
 * cannot be read, which may be one of several pieces. Work of the kind below makes the kernel look
 * at the result as after a signal: a call with one of the results that ask for a restart, which a
 * seccomp filter can make up, would begin again and again.
 */
static __always_inline bool lacks_memory(struct plan_machine *machine, struct task_state *state)
{
	__u32 flags = machine->record.flags;
	long result = machine->record.call.result;

	if (result <= -RESTARTS_FIRST && result >= -RESTARTS_LAST)
		return false;
	return state->plan.entry && flags & RECORD_FAULT;
}

/*
 * Makes the memory resident that a machine could not read. Addresses of 0 are none. It has no
 * branches, so that each turn adds one path for the verifier.
 */
static __always_inline void touch_absent(struct deferred_record *deferred)
{
	char byte;

	for (__u32 i = 0; i < PLAN_ABSENT; i++)
		bpf_copy_from_user(&byte, 1, (void *)deferred->absent[i]);
}

static __always_inline void copy_absent(struct deferred_record *deferred,
					const struct plan_machine *machine)
{
	__builtin_memcpy(deferred->absent, machine->absent, sizeof(deferred->absent));
}

/*
 * Takes a machine for a deferred record. Returns its number; -1: none. The verifier looks at this
 * function and the next one once.
 */
__attribute__((noinline)) int begin_deferred(struct deferred_record *deferred)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct machine_slot *slot = state ? slot_take(state) : NULL;

	if (!deferred || !slot)
		return -1;
	slot->machine.record = deferred->header;
	slot->machine.record.lost = state->lost;
	clear_absent(&slot->machine);
	machine_begin(&slot->machine, deferred->plan, RUN_LATE);
	return (int)state->slot;
}

/*
 * Sends the record if there is no more memory to be had, or if last is not 0, and releases the
 * machine. Returns 1 if the record was sent.
 */
__attribute__((noinline)) int end_deferred(struct deferred_record *deferred, __u32 number,
					   __u32 last)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);
	struct machine_slot *slot = bpf_map_lookup_elem(&machines, &number);

	if (!deferred || !slot || !state)
		return 1;
	last |= !slot->machine.n_absent || slot->machine.absent[0] == deferred->absent[0];
	if (last)
		send_machine(&slot->machine, state);
	else
		copy_absent(deferred, &slot->machine);
	slot_release(slot);
	return last != 0;
}

static __always_inline void read_absent(struct deferred_record *deferred)
{
	for (__u32 i = 1; i <= ABSENT_ROUNDS; i++) {
		struct machine_slot *slot;
		__u32 number;

		touch_absent(deferred);
		number = begin_deferred(deferred);
		slot = bpf_map_lookup_elem(&machines, &number);
		if (!slot)
			break;
		machine_execute(&slot->machine);
		if (end_deferred(deferred, number, i == ABSENT_ROUNDS))
			break;
	}
}

/* Runs in the task, before it returns to user space. */
static int do_deferred(struct bpf_map *map, void *key, void *value)
{
	struct deferred_record *deferred = &((struct deferred *)value)->record;

	read_absent(deferred);
	*(volatile __u32 *)&deferred->busy = 0;
	return 0;
}

/*
 * Lets a task read absent memory, and send the record, before it returns to user space. Returns
 * false if it cannot.
 */
static __always_inline bool defer(struct plan_machine *machine, struct task_struct *task,
				  struct task_state *state)
{
	__u32 number = (__u32)task->pid & (DEFERRED - 1);
	struct deferred *place = bpf_map_lookup_elem(&deferrals, &number);
	struct deferred_record *deferred;

	if (!place)
		return false;
	deferred = &place->record;
	/* Another task with such a number has the place. */
	if (__sync_val_compare_and_swap(&deferred->busy, 0, 1))
		return false;
	deferred->plan = state->plan.entry;
	deferred->header = machine->record;
	deferred->header.len = sizeof(deferred->header);
	deferred->header.flags &= ~RECORD_FAULT;
	deferred->header.flags |= RECORD_TOUCHED;
	copy_absent(deferred, machine);
	if (bpf_task_work_schedule_signal_impl(task, &place->work, &deferrals, do_deferred, NULL)) {
		*(volatile __u32 *)&deferred->busy = 0;
		return false;
	}
	/* The callback reads only what is missing, and sends the rest of the record. */
	machine_flush(machine);
	state->lost = machine->record.lost;
	return true;
}

#endif
#endif
