/* SPDX-License-Identifier: MIT */
/* Resumes a stopped tracee. */
#ifndef ENGINE_RESUME_H
#define ENGINE_RESUME_H

struct engine;
struct event;
struct ptrace_engine;
struct ptrace_tracee;
struct verdict;

/*
 * Resumes the tracee if it is stopped, until its next stop that matters. signal 0: none is
 * delivered.
 */
void resume_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);
/* The tracee stays in its group-stop, and SIGCONT ends that. */
void resume_group_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The operation .resume of struct engine_ops. */
void resume_event(struct engine *engine, const struct event *event, const struct verdict *verdict);

#endif
