/* SPDX-License-Identifier: MIT */
/* Why the command failed. */
#ifndef WHY_FAILURE_H
#define WHY_FAILURE_H

#include "why/why.h"

/* Adds the findings. */
void find_failures(struct diagnosis *diagnosis);

#endif
