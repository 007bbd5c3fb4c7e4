/* SPDX-License-Identifier: MIT */
/* Judges ten times a second whether pinning pays. */
#ifndef ENGINE_COLOCATE_TICK_H
#define ENGINE_COLOCATE_TICK_H

#include "engine/colocate/colocate.h"

/* While tracees are pinned. */
void tick_pinned(struct colocate *colocate);

#endif
