/* SPDX-License-Identifier: MIT */
/* Spreads pinned tracees that compute at the same time over the CPUs. */
#ifndef ENGINE_PTRACE_COLOCATE_SPREAD_H
#define ENGINE_PTRACE_COLOCATE_SPREAD_H

#include "engine/ptrace/colocate/colocate.h"

/* A pinned tracee stopped: brings it to the tracer, and moves aside what computes there. */
void spread_stopped(struct colocate *colocate, struct colocate_tracee *tracee);
/* True if all pinned tracees that run share the tracer's CPU, and stop all the time. */
bool spread_all_stop_soon(const struct colocate *colocate);
/* Uses CPUs that idle while tracees wait for the tracer's, or the other way round. */
void spread_balance(struct colocate *colocate);

#endif
