/* SPDX-License-Identifier: MIT */
/* The timer of the engine. */
#ifndef ENGINE_TIMER_H
#define ENGINE_TIMER_H

#include <stdbool.h>
#include <stdint.h>

struct ptrace_engine;

/*
 * Starts or stops the ticks of the timer: it ticks every 100 ms while the session or the engine
 * needs it.
 */
void timer_update(struct ptrace_engine *engine);
/*
 * To be called after SIGNAL_WAKE. Returns false if the timer has fired for the end of a delay, and
 * no tick is due.
 */
bool timer_has_ticked(struct ptrace_engine *engine);
/*
 * While tracees are delayed: lets the timer end the next wait at due_ns (CLOCK_MONOTONIC), or
 * before that at a tick.
 */
void timer_wake_at(struct ptrace_engine *engine, uint64_t due_ns);

#endif
