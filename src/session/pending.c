/* SPDX-License-Identifier: MIT */
/* Keeps requests of io_uring until they have a result, with what decode asks about them. */
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "session/pending.h"

/* More requests in flight are not shown: a process can submit as many as it has memory. */
#define PENDING_MAX (1u << 18)

/* --- what decode asks ------------------------------------------------------------------------ */

/*
 * Decode asks at the submission all that a consumer can ask when the result is there: descriptors
 * may be closed until then.
 */
static struct decode_config asks(const struct session *session, const struct request *request,
				 const struct abi *abi)
{
	struct decode_config decode = reading_config(session, request->id, abi);

	decode.fds |= session->consumers.needs.fds;
	if (session_needs(session, NEED_STARTS)) {
		decode.path_starts = decode.all_names = true;
		decode.fds |= FD_PATH;
	}
	return decode;
}

/* Indexes of registered files stand for other files than descriptors of the same numbers. */
static void name_registered(struct pending *pending, const struct fetch *fetch, unsigned fds)
{
	const struct request *request = &pending->request;
	const uint64_t *args = pending->begun.args;
	char path[PATH_MAX];

	for (unsigned slot = 0; slot < CALL_ARGS; slot++) {
		bool ambiguous = false;
		ssize_t len = -1;

		if (!(request->registered >> slot & 1))
			continue;
		for (unsigned other = 0; other < CALL_ARGS; other++)
			ambiguous |= !(request->registered >> other & 1) &&
				     args[other] == args[slot] && request->id == ID_splice;
		if (!ambiguous && fds && fetch->ops->ring_file)
			len = fetch->ops->ring_file(fetch->ctx, request->ring, args[slot], path,
						    sizeof(path));
		answers_give_descriptor(pending->answers, (int)args[slot], len < 0 ? NULL : path,
					len < 0 ? 0 : (size_t)len);
	}
}

static void keep_answers(struct session *session, struct pending *pending,
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
	if (!session->engine_config.kind->recorded)
		name_registered(pending, fetch, config.fds);
	decode_enter(&decode);
	answers_seal(pending->answers);
	entry_snapshot_free(&snapshot);
}

static bool is_selected(const struct session *session, const struct event *event)
{
	return session_needs(session, NEED_ALL_CALLS) ||
	       call_set_has(&session->selection.trace, event->request->id, event->abi);
}

static void forget_answers(struct pending *pending)
{
	if (pending->answers)
		answers_free(pending->answers);
	pending->answers = NULL;
}

/* --- requests in flight ---------------------------------------------------------------------- */

/* Returns an empty request in flight; NULL: there are too many. */
static struct pending *make_pending(struct requests *requests)
{
	struct pending *pending = requests->unused;

	if (!pending && requests->n_items >= PENDING_MAX) {
		if (!requests->said_many)
			warn("more than %u requests of io_uring wait for their results: further "
			     "ones are not shown",
			     PENDING_MAX);
		requests->said_many = true;
		return NULL;
	}
	if (pending) {
		requests->unused = pending->next;
		return pending;
	}
	pending = xcalloc(1, sizeof(*pending));
	requests->items = xgrow(requests->items, requests->n_items, &requests->capacity,
				sizeof(*requests->items));
	pending->number = (uint32_t)requests->n_items;
	requests->items[requests->n_items++] = pending;
	return pending;
}

void pending_add(struct session *session, const struct event *event)
{
	struct requests *requests = session->requests;
	struct pending *pending = make_pending(requests);

	if (!pending)
		return;
	pending->request = *event->request;
	pending->request.result = 0;
	memcpy(&pending->begun, event, offsetof(struct event, siginfo));
	/* The CPU time of a request is not known. */
	pending->begun.system_ns = 0;
	pending->tgid = event->tracee->tgid;
	pending->order = ++requests->last_order;
	if (is_selected(session, event))
		keep_answers(session, pending, &event->tracee->fetch);
	else
		forget_answers(pending);
	pending->used = true;
	requests->n_used++;
	index_add(&requests->index, index_hash(pending->request.key), pending->number);
}

/* With many requests the memory of their answers is given back. */
#define FEW_PENDING 1024

void pending_drop(struct requests *requests, struct pending *pending)
{
	index_remove(&requests->index, index_hash(pending->request.key), pending->number);
	if (requests->n_used > FEW_PENDING)
		forget_answers(pending);
	pending->used = false;
	pending->next = requests->unused;
	requests->unused = pending;
	requests->n_used--;
}

struct pending *pending_find(const struct requests *requests, const struct request *ended)
{
	struct pending *found = NULL;
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&requests->index, index_hash(ended->key), &at)) != INDEX_END) {
		struct pending *pending = requests->items[i];

		if (pending->request.key == ended->key &&
		    (!ended->serial || pending->request.serial == ended->serial) &&
		    (!found || pending->order < found->order))
			found = pending;
	}
	return found;
}
