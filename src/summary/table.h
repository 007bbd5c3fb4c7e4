/* SPDX-License-Identifier: MIT */
/* Writes tables as text: the tables of -c in the format of strace, and tables with keys. */
#ifndef SUMMARY_TABLE_H
#define SUMMARY_TABLE_H

#include "summary/summary.h"

/* Chooses the widths of the columns of a table, and puts a row; row NULL: the headings. */
void table_lay_out(struct layout *layout, const struct table *table);
void table_put_row(struct buf *out, const struct table *table, const struct layout *layout,
		   const struct row *row);

#endif
