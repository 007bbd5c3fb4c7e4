/* SPDX-License-Identifier: MIT */
/* Door of src/summary/: counters and the tables of -c. */
#ifndef SCRY_SUMMARY_H
#define SCRY_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "scry/call.h"
#include "scry/util.h"

struct summary;

struct summary *summary_new(void);
/* Counts a call that returned; system_ns: CPU time in the kernel it took; calls without a name by nr. */
void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns);
/* Appends strace's -c table: heaviest first, totals last. */
void summary_print(const struct summary *summary, struct buf *out);
void summary_free(struct summary *summary);

#endif
