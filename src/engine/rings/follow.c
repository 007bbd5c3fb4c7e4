/* SPDX-License-Identifier: MIT */
/* Follows the calls about rings of io_uring(7), and reads from the rings what they submit. */
#include <string.h>

#include "engine/rings/find.h"
#include "engine/rings/follow.h"
#include "scry/arch.h"
#include "scry/syscalls.h"
#include "scry/uring.h"
#include "scry/util.h"

/* Flags and operations of calls about rings: linux/io_uring.h. */
enum {
	ENTER_REGISTERED_RING = 1 << 4,
	REGISTER_RING_FDS = 20,
	REGISTER_RESIZE_RINGS = 33,
	REGISTERED_RING = INT32_MIN, /* bit 31 of the operation: the descriptor is an index */
	SQE_LINKS = 1 << 2 | 1 << 3, /* IOSQE_IO_LINK, IOSQE_IO_HARDLINK */
	SQE_SILENT = 1 << 6, /* IOSQE_CQE_SKIP_SUCCESS */
};

/* --- what is found --------------------------------------------------------------------------- */

static struct finding *add_finding(struct follower *follower, enum event_kind kind)
{
	struct finding *finding;

	follower->findings = xgrow(follower->findings, follower->n, &follower->capacity,
				   sizeof(*follower->findings));
	finding = &follower->findings[follower->n++];
	*finding = (struct finding){ .kind = kind };
	return finding;
}

/* Adds the end of a request, or of one of those with the same key: serial. 0: the first one. */
static struct finding *add_end(struct follower *follower, uint64_t key, uint64_t serial,
			       uint16_t traits)
{
	struct finding *finding = add_finding(follower, EVENT_EXIT);

	finding->request.key = key;
	finding->request.serial = serial;
	finding->request.traits = traits;
	return finding;
}

void follow_report(struct follower *follower, const struct event *at, struct event *event)
{
	const struct finding *finding = &follower->findings[follower->next++];

	*event = (struct event){
		.kind = finding->kind,
		.tid = at->tid,
		.tracee = at->tracee,
		.abi = at->abi,
		.audit_arch = at->audit_arch,
		.ip = at->ip,
		.nr = finding->request.opcode,
		.result = finding->result,
		.is_error = finding->result < 0,
		.real = at->real,
		.mono_ns = at->mono_ns,
		.request = &finding->request,
	};
	memcpy(event->args, finding->args, sizeof(event->args));
}

/* Requests with the same user_data in one ring have the same key. */
static uint64_t request_key(const struct ring *ring, uint64_t user_data)
{
	return ring->number * UINT64_C(0x9e3779b97f4a7c15) ^ user_data;
}

/* Tells the user why requests of a process are not seen. */
static void say_unseen(const struct follower *follower, bool *said, const struct event *event,
		       const char *why)
{
	if (!*said)
		follower->config->on_ring(follower->config->ring_ctx, event->tid, why);
	*said = true;
}

static void say_unreadable(struct follower *follower, const struct event *event)
{
	say_unseen(follower, &follower->said_unreadable, event,
		   ", and the memory of its ring cannot be read: what it requests there is not "
		   "shown");
}

static void say_polled(struct follower *follower, const struct event *event)
{
	say_unseen(follower, &follower->said_polled, event,
		   " with a thread of the kernel that takes requests from memory "
		   "(IORING_SETUP_SQPOLL): the ptrace engine does not see them, the bpf engine "
		   "does (--engine=bpf)");
}

/* --- threads in calls about rings ------------------------------------------------------------ */

static struct caller *find_caller(const struct follower *follower, pid_t tid)
{
	for (size_t i = 0; i < follower->n_callers; i++)
		if (follower->callers[i].tid == tid)
			return &follower->callers[i];
	return NULL;
}

static struct caller *begin_caller(struct follower *follower, const struct event *event)
{
	struct caller *caller = find_caller(follower, event->tid);

	if (!caller)
		caller = find_caller(follower, 0);
	if (!caller) {
		follower->callers = xgrow(follower->callers, follower->n_callers,
					  &follower->callers_capacity, sizeof(*follower->callers));
		caller = &follower->callers[follower->n_callers++];
		*caller = (struct caller){ 0 };
	}
	follower->n_calling += !caller->tid;
	caller->tid = event->tid;
	caller->tgid = event->tracee->tgid;
	memcpy(caller->args, event->args, sizeof(caller->args));
	caller->ring = NULL;
	caller->n = 0;
	return caller;
}

static void end_caller(struct follower *follower, struct caller *caller)
{
	follower->n_calling -= caller->tid != 0;
	caller->tid = 0;
}

/* --- submission ------------------------------------------------------------------------------ */

/* The requests that one call submits. */
struct submission {
	struct follower *follower;
	const struct event *event;
	struct caller *caller;
	bool linked; /* the request before has IOSQE_IO_LINK or IOSQE_IO_HARDLINK */
	uint64_t before; /* its user_data */
};

static void submit(void *ctx, uint32_t position, const uint64_t sqe[SQE_WORDS])
{
	struct submission *submission = ctx;
	struct follower *follower = submission->follower;
	struct caller *caller = submission->caller;
	struct finding *finding = add_finding(follower, EVENT_ENTER);
	struct request *request = &finding->request;

	request->ring = caller->ring->fd;
	memcpy(request->sqe, sqe, sizeof(request->sqe));
	uring_read_request(request, submission->event->abi, finding->args);
	request->key = request_key(caller->ring, request->user_data);
	request->serial = ++follower->last_serial;
	if (submission->linked) {
		request->traits |= REQUEST_AFTER;
		request->after = submission->before;
	}
	submission->linked = request->flags & SQE_LINKS;
	submission->before = request->user_data;
	caller->submitted =
		xgrow(caller->submitted, caller->n, &caller->capacity, sizeof(*caller->submitted));
	caller->submitted[caller->n++] =
		(struct submitted){ position, request->key, request->serial };
	if (!(request->flags & SQE_SILENT))
		return;
	follower->silent = xgrow(follower->silent, follower->n_silent, &follower->silent_capacity,
				 sizeof(*follower->silent));
	follower->silent[follower->n_silent++] =
		(struct silent){ caller->tgid, request->key, request->serial, false };
}

/* io_uring_enter(2) begins: reads what it will take from the ring. */
static void begin_enter(struct follower *follower, const struct event *event, struct caller *caller)
{
	struct submission submission = { follower, event, caller, false, 0 };
	const struct fetch *fetch = &event->tracee->fetch;
	int fd = (int)event->args[0];

	if (event->args[3] & ENTER_REGISTERED_RING)
		fd = rings_registered(&follower->rings, event->tid, (uint32_t)event->args[0]);
	caller->ring = rings_find(&follower->rings, fetch, caller->tgid, fd);
	if (!caller->ring) {
		/* A call with a wrong descriptor is no reason for a message. */
		if (fd < 0 || ring_find_file(caller->tgid, fd))
			say_unreadable(follower, event);
	} else if (ring_is_polled(caller->ring)) {
		say_polled(follower, event);
	} else if (!ring_read_submissions(caller->ring, fetch, (uint32_t)event->args[1], submit,
					  &submission)) {
		say_unreadable(follower, event);
	}
}

/* Forgets the first silent request with a key, or that one with a serial number. */
static void forget_silent(struct follower *follower, uint64_t key, uint64_t serial)
{
	for (size_t i = 0; i < follower->n_silent; i++) {
		struct silent *silent = &follower->silent[i];

		if (silent->key != key || (serial && silent->serial != serial))
			continue;
		memmove(silent, silent + 1, (--follower->n_silent - i) * sizeof(*silent));
		return;
	}
}

/*
 * The kernel has not taken all requests that it was asked to take: the next call will read them
 * again.
 */
static void drop_untaken(struct follower *follower, const struct event *event,
			 const struct caller *caller)
{
	uint32_t taken;

	if (!caller->ring || !caller->n ||
	    (!event->is_error && event->result >= (int64_t)caller->n))
		return;
	taken = ring_taken(caller->ring, &event->tracee->fetch, caller->submitted[0].position);
	for (size_t i = 0; i < caller->n; i++) {
		const struct submitted *submitted = &caller->submitted[i];

		if (submitted->position - caller->submitted[0].position < taken)
			continue;
		add_end(follower, submitted->key, submitted->serial, REQUEST_UNTAKEN);
		forget_silent(follower, submitted->key, submitted->serial);
	}
}

/* --- completion ------------------------------------------------------------------------------ */

/* The ring whose results are read. */
struct completion {
	struct follower *follower;
	const struct ring *ring;
};

static void complete(void *ctx, uint64_t user_data, int32_t result, uint32_t flags)
{
	const struct completion *completion = ctx;
	uint64_t key = request_key(completion->ring, user_data);
	struct finding *finding = add_end(completion->follower, key, 0, 0);

	finding->request.cqe_flags = flags;
	finding->result = result;
	if (!(flags & CQE_MORE))
		forget_silent(completion->follower, key, 0);
}

/* Finds the results that the rings of the process have got since they were looked at. */
static void look_for_results(struct follower *follower, const struct event *event)
{
	for (size_t i = follower->rings.n; i--;) {
		struct ring *ring = follower->rings.items[i];
		struct completion completion = { follower, ring };

		if (ring->tgid == event->tracee->tgid)
			ring_read_completions(ring, &event->tracee->fetch, complete, &completion,
					      follower->n_lost);
	}
}

/*
 * A request with IOSQE_CQE_SKIP_SUCCESS that succeeds has no result. It ends if its ring has had
 * none in two looks.
 */
static void end_silent(struct follower *follower, pid_t tgid)
{
	size_t n = 0;

	for (size_t i = 0; i < follower->n_silent; i++) {
		struct silent *silent = &follower->silent[i];

		if (silent->tgid == tgid && silent->passed) {
			add_end(follower, silent->key, silent->serial, REQUEST_SILENT);
			continue;
		}
		silent->passed |= silent->tgid == tgid;
		follower->silent[n++] = *silent;
	}
	follower->n_silent = n;
}

/* A process has ended, has another program, or is traced no more. */
static void forget_process(struct follower *follower, pid_t tgid)
{
	size_t n = 0;

	rings_forget(&follower->rings, tgid);
	for (size_t i = 0; i < follower->n_silent; i++)
		if (follower->silent[i].tgid != tgid)
			follower->silent[n++] = follower->silent[i];
	follower->n_silent = n;
	for (size_t i = 0; i < follower->n_callers; i++)
		if (follower->callers[i].tgid == tgid)
			end_caller(follower, &follower->callers[i]);
}

/* --- calls about rings ----------------------------------------------------------------------- */

static enum syscall_id call_of(const struct event *event)
{
	return event->abi ? abi_syscall(event->abi, event->nr) : ID_none;
}

static bool is_about_rings(enum syscall_id id)
{
	return id == ID_io_uring_setup || id == ID_io_uring_enter || id == ID_io_uring_register;
}

/* Each element of the array has the index that the kernel has given to the descriptor. */
static void note_registered(struct follower *follower, const struct event *event,
			    const struct caller *caller)
{
	struct {
		uint32_t index, resv;
		uint64_t fd;
	} update;

	for (uint64_t i = 0; !event->is_error && i < (uint64_t)event->result && i < 16; i++)
		if (fetch_read(&event->tracee->fetch, caller->args[2] + i * sizeof(update), &update,
			       sizeof(update)) == sizeof(update))
			rings_register(&follower->rings, event->tid, update.index, (int)update.fd);
}

static void end_register(struct follower *follower, const struct event *event,
			 const struct caller *caller)
{
	int operation = (int)caller->args[1] & ~REGISTERED_RING;
	int fd = (int)caller->args[0];

	if (operation == REGISTER_RING_FDS)
		note_registered(follower, event, caller);
	if (caller->args[1] & (uint32_t)REGISTERED_RING)
		fd = rings_registered(&follower->rings, event->tid, (uint32_t)fd);
	if (operation == REGISTER_RESIZE_RINGS && !event->is_error)
		rings_move(&follower->rings, caller->tgid, fd);
}

static void end_setup(struct follower *follower, const struct event *event,
		      const struct caller *caller)
{
	struct ring *ring;

	if (event->is_error)
		return;
	ring = rings_add(&follower->rings, &event->tracee->fetch, caller->tgid, (int)event->result,
			 caller->args[1]);
	if (ring && ring_is_polled(ring))
		say_polled(follower, event);
}

static void begin_about_rings(struct follower *follower, const struct event *event)
{
	struct caller *caller = begin_caller(follower, event);

	*follower->stays = true;
	follower->config->on_ring(follower->config->ring_ctx, event->tid, NULL);
	if (call_of(event) == ID_io_uring_enter)
		begin_enter(follower, event, caller);
}

static void end_about_rings(struct follower *follower, const struct event *event)
{
	struct caller *caller = find_caller(follower, event->tid);

	if (call_of(event) == ID_io_uring_enter)
		look_for_results(follower, event);
	if (!caller)
		return;
	if (call_of(event) == ID_io_uring_enter)
		drop_untaken(follower, event, caller);
	else if (call_of(event) == ID_io_uring_setup)
		end_setup(follower, event, caller);
	else
		end_register(follower, event, caller);
	end_caller(follower, caller);
}

/* --- events ---------------------------------------------------------------------------------- */

/*
 * Whether the rings of a tracee are read. The bpf engine, which may have taken it over, reports
 * requests instead, where it can: the memory of its tracees is not read.
 */
static bool reads_rings(const struct follower *follower, const struct event *event)
{
	return event->tracee->fetch.ops == &tracee_fetch_ops || !follower->config->requests;
}

/*
 * A process may never make a call about a ring that it had before the trace. Its threads are
 * reported one after the other.
 */
static void look_for_poller(struct follower *follower, const struct event *event)
{
	pid_t tgid = event->tracee->tgid;

	if (follower->said_polled || follower->attached == tgid || !reads_rings(follower, event))
		return;
	follower->attached = tgid;
	if (rings_have_poller(tgid))
		say_polled(follower, event);
}

static bool is_followed(const struct follower *follower, const struct event *event)
{
	return is_about_rings(call_of(event)) && reads_rings(follower, event);
}

bool follow_before(struct follower *follower, const struct event *event)
{
	bool begins = event->kind == EVENT_ENTER && is_followed(follower, event);

	/* Most events come while no process has a ring. */
	if (!begins && !follow_is_needed(follower) && event->kind != EVENT_ATTACHED)
		return false;
	follower->next = follower->n = 0;
	if (rings_has(&follower->rings, event->tracee->tgid))
		look_for_results(follower, event);
	if (begins)
		begin_about_rings(follower, event);
	else if (event->kind == EVENT_ATTACHED)
		look_for_poller(follower, event);
	else if (event_ends_program(event))
		forget_process(follower, event->tracee->tgid);
	return follow_has_findings(follower);
}

bool follow_after(struct follower *follower, const struct event *event)
{
	bool ends = is_followed(follower, event);

	follower->next = follower->n = 0;
	if (ends)
		end_about_rings(follower, event);
	else if (rings_has(&follower->rings, event->tracee->tgid))
		look_for_results(follower, event);
	if (follower->n_silent && reads_rings(follower, event))
		end_silent(follower, event->tracee->tgid);
	return follow_has_findings(follower);
}
