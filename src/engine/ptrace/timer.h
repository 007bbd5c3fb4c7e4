/* SPDX-License-Identifier: MIT */
/* The timer of the engine. */
#ifndef ENGINE_TIMER_H
#define ENGINE_TIMER_H

struct ptrace_engine;

/* Lets the timer run while something needs it. */
void timer_update(struct ptrace_engine *engine);

#endif
