/* SPDX-License-Identifier: MIT */
/* The timer of the engine: it serves both the ticks and the ends of delays. */
#include "engine/ptrace/timer.h"

#include "engine/process/signals.h"
#include "engine/ptrace/ptrace.h"
#include "scry/util.h"

#define TICK_MS 100
#define BALANCE_MS 1
#define TICK_NS (TICK_MS * 1000000u)

void timer_update(struct ptrace_engine *engine)
{
	bool on = engine->timer_on || colocate_needs_ticks(&engine->colocate) ||
		  life_count(engine, LIVES_PENDING) || engine->n_overdue;
	unsigned ms = colocate_needs_balance(&engine->colocate) ? BALANCE_MS : on ? TICK_MS : 0;

	if (ms && ms != engine->ticking)
		engine->tick_due_ns = now_ns() + TICK_NS;
	/* A signal may have set the timer while the engine did not need it: see signals.c. */
	if (!ms || ms != engine->ticking)
		signals_timer(ms);
	engine->ticking = ms;
}

bool timer_has_ticked(struct ptrace_engine *engine)
{
	uint64_t now;

	/* Otherwise the timer fires once for each tick. */
	if (!engine->delayed && engine->ticking != BALANCE_MS)
		return true;
	now = now_ns();
	if (!engine->ticking || now < engine->tick_due_ns)
		return false;
	engine->tick_due_ns = now + TICK_NS;
	return true;
}

void timer_wake_at(struct ptrace_engine *engine, uint64_t due_ns)
{
	uint64_t now = now_ns();

	if (engine->ticking && engine->tick_due_ns < due_ns)
		due_ns = engine->tick_due_ns;
	signals_alarm(due_ns > now ? due_ns - now : 1);
}
