/* SPDX-License-Identifier: MIT */
/* Counters of calls: what a row of a table adds up. */
#ifndef SUMMARY_COUNTER_H
#define SUMMARY_COUNTER_H

#include "summary/summary.h"

/* Adds the counts of one counter to another. */
void counter_merge(struct counter *to, const struct counter *from);
void counter_free(struct counter *counter);
/* Adds n calls that failed with an error to by_error. */
void counter_add_error(struct counter *counter, uint32_t error, uint64_t n);

#endif
