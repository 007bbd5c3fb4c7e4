/* SPDX-License-Identifier: MIT */
/* What costs time: the rules of the table on the sums. */
#ifndef WHY_COST_H
#define WHY_COST_H

#include "why/why.h"

/* Adds the findings. */
void find_costs(struct diagnosis *diagnosis);

#endif
