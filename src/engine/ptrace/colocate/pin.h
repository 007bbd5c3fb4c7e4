/* SPDX-License-Identifier: MIT */
/* Pins tracer and tracees to a CPU. */
#ifndef ENGINE_PTRACE_COLOCATE_PIN_H
#define ENGINE_PTRACE_COLOCATE_PIN_H

#include "engine/ptrace/colocate/colocate.h"

/* How long pinning pauses after every CPU was busy, and yielding after a yield took too long. */
#define COLOCATE_PAUSE_NS 1000000000u

/* Chooses a CPU and pins the tracer to it. Tracees are pinned when they stop. */
void pin_begin(struct colocate *colocate);
/* Gives all masks back. */
void pin_end(struct colocate *colocate);
void pin_tracee(struct colocate *colocate, struct colocate_tracee *tracee, pid_t tid);
/* Gives the tracee its mask back. */
void pin_release(struct colocate *colocate, struct colocate_tracee *tracee);
/* Begins to count what happens until the next tick. */
void pin_begin_tick(struct colocate *colocate);

#endif
