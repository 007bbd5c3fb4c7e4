/* SPDX-License-Identifier: MIT */
/* Writes CSV (RFC 4180). */
#include "scry/csv.h"

#include <string.h>

static bool is_number(const char *text, size_t len)
{
	size_t i = len && text[0] == '-', point = 0;

	if (i == len)
		return false;
	for (; i < len; i++) {
		point += text[i] == '.';
		if (text[i] != '.' && (text[i] < '0' || text[i] > '9'))
			return false;
	}
	return point <= 1;
}

/*
 * Spreadsheets take a cell that begins with such a character for a formula and compute it, also if
 * it is in quotes. A minus alone, which stands for no value, is text to them.
 */
static bool is_formula(const char *text, size_t len)
{
	return len && !(len == 1 && text[0] == '-') && memchr("=+-@\t\r\n", text[0], 7) &&
	       !is_number(text, len);
}

void csv_put_text(struct buf *out, const char *text, size_t len)
{
	buf_putc(out, '"');
	if (is_formula(text, len))
		buf_putc(out, '\'');
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"')
			buf_putc(out, '"');
		buf_putc(out, text[i]);
	}
	buf_putc(out, '"');
}
