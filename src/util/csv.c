/* SPDX-License-Identifier: MIT */
/* Writes CSV (RFC 4180). */
#include "scry/csv.h"

void csv_put_text(struct buf *out, const char *text, size_t len)
{
	buf_putc(out, '"');
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"')
			buf_putc(out, '"');
		buf_putc(out, text[i]);
	}
	buf_putc(out, '"');
}
