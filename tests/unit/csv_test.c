/* SPDX-License-Identifier: MIT */
/* Unit tests of the CSV writer: a reader gets back every byte. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "scry/csv.h"
#include "suite.h"

/*
 * Reads a cell in quotes at *at as RFC 4180 describes it, and moves *at past it. Returns false if
 * there is none.
 */
static bool read_cell(const char **at, const char *end, struct buf *cell)
{
	const char *s = *at;

	buf_clear(cell);
	if (s == end || *s++ != '"')
		return false;
	for (; s < end; s++) {
		if (*s == '"' && (s + 1 == end || s[1] != '"'))
			break;
		s += *s == '"';
		buf_putc(cell, *s);
	}
	*at = s + 1;
	return s < end;
}

START_TEST(a_row_has_cells_and_commas)
{
	struct buf out = { 0 };

	csv_put_text(&out, "a", 1);
	csv_next_cell(&out);
	csv_next_cell(&out);
	csv_put_text(&out, "say \"hi\", \r\n", 12);
	csv_end_row(&out);
	ck_assert_str_eq(buf_cstr(&out), "\"a\",,\"say \"\"hi\"\", \r\n\"\r\n");
	buf_free(&out);
}
END_TEST

/* A spreadsheet computes nothing: an apostrophe makes the cell a text. Numbers stay numbers. */
START_TEST(formulas_become_texts)
{
	static const char *const cells[][2] = {
		{ "=cmd|calc!A1", "\"'=cmd|calc!A1\"" },
		{ "+1", "\"'+1\"" },
		{ "-", "\"-\"" },
		{ "-2+3", "\"'-2+3\"" },
		{ "-1-1", "\"'-1-1\"" },
		{ "@SUM(A1)", "\"'@SUM(A1)\"" },
		{ "\t=1", "\"'\t=1\"" },
		{ "\r=1", "\"'\r=1\"" },
		{ "-5", "\"-5\"" },
		{ "-5.25", "\"-5.25\"" },
		{ "12", "\"12\"" },
		{ "/a=b", "\"/a=b\"" },
		{ "'=1", "\"'=1\"" },
		{ "", "\"\"" },
	};
	struct buf out = { 0 };

	for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
		buf_clear(&out);
		csv_put_text(&out, cells[i][0], strlen(cells[i][0]));
		ck_assert_str_eq(buf_cstr(&out), cells[i][1]);
	}
	buf_free(&out);
}
END_TEST

START_TEST(hostile_bytes_stay_in_their_cell)
{
	static const char pieces[] = "\",\r\n\0=;\xff\xc3\xa4";
	struct buf out = { 0 }, cell = { 0 };
	uint32_t state = 1;
	char bytes[2][32];

	for (unsigned round = 0; round < 50000; round++) {
		const char *at;
		bool good = true;

		buf_clear(&out);
		for (unsigned i = 0; i < 2; i++) {
			for (size_t j = 0; j < round % 32; j++) {
				state = state * 1664525 + 1013904223;
				bytes[i][j] = pieces[(state >> 16) % (sizeof(pieces) - 1)];
			}
			/* No formula. */
			bytes[i][0] = '/';
			if (i)
				csv_next_cell(&out);
			csv_put_text(&out, bytes[i], round % 32);
		}
		csv_end_row(&out);
		at = out.data;
		for (unsigned i = 0; i < 2; i++) {
			good &= read_cell(&at, out.data + out.len, &cell) &&
				cell.len == round % 32 &&
				(!cell.len || !memcmp(cell.data, bytes[i], cell.len));
			good &= *at++ == (i ? '\r' : ',');
		}
		/* An assertion takes longer than a round. */
		if (!good || at + 1 != out.data + out.len)
			ck_abort_msg("round %u: %s", round, buf_cstr(&out));
	}
	buf_free(&out);
	buf_free(&cell);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("csv");

	tcase_add_test(tcase, a_row_has_cells_and_commas);
	tcase_add_test(tcase, formulas_become_texts);
	tcase_add_test(tcase, hostile_bytes_stay_in_their_cell);
	return suite_run(suite_create("csv"), tcase, NULL);
}
