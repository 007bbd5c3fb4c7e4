/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Requests of io_uring: reported when the kernel has taken them from their ring, with what their
 * plan captures, and when they have a result. Part of program.bpf.c. The engine attaches these
 * programs only if requests are wanted, and they run only if a process uses a ring. The arguments
 * of the tracepoints are those since Linux 6.0.
 */

#define IORING_SETUP_SQPOLL (1u << 1)
#define IORING_SETUP_SQE128 (1u << 10)
#define IORING_SETUP_NO_SQARRAY (1u << 16)
#define IORING_SETUP_SQE_MIXED (1u << 19)
#define IORING_CQE_F_MORE (1u << 1)
#define IORING_CQE_F_NOTIF (1u << 3)
#define IORING_OP_NOP128 63
#define IORING_OP_URING_CMD128 64
#define IORING_OP_ACCEPT 13
#define IORING_OP_ASYNC_CANCEL 14
#define IORING_ACCEPT_MULTISHOT (1u << 0) /* in ioprio */
#define IORING_ASYNC_CANCEL_FD_FIXED (1u << 3)
#define IOSQE_FIXED_FILE (1u << 0)
#define IOSQE_CQE_SKIP_SUCCESS (1u << 6)
#define SPLICE_F_FD_IN_FIXED (1u << 31)
#define NR_io_uring_enter 426 /* for 32-bit programs, too */
#define IORING_ENTER_REGISTERED_RING (1u << 4)

/*
 * A request in flight. The key is the address of its struct io_kiocb, which the kernel uses again
 * after its last result.
 */
struct kept_request {
	__u32 tid, tgid; /* of the task that has submitted it */
	__u32 exit; /* the plan of its result */
	__u32 opcode;
	__u32 traits; /* RESULT_* */
	__u32 abi;
	__u32 form; /* FORM_*: which call it is */
	__u32 descriptors; /* RESULT_DESCRIPTOR: the result is one */
	__u64 entered;
	__u64 user_data;
	__u64 owner; /* its ring */
	__u64 request; /* its own address */
	__u64 args[PLAN_ARGUMENTS];
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, REQUESTS_KEPT);
	__type(key, __u64);
	__type(value, struct kept_request);
} requests SEC(".maps") = {};

/*
 * The ring of a request. A result without a request, such as the second one of an accept, leads to
 * the task by its ring.
 */
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

/*
 * Where requests are counted, and not reported, each one has this key, too, and otherwise one with
 * RESULT_SEVERAL: its results after the first one, and one that does not fit into the ring, come
 * without the request. No address of a request is odd.
 */
static __always_inline __u64 key_by_data(__u64 owner, __u64 user_data)
{
	return (owner * 0x9e3779b97f4a7c15ull ^ user_data * 0xff51afd7ed558ccdull) | 1;
}

/*
 * Sends a record, whose machine has its header, with what a plan captures. The program ends here if
 * there is one: capture() continues.
 */
static __always_inline void send_request(void *ctx, struct task_state *state,
					 struct machine_slot *slot, struct plan plan,
					 __u32 descriptors)
{
	state->plan = plan;
	state->descriptors = descriptors;
	if (plan.entry || plan.exit || descriptors)
		bpf_tail_call(ctx, &continuations, 0);
	send_machine(&slot->machine, state);
	slot_release(slot);
}

/*
 * Whether the current task, a thread of the kernel that takes requests from a polled ring, works
 * for a traced process: that has made the ring, or made it before the trace.
 */
static __always_inline bool polls_for_traced(struct task_struct *task, __u64 owner)
{
	struct task_struct *leader = task->group_leader;
	struct task_state *state;

	if (bpf_map_lookup_elem(&rings, &owner))
		return true;
	state = bpf_task_storage_get(&tasks, leader, 0, 0);
	if (state)
		return !(state->flags & (TASK_EXCLUDED | TASK_LAUNCHING)) &&
		       guard_shows(leader, state);
	return selects && meets_conditions(task);
}

/*
 * The state of the current task if its requests are reported; NULL: they are not. Requests of a
 * polled ring are submitted by a thread of the kernel, which is not traced itself.
 */
static __always_inline struct task_state *submitter(struct task_struct *task, __u64 owner,
						    bool polled)
{
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);

	if (polled && (!polls_for_traced(task, owner) || !guard_shows_helper(task)))
		return NULL;
	if (polled)
		return state ? state : state_make(task, TASK_EXCLUDED);
	if (!state && selects)
		state = select_current(task);
	if (!state || state->flags & (TASK_EXCLUDED | TASK_LAUNCHING) || !guard_shows(task, state))
		return NULL;
	return state;
}

SEC("raw_tp/io_uring_create") int BPF_PROG(ring_made, int fd, void *ring_of_kernel)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct kept_ring made = { .fd = fd };
	__u64 owner = (__u64)ring_of_kernel;
	struct task_state *state;

	if (!requests_wanted)
		return 0;
	state = submitter(task, owner, false);
	/* A ring that is gone may have had the address. */
	if (!state) {
		bpf_map_delete_elem(&rings, &owner);
		return 0;
	}
	/* A thread of the kernel may report its requests. */
	state->flags |= TASK_CALLER;
	made.tid = number_of(task);
	made.tgid = group_of(task);
	bpf_map_update_elem(&rings, &owner, &made, BPF_ANY);
	return 0;
}

/*
 * The descriptor of a ring: that of the io_uring_enter(2) that goes on, because processes that
 * share a ring may have other descriptors of it, or that which io_uring_setup(2) has returned.
 */
static __always_inline long ring_descriptor(__u64 owner, __u32 tid, __u32 tgid, bool polled)
{
	struct kept_ring *known = bpf_map_lookup_elem(&rings, &owner);
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct kept_ring found = { .tid = tid, .tgid = tgid, .fd = -1 };
	bool old = task->thread_info.status & TS_COMPAT;
	__u64 flags = old ? regs->si : regs->r10;

	if (!polled && regs->orig_ax == NR_io_uring_enter &&
	    !(flags & IORING_ENTER_REGISTERED_RING))
		found.fd = old ? regs->bx : regs->di;
	if (known) {
		known->tid = tid;
		known->tgid = tgid;
		return found.fd < 0 ? known->fd : found.fd;
	}
	bpf_map_update_elem(&rings, &owner, &found, BPF_ANY);
	return found.fd;
}

/*
 * What the session asks of the members of an SQE to find out which call it is: src/uring/forms.c.
 */
static __always_inline __u32 form_of(const __u64 words[8], __u32 abi)
{
	__u32 form = abi ? FORM_COMPAT : 0;

	if (words[1] == ~0ull)
		form |= FORM_AT_POSITION;
	if (!words[1])
		form |= FORM_NO_OFFSET;
	if (!words[2])
		form |= FORM_NO_ADDRESS;
	if (!(words[3] >> 32))
		form |= FORM_NO_FLAGS;
	if (words[3] >> 32 & 1)
		form |= FORM_FIRST_FLAG;
	return form;
}

/*
 * Whether a request begins after the one that was submitted before it, because that has
 * IOSQE_IO_LINK or IOSQE_IO_HARDLINK.
 */
static __always_inline bool find_linked(struct io_ring_ctx *owner, uint64_t *user_data)
{
	struct io_kiocb *last;

	if (!BPF_CORE_READ(owner, submit_state.link.head))
		return false;
	last = BPF_CORE_READ(owner, submit_state.link.last);
	*user_data = BPF_CORE_READ(last, cqe.user_data);
	return true;
}

static __always_inline void fill_result(struct bpf_record *record, const struct kept_request *kept,
					__u64 owner, const struct io_uring_cqe *cqe)
{
	record->len = sizeof(*record);
	record->kind = RECORD_RESULT;
	record->abi = kept->abi;
	record->flags = 0;
	record->tid = kept->tid;
	record->tgid = kept->tgid;
	record->time = times ? bpf_ktime_get_ns() : 0;
	record->lost = 0;
	__builtin_memcpy(record->result.args, kept->args, sizeof(record->result.args));
	record->result.result = cqe->res;
	record->result.user_data = cqe->user_data;
	record->result.ring = owner;
	record->result.opcode = kept->opcode;
	record->result.flags = cqe->flags;
	record->result.traits = kept->traits;
	record->result.names = 0;
}

/*
 * The kernel uses the memory of a request again, which therefore has no result: it has
 * IOSQE_CQE_SKIP_SUCCESS, or its result did not fit.
 */
static __always_inline void end_silent(__u64 key)
{
	struct kept_request *kept = bpf_map_lookup_elem(&requests, &key);
	struct bpf_record *record = NULL;
	struct io_uring_cqe cqe = { 0 };
	__u64 wake = 0;

	if (!kept)
		return;
	cqe.user_data = kept->user_data;
	if (!counts_only && kept->traits & RESULT_SILENT && ring_has_room(sizeof(*record), &wake))
		record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (record) {
		fill_result(record, kept, kept->owner, &cqe);
		bpf_ringbuf_submit(record, wake);
	}
	bpf_map_delete_elem(&requests, &key);
}

static __always_inline __u32 move_bit(__u32 bits, __u32 from, __u32 to)
{
	return bits & from ? (bits & ~from) | to : bits;
}

/* Reports a request of the current task. Its state was found by begin_request(). */
static __always_inline int report_request(void *ctx, struct task_state *state,
					  struct io_kiocb *request, const void *sqe)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct io_ring_ctx *owner = BPF_CORE_READ(request, ctx);
	struct kept_request kept = { 0 };
	bool polled = BPF_CORE_READ(owner, flags) & IORING_SETUP_SQPOLL;
	__u64 words[8] = { 0 }, key = (__u64)request;
	struct record_request *taken;
	struct bpf_record *record;
	struct machine_slot *slot;
	struct call_entry *entry;
	struct plan plan = { 0 };
	__u32 index, descriptors;

	if (bpf_probe_read_kernel(words, sizeof(words), sqe))
		return 0;
	kept.abi = polled || !(task->thread_info.status & TS_COMPAT) ? 0 : abi_i386;
	kept.opcode = words[0] & 0xff;
	index = REQUEST_CALLS + kept.opcode + (kept.abi ? REQUEST_COMPAT : 0);
	entry = bpf_map_lookup_elem(&calls, &index);
	if (!entry || !entry->wanted)
		return 0;
	/*
	 * A request is taken by the task that it is of: its process, or the thread that polls the
	 * ring for it.
	 */
	kept.tid = number_of(task);
	kept.tgid = group_of(task);
	kept.exit = entry->plan.exit;
	kept.entered = call_time();
	kept.user_data = words[4];
	kept.owner = (__u64)owner;
	kept.request = key;
	kept.traits = words[0] >> 8 & IOSQE_CQE_SKIP_SUCCESS ? RESULT_SILENT : 0;
	kept.descriptors = entry->descriptors & RESULT_DESCRIPTOR;
	if (kept.descriptors && kept.opcode == IORING_OP_ACCEPT &&
	    words[0] >> 16 & IORING_ACCEPT_MULTISHOT)
		kept.traits |= RESULT_SEVERAL;
	if (counts_only) {
		kept.form = form_of(words, kept.abi);
		bpf_map_update_elem(&requests, &key, &kept, BPF_ANY);
		key = key_by_data((__u64)owner, words[4]);
		bpf_map_update_elem(&requests, &key, &kept, BPF_ANY);
		return 0;
	}
	slot = slot_take(state);
	if (!slot)
		return 0;
	state->flags |= TASK_CALLER;
	record = &slot->machine.record;
	record->tid = kept.tid;
	record->tgid = kept.tgid;
	record->len = sizeof(*record);
	record->kind = RECORD_REQUEST;
	record->abi = kept.abi;
	record->flags = 0;
	record->time = kept.entered;
	record->lost = state->lost;
	taken = &record->request;
	taken->args[REQUEST_FD] = (__s64)(__s32)(words[0] >> 32);
	taken->args[REQUEST_ADDR] = words[2];
	taken->args[REQUEST_LEN] = words[3] & 0xffffffff;
	taken->args[REQUEST_OFF] = words[1];
	taken->args[REQUEST_OP_FLAGS] = words[3] >> 32;
	taken->args[REQUEST_ADDR3] = words[6];
	taken->user_data = words[4];
	taken->ring = (__u64)owner;
	taken->traits = polled ? RESULT_SQPOLL : 0;
	taken->after = 0;
	if (find_linked(owner, &taken->after))
		taken->traits |= RESULT_LINKED;
	taken->buffer_and_file = words[5];
	taken->operation = words[0];
	taken->ring_fd = ring_descriptor((__u64)owner, kept.tid, kept.tgid, polled);
	taken->names = 0;
	clear_absent(&slot->machine);
	__builtin_memcpy(kept.args, taken->args, sizeof(kept.args));
	bpf_map_update_elem(&requests, &key, &kept, BPF_ANY);
	if (kept.traits & RESULT_SEVERAL) {
		key = key_by_data((__u64)owner, words[4]);
		bpf_map_update_elem(&requests, &key, &kept, BPF_ANY);
	}
	/*
	 * A thread of the kernel that polls has the descriptors of its process, and makes no calls.
	 */
	if (polled)
		state->names_held = 0;
	descriptors = entry->descriptors & ~(RESULT_DESCRIPTOR | REQUEST_CLOSES);
	if (words[0] >> 8 & IOSQE_FIXED_FILE || (kept.opcode == IORING_OP_ASYNC_CANCEL &&
						 words[3] >> 32 & IORING_ASYNC_CANCEL_FD_FIXED))
		descriptors = move_bit(descriptors, 1u << REQUEST_FD, INDEX_IN_FD);
	if (words[3] >> 32 & SPLICE_F_FD_IN_FIXED)
		descriptors = move_bit(descriptors, REQUEST_FILE, INDEX_IN_FILE);
	if (entry->descriptors & REQUEST_CLOSES && words[5] >> 32)
		descriptors = INDEX_IN_CLOSE;
	find_registered(owner, record, descriptors);
	plan.entry = entry->plan.entry;
	send_request(ctx, state, slot, plan, descriptors);
	return 0;
}

/* The entry of the queue from which the kernel has made a request. */
static __always_inline const void *entry_of_queue(struct io_kiocb *request)
{
	struct io_ring_ctx *owner = BPF_CORE_READ(request, ctx);
	__u32 flags = BPF_CORE_READ(owner, flags), *array;
	__u32 mask = BPF_CORE_READ(owner, sq_entries) - 1;
	__u32 index = BPF_CORE_READ(owner, cached_sq_head) - 1;
	__u8 opcode = BPF_CORE_READ(request, opcode);

	/* It has two entries. */
	if (flags & IORING_SETUP_SQE_MIXED &&
	    (opcode == IORING_OP_NOP128 || opcode == IORING_OP_URING_CMD128))
		index--;
	index &= mask;
	if (!(flags & IORING_SETUP_NO_SQARRAY)) {
		array = BPF_CORE_READ(owner, sq_array);
		bpf_probe_read_kernel(&index, sizeof(index), &array[index]);
	}
	if (flags & IORING_SETUP_SQE128)
		index <<= 1;
	return (const char *)BPF_CORE_READ(owner, sq_sqes) + 64ul * index;
}

/*
 * Two tracepoints are about a request that the kernel has taken, or refuses. Their programs
 * continue with one program, so that the verifier looks at that once. .plan of the state of the
 * task says from which one it comes; what it continues with finds that state again.
 */
enum { TAKEN_FROM_QUEUE, TAKEN_AND_REFUSED };

static __always_inline int begin_request(void *ctx, struct io_kiocb *request, __u32 from)
{
	struct io_ring_ctx *owner = BPF_CORE_READ(request, ctx);
	bool polled = BPF_CORE_READ(owner, flags) & IORING_SETUP_SQPOLL;
	struct task_state *state = submitter(bpf_get_current_task_btf(), (__u64)owner, polled);

	end_silent((__u64)request);
	if (!state)
		return 0;
	state->plan.entry = from;
	bpf_tail_call(ctx, &continuations, 1);
	lose(state);
	return 0;
}

SEC("raw_tp/io_uring_submit_req") int BPF_PROG(submitted, struct io_kiocb *request)
{
	return requests_wanted ? begin_request(ctx, request, TAKEN_FROM_QUEUE) : 0;
}

/* The kernel refuses to submit a request. Its result follows. */
SEC("raw_tp/io_uring_req_failed")
int BPF_PROG(refused, const void *sqe, struct io_kiocb *request)
{
	return requests_wanted ? begin_request(ctx, request, TAKEN_AND_REFUSED) : 0;
}

/*
 * Continues both. It reads what arguments there are without the verifier, which knows of no
 * tracepoint for it.
 */
SEC("raw_tp/io_uring_submit_req") int taken(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *state = bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), 0, 0);
	struct io_kiocb *request = (void *)ctx->args[0];
	const void *sqe = (void *)ctx->args[0];

	if (!requests_wanted || !state)
		return 0;
	if (state->plan.entry == TAKEN_AND_REFUSED)
		bpf_probe_read_kernel(&request, sizeof(request), &ctx->args[1]);
	else
		sqe = entry_of_queue(request);
	return report_request(ctx, state, request, sqe);
}

/* --- what happens to a request ------------------------------------------------------------ */

static __always_inline int note_trait(struct io_kiocb *request, __u32 trait)
{
	__u64 key = (__u64)request;
	struct kept_request *kept = bpf_map_lookup_elem(&requests, &key);

	if (kept)
		kept->traits |= trait;
	return 0;
}

/* A worker of the kernel carries it out. */
SEC("raw_tp/io_uring_queue_async_work") int BPF_PROG(punted, struct io_kiocb *request)
{
	return requests_wanted && !counts_only ? note_trait(request, RESULT_WORKER) : 0;
}

/* It waits until its file is ready. */
SEC("raw_tp/io_uring_poll_arm") int BPF_PROG(armed, struct io_kiocb *request)
{
	return requests_wanted && !counts_only ? note_trait(request, RESULT_POLLED) : 0;
}

/* It waits for all requests before it: IOSQE_IO_DRAIN. */
SEC("raw_tp/io_uring_defer") int BPF_PROG(waiting, struct io_kiocb *request)
{
	return requests_wanted && !counts_only ? note_trait(request, RESULT_DEFERRED) : 0;
}

/* The request that it is linked to has failed: its result will be -ECANCELED. */
SEC("raw_tp/io_uring_fail_link")
int BPF_PROG(link_failed, struct io_kiocb *failed, struct io_kiocb *request)
{
	return requests_wanted && !counts_only ? note_trait(request, RESULT_LINK_FAILED) : 0;
}

/* --- results ------------------------------------------------------------------------------ */

/*
 * Finds the request of a result. Returns false if the trace does not have it. A result without a
 * request is one of several results, or says that a zero-copy send has released its buffer, or does
 * not fit into the ring.
 */
static __always_inline bool find_request(struct kept_request *kept, __u64 owner, __u64 request,
					 const struct io_uring_cqe *cqe, __u32 traits)
{
	bool last = !(cqe->flags & IORING_CQE_F_MORE);
	__u64 key = request, by_data = key_by_data(owner, cqe->user_data);
	struct kept_request *known = key ? bpf_map_lookup_elem(&requests, &key) : NULL;
	struct kept_ring *place;

	/*
	 * What has the address now may be another request, such as that of the kernel itself which
	 * ends a zero-copy send.
	 */
	if (known && (known->user_data != cqe->user_data || known->owner != owner))
		known = NULL;
	if (!known && (counts_only || !key))
		known = bpf_map_lookup_elem(&requests, &by_data);
	if (known) {
		*kept = *known;
		key = kept->request;
		if (last)
			bpf_map_delete_elem(&requests, &key);
		if (last && (counts_only || kept->traits & RESULT_SEVERAL))
			bpf_map_delete_elem(&requests, &by_data);
		return true;
	}
	if (counts_only || (key && !(cqe->flags & (IORING_CQE_F_MORE | IORING_CQE_F_NOTIF))))
		return false;
	place = bpf_map_lookup_elem(&rings, &owner);
	if (!place)
		return false;
	kept->tid = place->tid;
	kept->tgid = place->tgid;
	return true;
}

static __always_inline void count_result(const struct kept_request *kept,
					 const struct io_uring_cqe *cqe)
{
	struct count_key key = { .nr = kept->opcode, .abi = REQUEST_ABI, .selector = kept->form };

	if (cqe->res < 0 && cqe->res >= -MAX_ERRNO)
		key.error = -cqe->res;
	add_count(&key, bpf_ktime_get_ns() - kept->entered, 0);
}

/*
 * The state of the current task if it has the memory that the kernel has filled: only a task of the
 * process of the request has, also a worker of the kernel, which is not traced itself.
 */
static __always_inline struct task_state *reader(struct task_struct *task,
						 const struct kept_request *kept)
{
	struct task_state *state = bpf_task_storage_get(&tasks, task, 0, 0);

	if ((!kept->exit && !kept->descriptors) || group_of(task) != kept->tgid)
		return NULL;
	if (state && !(state->flags & TASK_EXCLUDED))
		return guard_shows(task, state) ? state : NULL;
	/* Nothing has shown that the user may see a worker. */
	if (GUARDS)
		return NULL;
	return state ? state : state_make(task, TASK_EXCLUDED);
}

static __always_inline int report_result(void *ctx, __u64 owner, __u64 request,
					 const struct io_uring_cqe *cqe, __u32 traits)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct kept_request kept = { 0 };
	struct bpf_record *record = NULL;
	struct machine_slot *slot;
	struct task_state *state;
	struct plan plan = { 0 };
	__u32 descriptors = 0;
	__u64 wake = 0;

	if (!find_request(&kept, owner, request, cqe, traits))
		return 0;
	if (counts_only) {
		count_result(&kept, cqe);
		return 0;
	}
	kept.traits = (kept.traits & ~RESULT_SILENT) | traits;
	state = reader(task, &kept);
	slot = state ? slot_find(state) : NULL;
	if (slot) {
		fill_result(&slot->machine.record, &kept, owner, cqe);
		slot->machine.record.lost = state->lost;
		clear_absent(&slot->machine);
		plan.exit = kept.exit;
		/* Another task than the one that made the request has other descriptors. */
		if (cqe->res >= 0 && number_of(task) == kept.tid)
			descriptors = kept.descriptors;
		send_request(ctx, state, slot, plan, descriptors);
		return 0;
	}
	if (ring_has_room(sizeof(*record), &wake))
		record = bpf_ringbuf_reserve(&ring, sizeof(*record), 0);
	if (!record) {
		lose(state);
		return 0;
	}
	fill_result(record, &kept, owner, cqe);
	bpf_ringbuf_submit(record, wake);
	return 0;
}

/*
 * A result can come in any task. Older kernels have other arguments: the members of the result. The
 * verifier lets a program attach only if it reads no argument beyond the last one: it does not see
 * these.
 */
SEC("raw_tp/io_uring_complete") int completed(struct bpf_raw_tracepoint_args *ctx)
{
	struct io_uring_cqe cqe = { 0 };
	__u64 words[2] = { 0 };

	if (!requests_wanted)
		return 0;
	if (results_are_split) {
		if (bpf_probe_read_kernel(words, sizeof(words), &ctx->args[3]))
			return 0;
		cqe.user_data = ctx->args[2];
		cqe.res = words[0];
		cqe.flags = words[1];
	} else if (bpf_probe_read_kernel(&cqe, sizeof(cqe), (void *)ctx->args[2])) {
		return 0;
	}
	return report_result(ctx, ctx->args[0], ctx->args[1], &cqe, 0);
}

/* The ring has no room for a result: the kernel keeps it, and puts it there later. */
SEC("raw_tp/io_uring_cqe_overflow")
int BPF_PROG(overflowed, void *owner, __u64 user_data, int result, __u32 flags)
{
	struct io_uring_cqe cqe = { .user_data = user_data, .res = result, .flags = flags };

	return requests_wanted ? report_result(ctx, (__u64)owner, 0, &cqe, RESULT_OVERFLOW) : 0;
}
