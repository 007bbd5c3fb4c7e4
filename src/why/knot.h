/* SPDX-License-Identifier: MIT */
/* Threads that only each other can wake form a knot. */
#ifndef WHY_KNOT_H
#define WHY_KNOT_H

#include "why/why.h"

/* Marks the threads that only each other can wake. */
void find_knot(struct diagnosis *diagnosis);

#endif
