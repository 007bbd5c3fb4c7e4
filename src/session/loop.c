/* SPDX-License-Identifier: MIT */
/* The loop of the session: from the start of the engine to the end of the trace. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "session/pending.h"

static void set_session_timer(struct session *session, bool on)
{
	const struct engine_ops *ops = session->engine->ops;

	if (on != session->timeouts.timer_on && ops->set_timer)
		ops->set_timer(session->engine, on);
	session->timeouts.timer_on = on;
}

/*
 * Starts the timer if bytes wait to be flushed, or if a consumer needs it. Otherwise the timer does
 * not run, so that a slow trace does not wake up scry ten times a second.
 */
static void start_timer_if_pending(struct session *session, const struct event *event)
{
	const struct tracee_state *state = tracees_of(event);
	const struct place *place = state ? state->place : session->host.shared;
	unsigned long long since;

	if (session->timeouts.timer_on)
		return;
	if (session_needs(session, NEED_TICKS) || session->timeouts.flushes ||
	    (place && output_pending(place->output, &since)))
		set_session_timer(session, true);
}

static void release_tracees(struct session *session)
{
	session->released = true;
	session->engine->ops->release(session->engine);
}

static void check_limit(struct session *session)
{
	uint64_t limit = session->config->syscall_limit;

	if (session->released || !limit || session->n_calls < limit)
		return;
	if (!(session->config->sink.quiet & QUIET_ATTACH))
		warn("the limit of %llu system call%s is reached: detaching all tracees",
		     (unsigned long long)limit, plural_s(limit));
	release_tracees(session);
}

/* --for: the time is over. */
static void check_deadline(struct session *session)
{
	if (!session->deadline_ns || session->released || now_ns() < session->deadline_ns)
		return;
	FOR_ALL(session, time_over);
	release_tracees(session);
}

static bool all_have_failed(const struct consumers *consumers)
{
	for (size_t i = 0; i < consumers->n; i++) {
		const struct opened *opened = &consumers->items[i];

		if (!opened->ops->failed || !opened->ops->failed(opened->consumer))
			return false;
	}
	return true;
}

/*
 * Releases the tracees if nothing can be written any more. Filtered tracees must stay traced,
 * because without a tracer their traced calls fail with ENOSYS.
 */
static void check_consumers(struct session *session)
{
	const struct engine_config *engine = &session->engine_config;

	if (!session->released && all_have_failed(&session->consumers) &&
	    (!engine->filter || engine->filter_later))
		release_tracees(session);
}

/*
 * If the user leaves the trace, a signal ends the command, as ^C does, because the command must not
 * run on without its output. Processes that scry has attached to go on, as always.
 */
static void leave_trace(struct session *session)
{
	session->engine->left = true;
	targets_stop(session);
	if (session->config->engine.argv)
		raise(SIGTERM);
	else
		session->engine->ops->stop(session->engine);
}

static void tick(struct session *session, uint64_t ns)
{
	enum tick outcome = TICK_GOES_ON;

	if (!session_needs(session, NEED_TICKS))
		return;
	for (size_t i = 0; i < session->consumers.n; i++) {
		const struct opened *opened = &session->consumers.items[i];
		enum tick own = opened->ops->tick ? opened->ops->tick(opened->consumer, ns) : 0;

		if (own > outcome)
			outcome = own;
	}
	if (outcome == TICK_GOES_ON)
		return;
	consumers_ask(session);
	subjects_prepare(session);
	if (outcome == TICK_ENDS)
		leave_trace(session);
}

/* Whether something happens at times, also while no event comes. */
static bool watches_time(const struct session *session)
{
	return session->targets.search || session->deadline_ns || session->notifier.period_ns ||
	       session->config->limits.ns;
}

/* Writes bytes that have waited for long. Returns whether the timer must go on. */
static bool flush_old(struct session *session)
{
	bool waiting = places_flush_old(session);

	for (size_t i = 0; i < session->consumers.n; i++) {
		const struct opened *opened = &session->consumers.items[i];

		if (opened->ops->flush)
			waiting |= opened->ops->flush(opened->consumer, now_ns());
	}
	return waiting || session_needs(session, NEED_TICKS) || watches_time(session);
}

static void trace(struct session *session)
{
	struct engine *engine = session->engine;
	enum engine_status status;
	struct event event;

	for (;;) {
		struct verdict verdict = { 0 };

		notify_tick(session);
		reload_tick(session);
		if (session_needs(session, NEED_REQUESTS) && engine_was_requested())
			FOR_ALL(session, request);
		status = engine->ops->next(engine, &event);
		session->host.losses.records = engine->n_lost;
		switch (status) {
		case ENGINE_EVENT:
			tracees_count_unseen(session, engine->unseen);
			if (requests_concern(session, &event))
				requests_handle(session, &event);
			if (!event.request)
				calls_handle(session, &event, &verdict);
			start_timer_if_pending(session, &event);
			engine->ops->resume(engine, &event, &verdict);
			check_limit(session);
			check_deadline(session);
			if (file_limits_are_set(&session->config->limits) &&
			    event.kind != EVENT_ENTER)
				places_limit(session, false);
			check_consumers(session);
			tick(session, event.mono_ns);
			break;
		case ENGINE_IDLE:
			set_session_timer(session, flush_old(session));
			if (file_limits_are_set(&session->config->limits))
				places_limit(session, true);
			targets_tick(session, now_ns());
			check_deadline(session);
			check_consumers(session);
			tick(session, now_ns());
			break;
		case ENGINE_INTERRUPTED:
			FOR_ALL(session, interrupt);
			targets_stop(session);
			engine->ops->stop(engine);
			break;
		case ENGINE_END:
			return;
		}
	}
}

/* Ends all consumers and places. Returns false if a write failed. */
static bool close_all(struct session *session)
{
	bool good = true;

	for (size_t i = 0; i < session->consumers.n; i++) {
		const struct opened *opened = &session->consumers.items[i];

		if (opened->ops->end)
			good &= opened->ops->end(opened->consumer);
	}
	good &= places_close(session);
	for (size_t i = 0; i < session->consumers.n; i++)
		good &= session->consumers.items[i].ops->close(
			session->consumers.items[i].consumer);
	return good;
}

/*
 * Begins the times of the trace when calls are seen: it can take seconds until the kernel has
 * accepted the bpf program.
 */
static void begin_times(struct session *session)
{
	uint64_t began_ns = session->engine->began_ns;

	if (began_ns)
		session->host.start_ns = began_ns;
	else
		began_ns = now_ns();
	if (session->config->for_ns)
		session->deadline_ns = began_ns + session->config->for_ns;
}

int session_run(struct session *session)
{
	int status = session->engine->ops->start(session->engine);
	bool good;

	begin_times(session);
	FOR_ALL(session, start, !status);
	if (status)
		return W_EXITCODE(status, 0);
	session->started = true;
	targets_begin(session);
	notify_begin(session);
	if (!session->targets.failed)
		reload_report(session);
	set_session_timer(session, watches_time(session));
	trace(session);
	notify_end(session);
	requests_end(session);
	good = close_all(session);
	explain_nothing(session);
	explain_stops(session);
	sample_report(session);
	if (session->config->advice && !session->config->no_notes)
		warn("%s", session->config->advice);
	if (session->config->tip)
		warn("%s", session->config->tip);
	select_report_unknown(session);
	good = select_report_trial(session) && good && !session->targets.failed;
	targets_end(session);
	readers_end(session);
	status = session->engine->ops->finish(session->engine, !good);
	if (session->reload.again) {
		reload_execute(session);
		return W_EXITCODE(1, 0);
	}
	return status;
}

void session_end(struct session *session, int status)
{
	if (!session->started)
		exit(WEXITSTATUS(status));
	session->engine->ops->end(session->engine, status);
}
