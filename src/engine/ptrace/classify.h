/* SPDX-License-Identifier: MIT */
/* What a stop means: an event for the session, or nothing that it needs to know. */
#ifndef ENGINE_CLASSIFY_H
#define ENGINE_CLASSIFY_H

#include <stdbool.h>
#include <sys/types.h>

#include "scry/event.h"

struct ptrace_engine;
struct ptrace_tracee;

/*
 * The child that a PTRACE_EVENT_FORK, _VFORK or _CLONE stop reports; 0: another stop, or the tracee
 * was killed.
 */
pid_t classify_child(const struct ptrace_tracee *tracee);
/* True if the stop is one on the way into a call or within it. */
bool classify_is_in_call(const struct ptrace_tracee *tracee);
/*
 * Makes an event of what happened to the tracee. False: there is nothing to report, and the tracee
 * was resumed.
 */
bool classify(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event);

/* Fills the members that every event has. Returns true, as what classify() returns for an event. */
bool classify_report(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		     struct event *event, enum event_kind kind);
/* There is nothing to report: resumes the tracee with the signal (0: none). Returns false. */
bool classify_pass(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);

#endif
