/* SPDX-License-Identifier: MIT */
/* What a stop means: an event for the session, or nothing that it needs to know. */
#ifndef ENGINE_CLASSIFY_H
#define ENGINE_CLASSIFY_H

#include <stdbool.h>

#include "scry/event.h"

struct ptrace_engine;
struct ptrace_tracee;

/*
 * Makes an event of what happened to the tracee. False: there is nothing to report, and the tracee
 * was resumed.
 */
bool classify(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event);

#endif
