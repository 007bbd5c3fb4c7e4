/* SPDX-License-Identifier: MIT */
/* Whether requests of io_uring(7) are of interest and can be seen, and what is said if not. */
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "session/pending.h"

/* --- messages -------------------------------------------------------------------------------- */

static void say_of_ring(const struct session *session, pid_t tid, const char *what)
{
	struct place *place = session->host.shared;

	if (session->config->screen.wanted)
		return;
	if (!session->config->output_path && place && place->end_line)
		place->end_line(place->end_line_ctx);
	warn("process %d uses io_uring%s", tid, what);
}

void requests_say_unknown(const struct session *session, pid_t tid)
{
	const struct config *config = session->config;
	const char *word = config->where ? where_reported_word(config->where) : NULL;
	struct buf what = { 0 };

	if (!word || session->requests->said_unknown)
		return;
	session->requests->said_unknown = true;
	buf_printf(&what,
		   ": the ptrace engine does not know which requests are '%s' (--where), and shows "
		   "none for that; the bpf engine knows it (--engine=bpf)",
		   word);
	say_of_ring(session, tid, buf_cstr(&what));
	buf_free(&what);
}

static void on_ring(void *ctx, pid_t tid, const char *unseen)
{
	if (unseen)
		say_of_ring(ctx, tid, unseen);
	else
		requests_say_unknown(ctx, tid);
}

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
	requests->had_stops = had_stops(recorded);
	session->engine_config.requests =
		requests->wanted && capturing && capturing->sees_requests();
	/* With --policy all requests are of interest. */
	requests->calls = session->selection.trace;
	if (session_needs(session, NEED_ALL_CALLS))
		call_set_fill(&requests->calls, true);
	session->engine_config.request_calls = &requests->calls;
	session->engine_config.on_ring =
		requests->wanted && session->engine_config.kind->stops ? on_ring : NULL;
	session->engine_config.ring_ctx = session;
	session->host.requests = requests->wanted && has;
	session->host.requests_left_out = can_be_seen(session) && has && !requests->wanted;
}

void requests_end(const struct session *session)
{
	uint64_t lost = session->engine->n_results_lost;

	if (lost && !(session->config->sink.quiet & QUIET_ATTACH))
		warn("%llu result%s of io_uring %s overwritten before scry could read %s",
		     (unsigned long long)lost, plural_s(lost), plural(lost, "was", "were"),
		     plural(lost, "it", "them"));
}
