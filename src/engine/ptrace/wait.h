/* SPDX-License-Identifier: MIT */
/* Waits until a tracee has stopped or ended. */
#ifndef ENGINE_WAIT_H
#define ENGINE_WAIT_H

#include "scry/engine.h"

struct ptrace_engine;
struct ptrace_tracee;

/*
 * The next tracee in the queue. Returns NULL if there is none; *status is then what .next returns.
 */
struct ptrace_tracee *wait_next(struct ptrace_engine *engine, enum engine_status *status);

#endif
