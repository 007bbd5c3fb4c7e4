/* SPDX-License-Identifier: MIT */
/* The requests of io_uring that have no result yet, and whether requests are of interest at all. */
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "session/requests.h"

/* More requests in flight are not shown: a process can submit as many as it has memory. */
#define PENDING_MAX (1u << 18)

/* --- the beginning and the end --------------------------------------------------------------- */

static void ignore_value(struct value_sink *sink, const struct value *value)
{
	(void)sink, (void)value;
}

/* Returns whether -e trace, --where or a profile can select a request. */
static bool can_select(const struct session *session)
{
	const struct call_set *trace = &session->selection.trace;

	if (session_needs(session, NEED_ALL_CALLS))
		return true;
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (trace->abis[id] && uring_has_call(id))
			return true;
	return false;
}

/* Returns whether the engine sees requests, and --uring does not leave them out. */
static bool can_be_seen(const struct session *session)
{
	const struct engine_kind *kind = session->engine_config.kind;

	return kind->sees_requests && kind->sees_requests() && session->config->uring == URING_ON;
}

/* Returns whether a request of io_uring can be of interest, and can be seen. */
static bool requests_are_wanted(const struct session *session)
{
	return can_be_seen(session) && can_select(session);
}

void requests_watch(const struct session *session, struct call_set *watched)
{
	static const uint16_t calls[] = { ID_io_uring_setup, ID_io_uring_enter,
					  ID_io_uring_register };
	struct call_set every;

	if (!session->engine_config.kind->stops || !requests_are_wanted(session))
		return;
	call_set_fill(&every, true);
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++)
		watched->abis[calls[i]] = every.abis[calls[i]];
}

/*
 * Whether a recording is that of an engine with stops. That of --engine=auto does not say which of
 * its engines has seen a request.
 */
static bool had_stops(const struct record_info *recorded)
{
	const char *name = recorded ? record_info_find(recorded, "engine") : NULL;
	const struct engine_kind *kind = name ? engine_find_kind(name) : NULL;

	return kind && kind->stops;
}

void requests_begin(struct session *session)
{
	struct requests *requests = xcalloc(1, sizeof(*requests));
	const struct engine_kind *capturing = engine_that_captures(&session->engine_config);
	const struct record_info *recorded = session->config->recorded;
	/* A recording may have none, because its engine could not see them. */
	bool has = !recorded || record_info_number(recorded, "requests");

	session->requests = requests;
	requests->wanted = requests_are_wanted(session);
	requests->asker = (struct value_sink){ .sink.ops = &value_sink_ops, .value = ignore_value };
	requests->rings = rings_new();
	requests->had_stops = had_stops(recorded);
	session->engine_config.requests =
		requests->wanted && capturing && capturing->sees_requests();
	/* With --policy all requests are of interest. */
	requests->calls = session->selection.trace;
	if (session_needs(session, NEED_ALL_CALLS))
		call_set_fill(&requests->calls, true);
	session->engine_config.request_calls = &requests->calls;
	session->host.requests = requests->wanted && has;
	session->host.requests_left_out = can_be_seen(session) && has && !requests->wanted;
}

void requests_end(struct session *session)
{
	struct requests *requests = session->requests;

	if (requests->lost && !(session->config->sink.quiet & QUIET_ATTACH))
		warn("%llu result%s of io_uring %s overwritten before scry could read %s",
		     (unsigned long long)requests->lost, plural_s(requests->lost),
		     plural(requests->lost, "was", "were"), plural(requests->lost, "it", "them"));
}

/* --- messages, each of them once ------------------------------------------------------------- */

void requests_say_once(bool *said, const struct session *session, const struct event *event,
		       const char *what)
{
	struct place *place = session->host.shared;

	if (*said || session->config->live)
		return;
	*said = true;
	if (!session->config->output_path && place && place->end_line)
		place->end_line(place->end_line_ctx);
	warn("process %d uses io_uring%s", event->tid, what);
}

/* What the expression asks about requests may be nothing that their rings say. */
void requests_say_unknown(struct session *session, const struct event *event)
{
	const struct config *config = session->config;
	const char *word = config->where ? where_reported_word(config->where) : NULL;
	struct buf what = { 0 };

	if (!word || session->requests->said_unknown)
		return;
	buf_printf(&what,
		   ": the ptrace engine does not know which requests are '%s' (--where), and shows "
		   "none for that; the bpf engine knows it (--engine=bpf)",
		   word);
	requests_say_once(&session->requests->said_unknown, session, event, buf_cstr(&what));
	buf_free(&what);
}

/* --- requests in flight ---------------------------------------------------------------------- */

static uint64_t hash_of(uint32_t ring, uint64_t key)
{
	return index_hash(key * 31 + ring);
}

/* Returns an empty request in flight; NULL: there are too many. */
struct pending *pending_make(struct requests *requests)
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

void pending_add(struct requests *requests, struct pending *pending)
{
	pending->used = true;
	requests->n_used++;
	index_add(&requests->index, hash_of(pending->ring, pending->key), pending->number);
}

void pending_forget_answers(struct pending *pending)
{
	if (pending->answers)
		answers_free(pending->answers);
	pending->answers = NULL;
}

/* With many requests the memory of their answers is given back. */
#define FEW_PENDING 1024

void pending_drop(struct requests *requests, struct pending *pending)
{
	index_remove(&requests->index, hash_of(pending->ring, pending->key), pending->number);
	if (requests->n_used > FEW_PENDING)
		pending_forget_answers(pending);
	pending->used = false;
	pending->next = requests->unused;
	requests->unused = pending;
	requests->n_used--;
}

/* user_data need not be unique: the request that was submitted first is the one. */
struct pending *pending_find(const struct requests *requests, uint32_t ring, uint64_t key)
{
	struct pending *found = NULL;
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&requests->index, hash_of(ring, key), &at)) != INDEX_END) {
		struct pending *pending = requests->items[i];

		if (pending->ring == ring && pending->key == key &&
		    (!found || (int32_t)(pending->batch - found->batch) < 0 ||
		     (pending->batch == found->batch &&
		      (int32_t)(pending->position - found->position) < 0)))
			found = pending;
	}
	return found;
}
