/* SPDX-License-Identifier: MIT */
/* Writes summaries as JSON records, one for each row (doc/json.md). */
#ifndef SUMMARY_JSON_H
#define SUMMARY_JSON_H

#include "summary/summary.h"

/* Appends a table with keys. */
void table_put_json(struct buf *out, const struct table *table, const struct summary_span *span);
/* The key of a column in records, which is also its heading in CSV. */
const char *column_name(enum summary_column column, bool wall_clock);
/* Chooses the columns of -U, or all of them. */
void columns_choose(struct chosen *chosen, const struct summary_config *config);

#endif
