/* SPDX-License-Identifier: MIT */
/* Judges ten times a second whether pinning pays. */
#ifndef ENGINE_PTRACE_COLOCATE_TICK_H
#define ENGINE_PTRACE_COLOCATE_TICK_H

#include "engine/ptrace/colocate/colocate.h"

/* While tracees are pinned. */
void tick_pinned(struct colocate *colocate);

#endif
