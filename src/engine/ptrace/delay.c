/* SPDX-License-Identifier: MIT */
/* Tracees that stay stopped for a while, without keeping the others waiting. */
#include "engine/ptrace/ptrace.h"
#include "scry/util.h"

void delay_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal,
		 uint64_t ns)
{
	tracee->delayed = true;
	tracee->due_ns = now_ns() + ns;
	tracee->due_signal = signal;
	tracee->next_delayed = engine->delayed;
	engine->delayed = tracee;
}

void delay_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct ptrace_tracee **link = &engine->delayed;

	if (!tracee->delayed)
		return;
	while (*link != tracee)
		link = &(*link)->next_delayed;
	*link = tracee->next_delayed;
	tracee->delayed = false;
	if (engine->delayed)
		return;
	signals_timer(0);
	engine->ticking = false;
	ptrace_update_timer(engine);
}

/* Returns the time of the next one; UINT64_MAX: there is none. */
static uint64_t resume_due(struct ptrace_engine *engine, uint64_t now)
{
	struct ptrace_tracee *next;
	uint64_t due = UINT64_MAX;

	for (struct ptrace_tracee *tracee = engine->delayed; tracee; tracee = next) {
		next = tracee->next_delayed;
		if (tracee->due_ns <= now) {
			delay_forget(engine, tracee);
			resume_tracee(engine, tracee, tracee->due_signal);
		} else if (tracee->due_ns < due) {
			due = tracee->due_ns;
		}
	}
	return due;
}

void delay_look(struct ptrace_engine *engine)
{
	uint64_t now, due;

	if (!engine->delayed)
		return;
	now = now_ns();
	due = resume_due(engine, now);
	if (due != UINT64_MAX)
		signals_alarm(due - now);
}
