/* SPDX-License-Identifier: MIT */
/* The timer of the engine. */
#include "engine/ptrace/timer.h"

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/signals.h"

#define TICK_MS 100

void timer_update(struct ptrace_engine *engine)
{
	bool on = engine->timer_on || colocate_needs_ticks(&engine->colocate) ||
		  life_count(engine, LIVES_PENDING) || engine->n_overdue;

	/* A signal may have set the timer while the engine did not need it: see signals.c. */
	if (!on || !engine->ticking)
		signals_timer(on ? TICK_MS : 0);
	engine->ticking = on;
}
