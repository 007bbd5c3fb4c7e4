/* SPDX-License-Identifier: MIT */
/* Writes tables with keys as metrics. */
#ifndef SUMMARY_METRICS_H
#define SUMMARY_METRICS_H

#include "summary/summary.h"

/* Appends a table with keys. */
void table_put_metrics(struct buf *out, const struct table *table);

#endif
