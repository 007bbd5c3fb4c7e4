/* SPDX-License-Identifier: MIT */
/* Counts and times of calls, by program and by what the call is about. */
#ifndef WHY_SUMS_H
#define WHY_SUMS_H

#include "why/why.h"

/* Adds a call. Returns the row; NULL: there are too many. */
struct sum *sums_add(struct diagnosis *diagnosis, const struct process *process, uint32_t target,
		     enum sum_kind kind, uint64_t ns, uint64_t bytes);
void sums_free(struct sums *sums);

#endif
