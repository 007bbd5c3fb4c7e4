/* SPDX-License-Identifier: MIT */
/* Public header of src/util/: appends CSV (RFC 4180) to a buffer. */
#ifndef SCRY_CSV_H
#define SCRY_CSV_H

#include "scry/util.h"

/*
 * Appends len bytes as a cell in quotes. They may have commas, quotes and line ends. A text that a
 * spreadsheet would take for a formula (=, +, -, @, tab or line end first, and no number) gets an
 * apostrophe before it.
 */
void csv_put_text(struct buf *out, const char *text, size_t len);

/* Appends the comma before a cell that is not the first one of its row. */
static inline void csv_next_cell(struct buf *out)
{
	buf_putc(out, ',');
}

static inline void csv_end_row(struct buf *out)
{
	buf_puts(out, "\r\n");
}

#endif
