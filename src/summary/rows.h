/* SPDX-License-Identifier: MIT */
/* The rows of a table, in their order. */
#ifndef SUMMARY_ROWS_H
#define SUMMARY_ROWS_H

#include "summary/summary.h"

/* Calls each() with the sorted table of every ABI of which a call was counted. */
void summary_each_table(const struct summary *summary,
			void (*each)(const struct table *table, const struct abi *abi, void *ctx),
			void *ctx);
/* Fills *table with the sorted rows of a summary with keys. table_free() frees it. */
void summary_group_table(const struct summary *summary, struct table *table);
/* With config.flat the rows are not sorted yet: this sorts them, once row.recent is known. */
void table_sort_flat(struct table *table);
void table_free(struct table *table);
/* Returns the value of key i of a row; NULL: it has none. */
const char *row_value(const struct row *row, size_t i);

#endif
