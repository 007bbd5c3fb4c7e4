/* SPDX-License-Identifier: MIT */
/* Waits until a tracee has stopped or ended. */
#include "engine/ptrace/wait.h"

#include <errno.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/process/signals.h"
#include "engine/ptrace/collect.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/detach.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/pending.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/supervisor.h"
#include "engine/ptrace/timer.h"
#include "engine/ptrace/tracees.h"
#include "scry/util.h"

/* The time between two looks at unsettled tracees. */
#define SETTLE_PAUSE_NS 200000
#define PROCESS_PAUSE_NS 50000000 /* between two looks for a process to attach to */

/*
 * True if a signal asks scry to end, if the supervisor has ended, or if the session's timer fired.
 */
static bool was_woken(struct ptrace_engine *engine, enum engine_status *why)
{
	int fatal;
	bool ticked;

	if (!signals_look(&fatal) || engine->stopping)
		return false;
	ticked = timer_has_ticked(engine);
	if (ticked) {
		pending_tick(engine);
		sandbox_tick(engine);
		colocate_tick(&engine->colocate);
	}
	colocate_balance(&engine->colocate);
	timer_update(engine);
	*why = ENGINE_INTERRUPTED;
	if (fatal)
		engine->interrupted_by = fatal;
	else if (supervisor_has_ended(engine))
		return true;
	else
		*why = ENGINE_IDLE;
	/* While tracees are handed over, the caller waits, and wants to know of stops only. */
	return fatal ||
	       (!hand_over_runs(engine) && (signals_has_request() || (ticked && engine->timer_on)));
}

/*
 * The trace does not wait for tracees that are not reported, nor for tracees that were released and
 * are traced because of their filter. It does wait for the command, because scry needs its status.
 * In all other cases only ECHILD ends the trace, because a child may not be in the table yet.
 */
static bool is_over(const struct ptrace_engine *engine)
{
	bool command_lives = engine->command && !engine->command_ended;

	if (engine->childless || engine->base.tracees.n != life_count(engine, LIVES_LEAVING))
		return engine->childless;
	return engine->stopping ||
	       (engine->filter && !command_lives && (engine->released || follows_silently(engine)));
}

/*
 * At the end of scry: see begin_release() in detach.c. A tracee that computes is waited for until a
 * deadline only.
 */
static bool is_settled(const struct ptrace_engine *engine)
{
	return engine->filter || !engine->n_unsettled || now_ns() >= engine->settle_until_ns;
}

static void let_settle(struct ptrace_engine *engine)
{
	const struct timespec pause = { .tv_nsec = SETTLE_PAUSE_NS };

	if (collect_stops(engine, WNOHANG) != ECHILD && !engine->ready)
		nanosleep(&pause, NULL);
}

/* Without a tracee there is nothing to wait for but a signal, and the next process to attach to. */
static void wait_for_process(void)
{
	const struct timespec pause = { .tv_nsec = PROCESS_PAUSE_NS };

	nanosleep(&pause, NULL);
}

/* Waits for stops. False: no tracee is left, for good or, with *why ENGINE_IDLE, for now. */
static bool wait_for_more(struct ptrace_engine *engine, enum engine_status *why)
{
	if (!engine->base.tracees.n && engine->base.config->waits && !engine->stopping) {
		colocate_suspend(&engine->colocate);
		wait_for_process();
		*why = ENGINE_IDLE;
		return false;
	}
	if (!engine->base.tracees.n)
		colocate_end(&engine->colocate);
	if (is_over(engine)) {
		if (is_settled(engine))
			return false;
		let_settle(engine);
	} else if (collect_stops(engine, 0) == ECHILD) {
		/*
		 * Tracees may be left: where only a leader was traced, another thread's execve
		 * ended it without a report.
		 */
		engine->childless = true;
		detach_all(engine);
	}
	return true;
}

static void note_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct colocate_stop stop = {
		.tid = tracee->base.tid,
		.n_tracees = engine->base.tracees.n,
		/* After an execve another thread may have got the tid. */
		.may_pin = life_is(tracee, LIVES_PINNABLE) &&
			   STATUS_EVENT(tracee->status) != PTRACE_EVENT_EXEC,
	};

	if (engine->hand_over)
		hand_over_note_stop(engine->hand_over);
	if (colocate_stop(&engine->colocate, &tracee->colocate, &stop))
		timer_update(engine);
}

/* A tracee that is resumed can end the delay of another one: see debugger_release(). */
static void resume_due(struct ptrace_engine *engine)
{
	struct ptrace_tracee *tracee;
	int signal;

	while (engine->delayed && (tracee = delay_take_due(engine, &signal)))
		resume_tracee(engine, tracee, signal);
}

struct ptrace_tracee *wait_next(struct ptrace_engine *engine, enum engine_status *status)
{
	struct ptrace_tracee *tracee;

	for (;;) {
		if (was_woken(engine, status))
			return NULL;
		resume_due(engine);
		*status = ENGINE_END;
		if (engine->killing || (!engine->ready && !wait_for_more(engine, status)))
			return NULL;
		tracee = engine->ready;
		if (tracee) {
			tracees_dequeue(engine, tracee);
			if (tracee->run == RUN_STOPPED)
				note_stop(engine, tracee);
			return tracee;
		}
		if (hand_over_runs(engine)) {
			*status = ENGINE_IDLE;
			return NULL;
		}
	}
}
