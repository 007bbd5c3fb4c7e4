/* SPDX-License-Identifier: MIT */
/* Shows requests of io_uring as calls, and keeps until then what decode asks about them. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/capture.h"
#include "session/requests.h"

/* --- showing a request ----------------------------------------------------------------------- */

static struct moment moment_of(const struct event *event)
{
	return (struct moment){
		.event = event,
		.last_nr = event->nr,
		.last_ip = event->ip,
		.last_abi = event->abi,
	};
}

static void begin_call(const struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	const struct request *request = event->request;
	struct call *call = &state->call;

	*call = (struct call){
		.abi = event->abi,
		.nr = event->nr,
		.id = request->id,
		.row = request->row,
		.name = syscall_name(request->id),
		.request = request,
		.ip = event->ip,
		.entered = event->real,
		.entered_ns = event->mono_ns,
	};
	memcpy(call->args, event->args, sizeof(call->args));
	call->raw = call_set_has(&session->config->raw, call->id, call->abi);
}

/* Shows the entry. Returns whether the request is of interest. */
static bool show_entry(struct session *session, const struct event *event)
{
	struct tracee_state *state = tracees_of(event);
	struct moment moment = moment_of(event);
	struct verdict unused = { 0 };
	struct decode decode;

	reading_begin(session, event);
	begin_call(session, event, state);
	state->in_call =
		select_call(session, event, state, &unused) && session_needs(session, NEED_EXIT);
	if (!state->in_call) {
		consumers_tell(session, TELL_EACH, &moment);
		return false;
	}
	moment.call = &state->call;
	moment.undecided = state->undecided;
	decode = reading_decoder(session, event, state);
	moment.decode = &decode;
	gather_entry(session, state, &moment);
	consumers_tell(session, TELL_ENTER, &moment);
	consumers_tell(session, TELL_EACH, &moment);
	return true;
}

static void show_exit(struct session *session, const struct event *event)
{
	struct tracee_state *state = tracees_of(event);
	struct call *call = &state->call;
	struct moment moment = moment_of(event);
	struct decode decode;

	reading_begin(session, event);
	state->in_call = false;
	call->returned = true;
	call->request = event->request;
	call->is_error = event->is_error;
	call->result = event->result;
	call->returned_ns = event->mono_ns;
	moment.call = call;
	decode = reading_decoder(session, event, state);
	moment.decode = &decode;
	if (!select_returned(session, event, state)) {
		moment.call = NULL;
	} else if (select_shown(session, state)) {
		session->n_calls++;
		gather_exit(session, state, &moment);
		consumers_tell(session, TELL_EXIT, &moment);
	}
	consumers_tell(session, TELL_EACH, &moment);
	gather_return_buffers(session, state);
}

/* The request has no result, and the trace will see none. event: the one that says so. */
static void show_unfinished(struct session *session, const struct event *event, bool detached)
{
	struct tracee_state *state = tracees_of(event);
	struct moment moment = moment_of(event);

	state->in_call = false;
	if (!select_unfinished(session, event, state, detached))
		return;
	moment.call = &state->call;
	moment.text = session->text ? &state->builder : NULL;
	consumers_tell(session, TELL_UNFINISHED, &moment);
}

/* The issuer, or if that thread has ended the tracee that the trace is at. */
static struct tracee *owner_of(const struct session *session, const struct pending *pending,
			       const struct event *event)
{
	struct tracee *issuer = engine_find(session->engine, pending->begun.tid);

	return issuer ? issuer : event->tracee;
}

/*
 * Makes the entry of a request from what was kept of it. event: the one at which it ends, which has
 * the facts of a recording.
 */
static struct event entry_of(struct session *session, const struct pending *pending,
			     struct tracee *owner, const struct event *event)
{
	struct requester *requester = tracees_requester(session, owner);
	struct event entry = pending->begun;

	requester->base.fetch =
		(struct fetch){ .ops = &answers_fetch_ops, .ctx = pending->answers };
	entry.tracee = &requester->base;
	entry.tid = owner->tid;
	entry.request = &pending->request;
	entry.facts = event->facts;
	if (tracees_have_names(session))
		tracees_find_names(session, &entry);
	return entry;
}

/* Both ends of a request have the names that were found for its entry. */
static void copy_names(struct event *to, const struct event *entry)
{
	to->comm = entry->comm;
	to->context = entry->context;
	to->container = entry->container;
	to->unit = entry->unit;
}

/*
 * Shows a request with a result. event: the one at which the result was found, whose tracee reads
 * what the kernel has filled.
 */
void request_show_result(struct session *session, struct pending *pending, int64_t result,
			 uint32_t flags, const struct event *event)
{
	struct tracee *owner;
	struct event entry, ended;

	pending->request.result++;
	pending->request.cqe_flags = flags;
	pending->request.traits &= (uint16_t)~REQUEST_MORE;
	if (flags & CQE_MORE)
		pending->request.traits |= REQUEST_MORE;
	if (!pending->answers)
		return;
	owner = owner_of(session, pending, event);
	entry = entry_of(session, pending, owner, event);
	if (!show_entry(session, &entry))
		return;
	ended = (struct event){
		.kind = EVENT_EXIT,
		.tid = entry.tid,
		.tracee = entry.tracee,
		.abi = entry.abi,
		.nr = entry.nr,
		.audit_arch = entry.audit_arch,
		.request = &pending->request,
		.result = result,
		.is_error = result < 0,
		.real = event->real,
		.mono_ns = event->mono_ns,
		.facts = event->facts,
	};
	copy_names(&ended, &entry);
	entry.tracee->fetch = owner->fetch;
	show_exit(session, &ended);
	tracees_of(&ended)->call.request = NULL;
	session->host.last_ns = event->mono_ns;
}

/* Shows a request that has no result, and drops it. */
void request_end(struct session *session, struct pending *pending, const struct event *event,
		 bool detached)
{
	struct event entry, end = *event;

	pending->request.traits &= (uint16_t) ~(REQUEST_MORE | REQUEST_SILENT);
	pending->request.cqe_flags = 0;
	pending->request.result++;
	if (pending->answers) {
		entry = entry_of(session, pending, owner_of(session, pending, event), event);
		if (show_entry(session, &entry)) {
			end.tracee = entry.tracee;
			end.request = &pending->request;
			copy_names(&end, &entry);
			show_unfinished(session, &end, detached);
		}
		tracees_of(&entry)->call.request = NULL;
	}
	pending_drop(session->requests, pending);
}

/* --- what decode asks ------------------------------------------------------------------------ */

/*
 * Decode asks at the submission all that a consumer can ask when the result is there: descriptors
 * may be closed until then.
 */
static struct decode_config asks(const struct session *session, const struct request *request,
				 const struct abi *abi)
{
	const struct needs *needs = &session->consumers.needs;
	const struct config *config = session->config;
	struct decode_config decode = needs->asks ? *needs->asks : session->decoding;

	decode.fds |= needs->fds;
	if (session_needs(session, NEED_STARTS)) {
		decode.path_starts = decode.all_names = true;
		decode.fds |= FD_PATH;
	}
	if (needs->asks)
		return decode;
	decode.verbose = session_needs(session, NEED_ALL_MEMBERS) ||
			 !call_set_has(&config->abbrev, request->id, abi);
	decode.shallow = !session_needs(session, NEED_ALL_MEMBERS) &&
			 !call_set_has(&config->verbose, request->id, abi);
	return decode;
}

/*
 * Gets the path of a registered file. ring NULL: from the engine. Returns its length; -1: unknown.
 */
static ssize_t registered_path(const struct ring *ring, const struct fetch *fetch, uint64_t index,
			       char *path, size_t capacity)
{
	if (index >= REGISTERED_FILES)
		return -1;
	if (ring)
		return ring_file_path(ring, (uint32_t)index, path, capacity);
	return fetch->ops->fd_path
		       ? fetch->ops->fd_path(fetch->ctx, REGISTERED_FILE(index), path, capacity)
		       : -1;
}

/* Indexes of registered files stand for other files than descriptors of the same numbers. */
static void name_registered(struct pending *pending, const struct ring *ring,
			    const struct fetch *fetch, unsigned fds)
{
	const struct event *begun = &pending->begun;
	char path[PATH_MAX];

	for (unsigned slot = 0; slot < CALL_ARGS; slot++) {
		uint64_t index = begun->args[slot];
		bool ambiguous = false;
		ssize_t len;

		if (!(pending->request.registered >> slot & 1))
			continue;
		for (unsigned other = 0; other < CALL_ARGS; other++)
			ambiguous |= !(pending->request.registered >> other & 1) &&
				     begun->args[other] == index &&
				     pending->request.id == ID_splice;
		len = !ambiguous && fds ? registered_path(ring, fetch, index, path, sizeof(path))
					: -1;
		answers_give_descriptor(pending->answers, (int)index, len < 0 ? NULL : path,
					len < 0 ? 0 : (size_t)len);
	}
}

/*
 * Keeps what decode asks about a request at its submission. ring NULL: the engine knows what
 * indexes of registered files stand for.
 */
void request_keep_answers(struct session *session, struct pending *pending, const struct ring *ring,
			  const struct fetch *fetch)
{
	const struct request *request = &pending->request;
	const struct decode_config config = asks(session, request, pending->begun.abi);
	struct entry_snapshot snapshot = { 0 };
	struct call call = {
		.abi = pending->begun.abi,
		.nr = request->opcode,
		.id = request->id,
		.row = request->row,
		.request = request,
	};
	struct fetch through = { .ops = &answers_fetch_ops };
	const struct decode decode = {
		.config = &config,
		.cache = session->decode_cache,
		.fetch = &through,
		.call = &call,
		.sink = &session->requests->asker.sink,
		.snapshot = &snapshot,
	};

	if (!pending->answers)
		pending->answers = answers_new();
	through.ctx = pending->answers;
	memcpy(call.args, pending->begun.args, sizeof(call.args));
	answers_begin(pending->answers, fetch);
	/* In a recording they have their files. */
	if (ring || !session->engine_config.kind->recorded)
		name_registered(pending, ring, fetch, config.fds);
	decode_enter(&decode);
	answers_seal(pending->answers);
	entry_snapshot_free(&snapshot);
}

bool request_is_selected(const struct session *session, const struct request *request,
			 const struct abi *abi)
{
	return session_needs(session, NEED_ALL_CALLS) ||
	       call_set_has(&session->selection.trace, request->id, abi);
}

/* --- an engine that reports requests --------------------------------------------------------- */

/* It is submitted. */
static void begin_reported(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	struct pending *pending = pending_make(requests);

	if (!pending)
		return;
	pending->request = *event->request;
	pending->request.result = 0;
	memcpy(&pending->begun, event, offsetof(struct event, siginfo));
	pending->tgid = event->tracee->tgid;
	pending->ring = 0;
	pending->key = event->request->key;
	pending->batch = ++requests->last_batch;
	pending->passed = false;
	if (request_is_selected(session, &pending->request, event->abi))
		request_keep_answers(session, pending, NULL, &event->tracee->fetch);
	else
		pending_forget_answers(pending);
	pending_add(requests, pending);
}

/* It has a result, and was submitted before the trace if it is not known. */
static void end_reported(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	const struct request *request = event->request;
	struct pending *pending = pending_find(requests, 0, request->key);

	if (!pending)
		return;
	if (request->traits & REQUEST_SILENT) {
		request_end(session, pending, event, false);
		return;
	}
	pending->request.traits |= request->traits;
	/* A recording has the number of the result. */
	if (request->result)
		pending->request.result = request->result - 1;
	request_show_result(session, pending, event->result, request->cqe_flags, event);
	/* A recording has an entry for each result. */
	if (!(request->cqe_flags & CQE_MORE) || session->engine_config.kind->recorded)
		pending_drop(requests, pending);
}

/*
 * In a recording the exit of a request follows its entry. A request without an exit was shown
 * without a result there.
 */
void requests_end_recorded(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;

	if (!session->engine_config.kind->recorded || !requests->n_used ||
	    (event->request && event->kind == EVENT_EXIT))
		return;
	for (size_t i = 0; i < requests->n_items && requests->n_used; i++)
		if (requests->items[i]->used)
			request_end(session, requests->items[i], event, false);
}

void requests_handle(struct session *session, const struct event *event)
{
	if (!session->requests->wanted)
		return;
	requests_end_recorded(session, event);
	if (session->requests->had_stops)
		requests_say_unknown(session, event);
	if (event->kind == EVENT_ENTER)
		begin_reported(session, event);
	else
		end_reported(session, event);
}
