/* SPDX-License-Identifier: MIT */
/* Resumes a stopped tracee. */
#ifndef ENGINE_RESUME_H
#define ENGINE_RESUME_H

#include <stdbool.h>

struct ptrace_engine;
struct ptrace_tracee;

/*
 * Resumes the tracee if it is stopped, until its next stop that matters. signal 0: none is
 * delivered.
 */
void resume_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);
/* The tracee stays in its group-stop, and SIGCONT ends that. */
void resume_group_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* Resumes a tracee of which there is nothing to report. Returns false, as classify() does then. */
bool resume_unreported(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);

#endif
