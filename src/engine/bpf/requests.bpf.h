/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Requests of io_uring: reported when the kernel has taken them from their ring, with what their plan captures, and when they have a
 * result. Part of program.bpf.c. The engine attaches these programs only if requests are wanted, and they run only if a process uses a
 * ring.
 */

#define IORING_SETUP_SQPOLL (1u << 1)
#define IORING_SETUP_SQE128 (1u << 10)
#define IORING_SETUP_NO_SQARRAY (1u << 16)
#define IORING_CQE_F_MORE (1u << 1)
#define IORING_CQE_F_NOTIF (1u << 3)

/* A request in flight. The key is the address of its struct io_kiocb, which the kernel uses again after its last result. */
struct kept_request {
	__u32 tid, tgid; /* of the task that has submitted it */
	__u32 exit; /* the plan of its result */
	__u32 opcode;
	__u32 traits; /* RESULT_* */
	__u32 abi;
	__u64 args[PLAN_ARGUMENTS];
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, REQUESTS_KEPT);
	__type(key, __u64);
	__type(value, struct kept_request);
} requests SEC(".maps") = {};

/* The ring of a request. A result without a request, such as the second one of an accept, leads to the task by its ring. */
struct kept_ring {
	__u32 tid, tgid;
	__s32 fd; /* -1: not known */
	__u32 unused;
};

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, RINGS_KEPT);
	__type(key, __u64);
	__type(value, struct kept_ring);
} rings SEC(".maps") = {};

/* The number of the task that has made a request, and of its process, in the PID namespace of scry. */
static __always_inline void find_issuer(struct io_kiocb *request, __u32 *tid, __u32 *tgid)
{
	struct task_struct *task = BPF_CORE_READ(request, tctx, task);

	if (shared.level) {
		*tid = number_at_level(task);
		*tgid = number_at_level(BPF_CORE_READ(task, group_leader));
	} else {
		*tid = BPF_CORE_READ(task, pid);
		*tgid = BPF_CORE_READ(task, tgid);
	}
}

/*
 * Sends a record, whose machine has its header, with what a plan captures. The program ends here if there is one: capture() continues.
 */
static __always_inline void send_request(void *ctx, struct task_state *state,
					 struct machine_slot *slot, struct plan plan)
{
	state->plan = plan;
	state->descriptors = 0;
	if (plan.entry || plan.exit)
		bpf_tail_call(ctx, &continuations, 0);
	send_machine(&slot->machine, state);
	slot_release(slot);
}

/*
 * The state of the current task if its requests are reported; NULL: they are not. Requests of a polled ring are submitted by a thread of
 * the kernel, which is not traced itself: what counts is whether the task was traced that has made the ring.
 */
static __always_inline struct task_state *submitter(struct task_struct *task, __u64 owner,
						    bool polled)
{
	struct kept_ring *known = polled ? bpf_map_lookup_elem(&rings, &owner) : NULL;
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);

	if (polled)
		return !known ? NULL : state ? state : state_make(task, TASK_EXCLUDED);
	if (!state && selects)
		state = select_current(task);
	if (!state || state->flags & (TASK_EXCLUDED | TASK_LAUNCHING) || !guard_shows(task, state))
		return NULL;
	return state;
}

static __always_inline int note_ring(int fd, __u64 owner)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct kept_ring made = { .fd = fd };

	if (!submitter(task, owner, false))
		return 0;
	made.tid = number_of(task);
	made.tgid = group_of(task);
	bpf_map_update_elem(&rings, &owner, &made, BPF_ANY);
	return 0;
}

/* The descriptor of a ring. Without the call that has made it, that of the io_uring_enter(2) that goes on. */
static __always_inline long ring_descriptor(__u64 owner, __u32 tid, __u32 tgid, bool polled)
{
	struct kept_ring *known = bpf_map_lookup_elem(&rings, &owner);
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct kept_ring found = { .tid = tid, .tgid = tgid, .fd = -1 };

	if (known) {
		known->tid = tid;
		known->tgid = tgid;
		return known->fd;
	}
	/* IORING_ENTER_REGISTERED_RING: the argument is an index. */
	if (!polled && regs->orig_ax == 426 && !(regs->r10 & 16))
		found.fd = regs->di;
	bpf_map_update_elem(&rings, &owner, &found, BPF_ANY);
	return found.fd;
}

static __always_inline int report_request(void *ctx, struct io_kiocb *request, const void *sqe)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct io_ring_ctx *owner = BPF_CORE_READ(request, ctx);
	struct kept_request kept = { 0 };
	bool polled = BPF_CORE_READ(owner, flags) & IORING_SETUP_SQPOLL;
	struct task_state *state = submitter(task, (__u64)owner, polled);
	__u64 words[8] = { 0 }, key = (__u64)request;
	struct plan_record *record;
	struct machine_slot *slot;
	struct call_entry *entry;
	struct plan plan = { 0 };
	__u32 index;

	if (!state || bpf_probe_read_kernel(words, sizeof(words), sqe))
		return 0;
	index = REQUEST_CALLS + (words[0] & 0xff);
	entry = bpf_map_lookup_elem(&calls, &index);
	if (!entry || !entry->wanted)
		return 0;
	slot = slot_take(state);
	if (!slot)
		return 0;
	record = &slot->machine.record;
	find_issuer(request, &record->tid, &record->tgid);
	record->len = sizeof(*record);
	record->kind = RECORD_REQUEST;
	record->abi = polled || !(task->thread_info.status & TS_COMPAT) ? 0 : abi_i386;
	record->flags = 0;
	record->entered = times ? bpf_ktime_get_ns() : 0;
	record->nr = words[0] & 0xffffffff;
	record->returned = words[4];
	record->args[REQUEST_FD] = (__s64)(__s32)(words[0] >> 32);
	record->args[REQUEST_ADDR] = words[2];
	record->args[REQUEST_LEN] = words[3] & 0xffffffff;
	record->args[REQUEST_OFF] = words[1];
	record->args[REQUEST_OP_FLAGS] = words[3] >> 32;
	record->args[REQUEST_ADDR3] = words[6];
	record->sp = words[5];
	record->ip = (__u64)owner;
	record->result = ring_descriptor((__u64)owner, record->tid, record->tgid, polled);
	record->lost = state->lost;
	record->more = polled ? RESULT_SQPOLL : 0;
	clear_absent(&slot->machine);
	kept.tid = record->tid;
	kept.tgid = record->tgid;
	kept.exit = entry->plan.exit;
	kept.opcode = words[0] & 0xff;
	kept.abi = record->abi;
	__builtin_memcpy(kept.args, record->args, sizeof(kept.args));
	bpf_map_update_elem(&requests, &key, &kept, BPF_ANY);
	plan.entry = entry->plan.entry;
	send_request(ctx, state, slot, plan);
	return 0;
}

/* The entry of the queue from which the kernel has made a request. */
static __always_inline const void *entry_of_queue(struct io_kiocb *request)
{
	struct io_ring_ctx *owner = BPF_CORE_READ(request, ctx);
	__u32 flags = BPF_CORE_READ(owner, flags);
	__u32 index =
		(BPF_CORE_READ(owner, cached_sq_head) - 1) & (BPF_CORE_READ(owner, sq_entries) - 1);
	__u32 *array = BPF_CORE_READ(owner, sq_array);

	if (!(flags & IORING_SETUP_NO_SQARRAY))
		bpf_probe_read_kernel(&index, sizeof(index), &array[index]);
	if (flags & IORING_SETUP_SQE128)
		index <<= 1;
	return (const char *)BPF_CORE_READ(owner, sq_sqes) + 64ul * index;
}

SEC("raw_tp/io_uring_submit_req") int BPF_PROG(submitted, struct io_kiocb *request)
{
	if (!requests_wanted || counts_only)
		return 0;
	return report_request(ctx, request, entry_of_queue(request));
}

static __always_inline void fill_result(struct plan_record *record, const struct kept_request *kept,
					__u64 owner, const struct io_uring_cqe *cqe)
{
	record->len = sizeof(*record);
	record->kind = RECORD_RESULT;
	record->abi = kept->abi;
	record->flags = 0;
	record->tid = kept->tid;
	record->tgid = kept->tgid;
	record->entered = times ? bpf_ktime_get_ns() : 0;
	record->returned = cqe->user_data;
	record->nr = kept->opcode;
	record->result = cqe->res;
	__builtin_memcpy(record->args, kept->args, sizeof(record->args));
	record->ip = owner;
	record->sp = cqe->flags;
	record->lost = 0;
	record->more = kept->traits;
	record->names = 0;
}

/*
 * The program of three tracepoints, because a light skeleton has room for few functions. The arguments tell them apart: io_uring_complete
 * has the ring, the request and the result, io_uring_create a descriptor and the ring, io_uring_req_failed an entry of the queue, the
 * request that the kernel refuses to submit, and the error; its result follows. A result can come in any task. Only in the process of the request is there the memory that the kernel has filled. */
SEC("raw_tp/io_uring_complete") int completed(struct bpf_raw_tracepoint_args *ctx)
{
	void *owner = (void *)ctx->args[0], *request = (void *)ctx->args[1];
	const void *from = (void *)ctx->args[2];
	struct task_struct *task = bpf_get_current_task_btf();
	__u64 key = (__u64)request, ring_key = (__u64)owner, wake = 0;
	struct kept_request *known, kept = { 0 };
	struct io_uring_cqe cqe = { 0 };
	struct plan plan = { 0 };
	struct plan_record *record = NULL;
	struct machine_slot *slot;
	struct task_state *state;
	struct kept_ring *place;

	if (!requests_wanted || counts_only)
		return 0;
	/* No address of the kernel is as small. */
	if (ctx->args[0] <= 0xffffffff)
		return note_ring(ctx->args[0], ctx->args[1]);
	/* Neither are the last ones. */
	if ((__u32)ctx->args[2] >= (__u32)-MAX_ERRNO &&
	    (ctx->args[2] >> 32 == 0 || ctx->args[2] >> 32 == 0xffffffff))
		return bpf_map_lookup_elem(&requests, &key) ? 0
							    : report_request(ctx, request, owner);
	if (bpf_probe_read_kernel(&cqe, sizeof(cqe), from))
		return 0;
	known = key ? bpf_map_lookup_elem(&requests, &key) : NULL;
	if (known) {
		kept = *known;
	} else {
		/* One of several results, or that a zero-copy send has released its buffer. */
		place = key && !(cqe.flags & (IORING_CQE_F_MORE | IORING_CQE_F_NOTIF))
				? NULL
				: bpf_map_lookup_elem(&rings, &ring_key);
		if (!place)
			return 0;
		kept.tid = place->tid;
		kept.tgid = place->tgid;
	}
	if (known && !(cqe.flags & IORING_CQE_F_MORE))
		bpf_map_delete_elem(&requests, &key);
	state = bpf_task_storage_get(&tasks, task, 0, 0);
	/* A worker of the kernel has the memory of the process, and is not traced itself. */
	if (!state && kept.exit && group_of(task) == kept.tgid)
		state = state_make(task, TASK_EXCLUDED);
	slot = kept.exit && state && group_of(task) == kept.tgid ? slot_find(state) : NULL;
	if (slot) {
		fill_result(&slot->machine.record, &kept, ring_key, &cqe);
		slot->machine.record.lost = state->lost;
		clear_absent(&slot->machine);
		plan.exit = kept.exit;
		send_request(ctx, state, slot, plan);
		return 0;
	}
	if (ring_has_room(sizeof(*record), &wake))
		record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (!record) {
		lose(state);
		return 0;
	}
	fill_result(record, &kept, ring_key, &cqe);
	bpf_ringbuf_submit(record, wake);
	return 0;
}
