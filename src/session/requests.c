/* SPDX-License-Identifier: MIT */
/*
 * Requests of io_uring(7). A request is a call with another origin: when the engine reports its
 * result, its entry and its exit are handled, one after the other, as those of a call.
 */
#include "session/pending.h"

/* The issuer, or if that thread has ended the tracee that the trace is at. */
static struct tracee *find_submitter(const struct session *session, const struct pending *pending,
				     const struct event *event)
{
	struct tracee *issuer = engine_find(session->engine, pending->begun.tid);

	return issuer ? issuer : event->tracee;
}

/*
 * Makes the entry of a request from what was kept of it. event: the one at which it ends, which has
 * the facts of a recording.
 */
static struct event make_entry(struct session *session, const struct pending *pending,
			       struct tracee *owner, const struct event *event)
{
	struct event entry = pending->begun;

	entry.tracee = tracees_requester(session, owner);
	entry.tracee->fetch = (struct fetch){ .ops = &answers_fetch_ops, .ctx = pending->answers };
	/* It is no change of the ABI of the calls. */
	tracees_of(&entry)->abi = entry.abi;
	entry.tid = owner->tid;
	entry.request = &pending->request;
	entry.facts = event->facts;
	if (tracees_have_names(session))
		tracees_find_names(session, &entry);
	return entry;
}

/*
 * Handles a request as a call that begins now, and returns if it has a result. event: the one at
 * which it has ended, whose tracee reads what the kernel has filled. end: what the call ends by;
 * its tracee, its request and its names are filled in here.
 */
static void show_request(struct session *session, struct pending *pending,
			 const struct event *event, struct event *end, bool returns)
{
	struct tracee *owner;
	struct event entry;
	struct verdict unused = { 0 };

	pending->request.result++;
	if (!pending->answers)
		return;
	owner = find_submitter(session, pending, event);
	entry = make_entry(session, pending, owner, event);
	calls_handle(session, &entry, &unused);
	end->tracee = entry.tracee;
	end->request = &pending->request;
	/* Both sides have the names that were found for the entry. */
	end->comm = entry.comm;
	end->context = entry.context;
	end->container = entry.container;
	end->unit = entry.unit;
	if (!returns) {
		calls_abandon(session, end, end->kind == EVENT_DETACHED);
	} else if (tracees_of(end)->in_call) {
		end->tid = entry.tid;
		entry.tracee->fetch = owner->fetch;
		calls_handle(session, end, &unused);
	}
	tracees_of(end)->call.request = NULL;
}

/* Shows a request that will have no result that the trace sees, and drops it. */
static void end_without_result(struct session *session, struct pending *pending,
			       const struct event *event)
{
	struct event end = *event;

	pending->request.traits &= (uint16_t) ~(REQUEST_MORE | REQUEST_SILENT);
	pending->request.cqe_flags = 0;
	show_request(session, pending, event, &end, false);
	pending_drop(session->requests, pending);
}

static void show_result(struct session *session, struct pending *pending, const struct event *event)
{
	const struct request *request = event->request;
	struct event end = {
		.kind = EVENT_EXIT,
		.abi = pending->begun.abi,
		.nr = pending->begun.nr,
		.audit_arch = pending->begun.audit_arch,
		.result = event->result,
		.is_error = event->is_error,
		.real = event->real,
		.mono_ns = event->mono_ns,
		.facts = event->facts,
	};

	pending->request.cqe_flags = request->cqe_flags;
	pending->request.traits &= (uint16_t)~REQUEST_MORE;
	pending->request.traits |= request->traits;
	if (request->cqe_flags & CQE_MORE)
		pending->request.traits |= REQUEST_MORE;
	/* A recording has the number of the result. */
	if (request->result)
		pending->request.result = request->result - 1;
	show_request(session, pending, event, &end, true);
	/* It has an entry for each result, too. */
	if (!(request->cqe_flags & CQE_MORE) || session->engine_config.kind->recorded)
		pending_drop(session->requests, pending);
}

/* A request has ended. It was submitted before the trace if it is not known. */
static void end_request(struct session *session, const struct event *event)
{
	struct pending *pending = pending_find(session->requests, event->request);

	if (!pending)
		return;
	if (event->request->traits & REQUEST_UNTAKEN)
		pending_drop(session->requests, pending);
	else if (event->request->traits & REQUEST_SILENT)
		end_without_result(session, pending, event);
	else
		show_result(session, pending, event);
}

static void end_all(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	pid_t tgid = event->tracee->tgid;

	for (size_t i = 0; i < requests->n_items && requests->n_used; i++)
		if (requests->items[i]->used && requests->items[i]->tgid == tgid)
			end_without_result(session, requests->items[i], event);
}

void requests_handle(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;

	if (!event->request) {
		if (event_ends_program(event))
			end_all(session, event);
		return;
	}
	if (!requests->wanted)
		return;
	if (requests->had_stops)
		requests_say_unknown(session, event->tid);
	if (event->kind == EVENT_ENTER)
		pending_add(session, event);
	else
		end_request(session, event);
}
