/* SPDX-License-Identifier: MIT */
/*
 * The supervisor: the process that users know when the tracer must be able to outlive the command.
 */
#ifndef ENGINE_SUPERVISOR_H
#define ENGINE_SUPERVISOR_H

#include <stdbool.h>

struct ptrace_engine;

/*
 * Forks; the call never returns in the supervisor. Returns 0 in the tracer, or an exit status; -1,
 * with errno: there can be no second process.
 */
int supervisor_split(struct ptrace_engine *engine);
/* In the tracer: returns whether there was a supervisor, and it has ended. */
bool supervisor_has_ended(const struct ptrace_engine *engine);
/* The trace has ended; status is that of waitpid(2). keeper: the tracer becomes the keeper. */
void supervisor_report_end(const struct ptrace_engine *engine, int status, bool keeper);
/* Tracees have a filter from now on, and die with the tracer. */
void supervisor_report_filter(const struct ptrace_engine *engine);

#endif
