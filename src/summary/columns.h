/* SPDX-License-Identifier: MIT */
/* The columns of the summary: headings, values and text. */
#ifndef SUMMARY_COLUMNS_H
#define SUMMARY_COLUMNS_H

#include "summary/summary.h"

extern const struct column summary_columns[SUMMARY_COLUMNS];
/* Returns the value of a column. */
uint64_t column_figure(const struct column *column, const struct table *table,
		       const struct row *row);
/* Returns whether the values of a column were measured. */
bool column_is_known(enum summary_column column, const struct summary_config *config);
/* Appends the text of a column, without padding. */
void column_put(struct buf *out, const struct column *column, const struct table *table,
		const struct row *row);
/* Appends the name of the call. */
void row_put_name(struct buf *out, const struct row *row);
/*
 * Returns the powers of two of nanoseconds that the histogram of a table spans; low > high: it is
 * empty.
 */
void column_powers(const struct table *table, unsigned *low, unsigned *high);

#endif
