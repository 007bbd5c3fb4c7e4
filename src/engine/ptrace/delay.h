/* SPDX-License-Identifier: MIT */
/* Tracees that stay stopped for a while, while the engine goes on. */
#ifndef ENGINE_DELAY_H
#define ENGINE_DELAY_H

#include <stdint.h>

struct ptrace_engine;
struct ptrace_tracee;

/* The stopped tracee stays stopped for ns nanoseconds, and is resumed with the signal (0: none) then. */
void delay_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal,
		 uint64_t ns);
/* Takes the tracee from the list of delays, if it is in it; it stays stopped. */
void delay_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* Resumes the tracees that have waited long enough. A signal will end the next wait when the next one has. */
void delay_resume_due(struct ptrace_engine *engine);

#endif
