/* SPDX-License-Identifier: MIT */
/*
 * The guard: a process that gives the masks back if the tracer is killed by a signal that it cannot
 * catch.
 */
#ifndef ENGINE_PTRACE_COLOCATE_GUARD_H
#define ENGINE_PTRACE_COLOCATE_GUARD_H

#include <stdbool.h>

struct colocate;

/* False: there can be no guard. */
bool guard_start(struct colocate *colocate);
void guard_end(struct colocate *colocate);
/* True if the guard was killed. The caller then calls guard_forget(). */
bool guard_has_ended(const struct colocate *colocate);
void guard_forget(struct colocate *colocate);

#endif
