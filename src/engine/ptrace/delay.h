/* SPDX-License-Identifier: MIT */
/* Tracees that stay stopped for a while, while the engine goes on. */
#ifndef ENGINE_DELAY_H
#define ENGINE_DELAY_H

#include <stdint.h>

struct ptrace_engine;
struct ptrace_tracee;

/*
 * Keeps a stopped tracee stopped for ns nanoseconds. Then the engine resumes it with the signal (0:
 * none).
 */
void delay_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal,
		 uint64_t ns);
/* Removes a tracee from the list of delays, if it is in the list. The tracee stays stopped. */
void delay_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The delay of a tracee is over now: delay_take_due() returns it next. */
void delay_end(struct ptrace_engine *engine, const struct ptrace_tracee *tracee);
/*
 * Takes a tracee whose delay is over out of the list; *signal is what it is to be resumed with.
 * Returns NULL if there is none. The timer will then end the next wait when the next delay is over.
 */
struct ptrace_tracee *delay_take_due(struct ptrace_engine *engine, int *signal);

#endif
