/* SPDX-License-Identifier: MIT */
/* Begins an event. */
#ifndef ENGINE_REPORT_H
#define ENGINE_REPORT_H

#include <stdbool.h>

#include "scry/event.h"

struct ptrace_engine;
struct ptrace_tracee;

/* Fills the members that every event has. Returns true, as classify() does for an event. */
bool report_event(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event,
		  enum event_kind kind);

#endif
