/* SPDX-License-Identifier: MIT */
/*
 * Finds requests of io_uring in the rings of stopped tracees: submissions when io_uring_enter(2)
 * begins, and results at each stop of the process.
 */
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "session/requests.h"

/* Flags and operations of calls about rings: linux/io_uring.h. */
enum {
	ENTER_REGISTERED_RING = 1 << 4,
	REGISTER_RING_FDS = 20,
	REGISTER_RESIZE_RINGS = 33,
	REGISTERED_RING = INT32_MIN, /* bit 31 of the operation: the descriptor is an index */
	SQE_LINKS = 1 << 2 | 1 << 3, /* IOSQE_IO_LINK, IOSQE_IO_HARDLINK */
	SQE_SILENT = 1 << 6, /* IOSQE_CQE_SKIP_SUCCESS */
};

/* --- submission ------------------------------------------------------------------------------ */

/* The requests that one call submits. */
struct submission {
	struct session *session;
	const struct event *event;
	struct requester *requester;
	struct ring *ring;
	bool linked; /* the request before has IOSQE_IO_LINK or IOSQE_IO_HARDLINK */
	uint64_t before; /* its user_data */
};

static void submit(void *ctx, uint32_t position, const uint64_t sqe[SQE_WORDS])
{
	struct submission *submission = ctx;
	struct session *session = submission->session;
	struct requests *requests = session->requests;
	const struct event *event = submission->event;
	struct pending *pending = pending_make(requests);
	struct request *request;

	if (!pending)
		return;
	request = &pending->request;
	*request = (struct request){ .ring = ring_fd(submission->ring) };
	memcpy(request->sqe, sqe, sizeof(request->sqe));
	pending->begun = (struct event){
		.kind = EVENT_ENTER,
		.tid = event->tid,
		.abi = event->abi,
		.audit_arch = event->audit_arch,
		.ip = event->ip,
		.real = event->real,
		.mono_ns = event->mono_ns,
		.facts = event->facts,
	};
	uring_read_request(request, event->abi, pending->begun.args);
	pending->begun.nr = request->opcode;
	if (submission->linked) {
		request->traits |= REQUEST_AFTER;
		request->after = submission->before;
	}
	submission->linked = request->flags & SQE_LINKS;
	submission->before = request->user_data;
	if (!submission->requester->n_submitted++)
		submission->requester->from = position;
	pending->tgid = event->tracee->tgid;
	pending->ring = ring_number(submission->ring);
	pending->key = request->user_data;
	pending->position = position;
	pending->batch = submission->requester->batch;
	pending->passed = false;
	if (request_is_selected(session, request, event->abi))
		request_keep_answers(session, pending, submission->ring, &event->tracee->fetch);
	else
		pending_forget_answers(pending);
	pending_add(requests, pending);
}

static void say_unreadable(struct session *session, const struct event *event)
{
	requests_say_once(&session->requests->said_unreadable, session, event,
			  ", and the memory of its ring cannot be read: what it requests "
			  "there is not shown");
}

static void say_polled(struct session *session, const struct event *event)
{
	requests_say_once(&session->requests->said_polled, session, event,
			  " with a thread of the kernel that takes requests from memory "
			  "(IORING_SETUP_SQPOLL): the ptrace engine does not see them, the "
			  "bpf engine does (--engine=bpf)");
}

/* io_uring_enter(2) begins: reads what it will take from the ring. */
static void begin_enter(struct session *session, const struct event *event,
			struct requester *requester)
{
	struct requests *requests = session->requests;
	struct tracee *tracee = event->tracee;
	struct submission submission = { session, event, requester, NULL, false, 0 };
	int fd = (int)event->args[0];

	if (event->args[3] & ENTER_REGISTERED_RING)
		fd = rings_registered(requests->rings, event->tid, (uint32_t)event->args[0]);
	requester->batch = ++requests->last_batch;
	requester->n_submitted = 0;
	requester->ring = rings_find(requests->rings, &tracee->fetch, tracee->tgid, fd);
	submission.ring = requester->ring;
	if (!requester->ring) {
		/* A call with a wrong descriptor is no reason for a message. */
		if (fd < 0 || rings_is_ring(tracee->tgid, fd))
			say_unreadable(session, event);
		return;
	}
	if (ring_is_polled(requester->ring)) {
		say_polled(session, event);
		return;
	}
	if (!ring_read_submissions(requester->ring, &tracee->fetch, (uint32_t)event->args[1],
				   submit, &submission))
		say_unreadable(session, event);
}

/*
 * The kernel has not taken all requests that it was asked to take: the next call will read them
 * again.
 */
static void drop_untaken(struct session *session, const struct event *event,
			 const struct requester *requester)
{
	struct requests *requests = session->requests;
	uint32_t taken;

	if (!requester->ring || !requester->n_submitted ||
	    (!event->is_error && event->result >= (int64_t)requester->n_submitted))
		return;
	taken = ring_taken(requester->ring, &event->tracee->fetch, requester->from);
	for (size_t i = 0; i < requests->n_items; i++) {
		struct pending *pending = requests->items[i];

		if (pending->used && pending->batch == requester->batch &&
		    pending->position - requester->from >= taken)
			pending_drop(requests, pending);
	}
}

/* --- completion ------------------------------------------------------------------------------ */

/* What is looked for at an event. */
struct finding {
	struct session *session;
	const struct event *event;
	struct ring *ring;
};

static void complete(void *ctx, uint64_t user_data, int32_t result, uint32_t flags)
{
	struct finding *finding = ctx;
	struct requests *requests = finding->session->requests;
	struct pending *pending = pending_find(requests, ring_number(finding->ring), user_data);

	if (!pending)
		return;
	request_show_result(finding->session, pending, result, flags, finding->event);
	if (!(flags & CQE_MORE))
		pending_drop(requests, pending);
}

static void look_at_ring(void *ctx, struct ring *ring)
{
	struct finding *finding = ctx;

	finding->ring = ring;
	ring_read_completions(ring, &finding->event->tracee->fetch, complete, finding,
			      &finding->session->requests->lost);
}

/* Shows the results that the rings of the process have got since they were looked at. */
static void look(struct session *session, const struct event *event)
{
	struct finding finding = { session, event, NULL };

	rings_each(session->requests->rings, event->tracee->tgid, look_at_ring, &finding);
}

/*
 * A request with IOSQE_CQE_SKIP_SUCCESS that succeeds has no result. It is shown without one if its
 * ring has had none in two looks.
 */
static void end_silent(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;

	for (size_t i = 0; i < requests->n_items; i++) {
		struct pending *pending = requests->items[i];

		if (!pending->used || pending->tgid != event->tracee->tgid ||
		    !(pending->request.flags & SQE_SILENT))
			continue;
		if (pending->passed)
			request_end(session, pending, event, false);
		pending->passed = true;
	}
}

/*
 * The process has ended, has another program, or is traced no more: its requests get no result that
 * the trace sees.
 */
static void end_all(struct session *session, const struct event *event, bool detached)
{
	struct requests *requests = session->requests;
	pid_t tgid = event->tracee->tgid;

	for (size_t i = 0; i < requests->n_items && requests->n_used; i++)
		if (requests->items[i]->used && requests->items[i]->tgid == tgid)
			request_end(session, requests->items[i], event, detached);
	rings_forget(requests->rings, tgid);
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
static void note_registered(struct session *session, const struct event *event,
			    const struct requester *requester)
{
	struct {
		uint32_t index, resv;
		uint64_t fd;
	} update;

	for (uint64_t i = 0; !event->is_error && i < (uint64_t)event->result && i < 16; i++)
		if (fetch_read(&event->tracee->fetch, requester->args[2] + i * sizeof(update),
			       &update, sizeof(update)) == sizeof(update))
			rings_register(session->requests->rings, event->tid, update.index,
				       (int)update.fd);
}

static void end_register(struct session *session, const struct event *event,
			 const struct requester *requester)
{
	int operation = (int)requester->args[1] & ~REGISTERED_RING;
	int fd = (int)requester->args[0];

	if (operation == REGISTER_RING_FDS)
		note_registered(session, event, requester);
	if (requester->args[1] & (uint32_t)REGISTERED_RING)
		fd = rings_registered(session->requests->rings, event->tid, (uint32_t)fd);
	if (operation == REGISTER_RESIZE_RINGS && !event->is_error)
		rings_move(session->requests->rings, event->tracee->tgid, fd);
}

static void begin_about_rings(struct session *session, const struct event *event)
{
	struct requester *requester = tracees_requester(session, event->tracee);

	memcpy(requester->args, event->args, sizeof(requester->args));
	requester->ring = NULL;
	requester->n_submitted = 0;
	session->engine->stays = true;
	requests_say_unknown(session, event);
	if (call_of(event) == ID_io_uring_enter)
		begin_enter(session, event, requester);
}

static void end_about_rings(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	struct requester *requester = tracees_requester(session, event->tracee);
	struct ring *ring;

	switch (call_of(event)) {
	case ID_io_uring_setup:
		if (event->is_error)
			break;
		ring = rings_add(requests->rings, &event->tracee->fetch, event->tracee->tgid,
				 (int)event->result, requester->args[1]);
		if (ring && ring_is_polled(ring))
			say_polled(session, event);
		break;
	case ID_io_uring_register:
		end_register(session, event, requester);
		break;
	default:
		look(session, event);
		drop_untaken(session, event, requester);
		requester->ring = NULL;
		break;
	}
}

/* --- events ---------------------------------------------------------------------------------- */

/*
 * Whether the session reads the rings of this tracee. The bpf engine, which may have taken it over,
 * reports requests instead, where it can: the memory of its tracees is not read.
 */
static bool reads_rings(const struct session *session, const struct event *event)
{
	return session->engine_config.kind->stops &&
	       (event->tracee->fetch.ops == &tracee_fetch_ops || !session->engine_config.requests);
}

/*
 * A process may never make a call about a ring that it had before the trace. Its threads are
 * reported one after the other.
 */
static void look_for_poller(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	pid_t tgid = event->tracee->tgid;

	if (requests->said_polled || requests->attached == tgid || !reads_rings(session, event))
		return;
	requests->attached = tgid;
	if (rings_have_poller(tgid))
		say_polled(session, event);
}

void requests_before(struct session *session, const struct event *event)
{
	requests_end_recorded(session, event);
	if (event->kind == EVENT_EXIT)
		return;
	if (rings_has(session->requests->rings, event->tracee->tgid))
		look(session, event);
	switch (event->kind) {
	case EVENT_ENTER:
		if (reads_rings(session, event) && is_about_rings(call_of(event)))
			begin_about_rings(session, event);
		break;
	case EVENT_ATTACHED:
		look_for_poller(session, event);
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
	case EVENT_DETACHED:
		if (event->tid == event->tracee->tgid)
			end_all(session, event, event->kind == EVENT_DETACHED);
		break;
	case EVENT_EXEC:
		end_all(session, event, false);
		break;
	default:
		break;
	}
}

void requests_after(struct session *session, const struct event *event)
{
	if (event->kind != EVENT_EXIT)
		return;
	if (reads_rings(session, event) && is_about_rings(call_of(event)))
		end_about_rings(session, event);
	else if (rings_has(session->requests->rings, event->tracee->tgid))
		look(session, event);
	if (reads_rings(session, event) && session->requests->n_used)
		end_silent(session, event);
}
