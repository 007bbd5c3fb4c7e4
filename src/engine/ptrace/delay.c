/* SPDX-License-Identifier: MIT */
/* Tracees that stay stopped for a while, while the engine goes on. */
#include "engine/ptrace/delay.h"

#include <stdlib.h>

#include "engine/process/signals.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/timer.h"
#include "scry/util.h"

struct delay {
	struct delay *next;
	struct ptrace_tracee *tracee;
	uint64_t due_ns;
	int signal; /* the tracee is resumed with it; 0: none */
};

void delay_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal,
		 uint64_t ns)
{
	struct delay *delay;

	if (tracee->run != RUN_STOPPED)
		return;
	delay = xcalloc(1, sizeof(*delay));
	life_set_run(tracee, RUN_DELAYED);
	delay->tracee = tracee;
	delay->due_ns = now_ns() + ns;
	delay->signal = signal;
	delay->next = engine->delayed;
	engine->delayed = delay;
}

void delay_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct delay **link = &engine->delayed, *over;

	if (tracee->run != RUN_DELAYED)
		return;
	while ((*link)->tracee != tracee)
		link = &(*link)->next;
	over = *link;
	*link = over->next;
	free(over);
	life_set_run(tracee, RUN_STOPPED);
	if (engine->delayed)
		return;
	signals_timer(0);
	engine->ticking = 0;
	timer_update(engine);
}

void delay_end(struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	for (struct delay *delay = engine->delayed; delay; delay = delay->next)
		if (delay->tracee == tracee)
			delay->due_ns = 0;
}

struct ptrace_tracee *delay_take_due(struct ptrace_engine *engine, int *signal)
{
	uint64_t now = now_ns(), next = UINT64_MAX;

	for (struct delay *delay = engine->delayed; delay; delay = delay->next) {
		struct ptrace_tracee *tracee = delay->tracee;

		if (delay->due_ns <= now) {
			*signal = delay->signal;
			delay_forget(engine, tracee);
			return tracee;
		}
		if (delay->due_ns < next)
			next = delay->due_ns;
	}
	if (next != UINT64_MAX)
		timer_wake_at(engine, next);
	return NULL;
}
