/* SPDX-License-Identifier: MIT */
/* Writes tables with keys as CSV (RFC 4180): a line of headings, then a line for each row. */
#ifndef SUMMARY_CSV_H
#define SUMMARY_CSV_H

#include "summary/summary.h"

/* Appends a table with keys. */
void table_put_csv(struct buf *out, const struct table *table, const struct summary_span *span);

#endif
