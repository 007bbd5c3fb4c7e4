/* SPDX-License-Identifier: MIT */
/* The legal transitions of a tracee's life, and of what its thread does. */
#include "engine/ptrace/life.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/ptrace/ptrace.h"

#define TO(life) LIFE_BIT(LIFE_##life)
#define TO_RUN(run) LIFE_BIT(RUN_##run)

static const unsigned next_lives[LIFE_COUNT] = {
	[LIFE_UNKNOWN] = TO(PENDING) | TO(ATTACHED) | TO(LAUNCHING) | TO(FOLLOWED) | TO(RELEASED),
	[LIFE_PENDING] = TO(PENDING_LONG) | TO(ORPHAN) | TO(FOLLOWED) | TO(RELEASED),
	[LIFE_PENDING_LONG] = TO(ORPHAN) | TO(FOLLOWED) | TO(RELEASED),
	[LIFE_ORPHAN] = TO(FOLLOWED) | TO(RELEASED),
	/* The session can let the command go before its execve: -D reports it as attached. */
	[LIFE_LAUNCHING] = TO(EXECUTING) | TO(FOLLOWED) | TO(LEAVING) | TO(RELEASED),
	[LIFE_EXECUTING] = TO(FOLLOWED) | TO(LEAVING),
	[LIFE_ATTACHED] = TO(LAUNCHING) | TO(FOLLOWED) | TO(ATTACHED_LEAVING),
	[LIFE_FOLLOWED] = TO(MUTED) | TO(LEAVING),
	[LIFE_MUTED] = TO(LEAVING),
	[LIFE_ATTACHED_LEAVING] = TO(LEAVING),
	[LIFE_LEAVING] = TO(RELEASED),
	[LIFE_RELEASED] = 0,
};

static const unsigned next_runs[RUN_COUNT] = {
	[RUN_RUNNING] = TO_RUN(STOPPED) | TO_RUN(ENDED),
	/*
	 * A stop follows a stop when another thread's execve takes the tid, and after calls of
	 * remote.c.
	 */
	[RUN_STOPPED] = TO_RUN(STOPPED) | TO_RUN(RUNNING) | TO_RUN(LISTENING) | TO_RUN(DELAYED) |
			TO_RUN(ENDED),
	[RUN_LISTENING] = TO_RUN(STOPPED) | TO_RUN(ENDED),
	[RUN_DELAYED] = TO_RUN(STOPPED) | TO_RUN(ENDED),
	/*
	 * The kernel can give the tid to another thread before the engine has dealt with the end.
	 */
	[RUN_ENDED] = TO_RUN(STOPPED) | TO_RUN(ENDED),
};

bool life_may_follow(enum tracee_life from, enum tracee_life to)
{
	return next_lives[from] & LIFE_BIT(to);
}

bool life_run_may_follow(enum tracee_run from, enum tracee_run to)
{
	return next_runs[from] & LIFE_BIT(to);
}

#ifdef SCRY_ASSERTIONS
static void check(bool legal, const struct ptrace_tracee *tracee, const char *what, unsigned from,
		  unsigned to)
{
	if (legal)
		return;
	fprintf(stderr, "scry: %s of tracee %d: illegal transition from %u to %u\n", what,
		tracee->base.tid, from, to);
	abort();
}
#else
#define check(legal, tracee, what, from, to)
#endif

void life_set(struct ptrace_engine *engine, struct ptrace_tracee *tracee, enum tracee_life life)
{
	check(life_may_follow(tracee->life, life), tracee, "life", tracee->life, life);
	engine->n_lives[tracee->life]--;
	engine->n_lives[life]++;
	tracee->life = life;
}

void life_set_run(struct ptrace_tracee *tracee, enum tracee_run run)
{
	check(life_run_may_follow(tracee->run, run), tracee, "run", tracee->run, run);
	tracee->run = run;
}

void life_begin(struct ptrace_engine *engine)
{
	engine->n_lives[LIFE_UNKNOWN]++;
}

void life_end(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	engine->n_lives[tracee->life]--;
}

size_t life_count(const struct ptrace_engine *engine, unsigned lives)
{
	size_t n = 0;

	for (unsigned life = 0; life < LIFE_COUNT; life++)
		if (lives & LIFE_BIT(life))
			n += engine->n_lives[life];
	return n;
}
