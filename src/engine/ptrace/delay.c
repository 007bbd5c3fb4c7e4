/* SPDX-License-Identifier: MIT */
/* Tracees that stay stopped for a while, while the engine goes on. */
#include "engine/ptrace/delay.h"

#include <stdlib.h>

#include "engine/process/signals.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
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

void delay_end(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct delay *delay = engine->delayed;
	int signal;

	while (delay && delay->tracee != tracee)
		delay = delay->next;
	if (!delay)
		return;
	signal = delay->signal;
	delay_forget(engine, tracee);
	resume_tracee(engine, tracee, signal);
}

/* Returns when the next delay ends; UINT64_MAX: there is none. */
static uint64_t resume_due(struct ptrace_engine *engine, uint64_t now)
{
	uint64_t due = UINT64_MAX;

	for (struct delay *delay = engine->delayed, *next; delay; delay = next) {
		struct ptrace_tracee *tracee = delay->tracee;
		int signal = delay->signal;

		next = delay->next;
		if (delay->due_ns <= now) {
			delay_forget(engine, tracee);
			resume_tracee(engine, tracee, signal);
		} else if (delay->due_ns < due) {
			due = delay->due_ns;
		}
	}
	return due;
}

void delay_resume_due(struct ptrace_engine *engine)
{
	uint64_t due = resume_due(engine, now_ns());

	if (due != UINT64_MAX)
		timer_wake_at(engine, due);
}
