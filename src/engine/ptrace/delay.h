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
/* Resumes a tracee before its delay is over. */
void delay_end(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/*
 * Resumes the tracees with a delay that is over. The timer will end the next wait when the next
 * delay is over.
 */
void delay_resume_due(struct ptrace_engine *engine);

#endif
