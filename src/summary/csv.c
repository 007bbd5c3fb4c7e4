/* SPDX-License-Identifier: MIT */
/* Writes tables with keys as CSV (RFC 4180): a line of headings, then a line for each row. */
#include "summary/csv.h"

#include "scry/csv.h"
#include "summary/columns.h"
#include "summary/json.h"
#include "summary/keys.h"
#include "summary/rows.h"

/* Text of the tracee has no control characters: see key_put_plain(). */
static void put_csv_key(struct buf *out, const struct row *row, size_t key)
{
	struct buf plain = { 0 };

	if (row->is_other)
		buf_puts(&plain, KEY_OTHER);
	else
		key_put_plain(&plain, row_value(row, key));
	csv_put_text(out, plain.data, plain.len);
	buf_free(&plain);
}

/*
 * A histogram is a column for each power of two of nanoseconds between its bounds, and one for what
 * is more.
 */
static void put_csv_powers(struct buf *out, const struct row *row)
{
	uint64_t powers[POWERS], n = 0;

	histogram_powers(&row->counter.histogram, powers);
	for (unsigned i = 0; i < POWERS; i++) {
		n += powers[i];
		if (i < SUMMARY_FIRST_POWER || (i > SUMMARY_LAST_POWER && i + 1 < POWERS))
			continue;
		csv_next_cell(out);
		buf_put_udec(out, n);
		n = 0;
	}
}

static void put_powers_headings(struct buf *out)
{
	for (unsigned i = SUMMARY_FIRST_POWER; i <= SUMMARY_LAST_POWER; i++)
		buf_printf(out, ",wall_below_%llu_ns", 1ull << i);
	buf_printf(out, ",wall_from_%llu_ns", 1ull << SUMMARY_LAST_POWER);
}

static void put_column(struct buf *out, const struct table *table, const struct row *row,
		       enum summary_column column)
{
	if (column == SUMMARY_HISTOGRAM) {
		put_csv_powers(out, row);
		return;
	}
	csv_next_cell(out);
	if (!column_is_known(column, table->config))
		return;
	if (summary_columns[column].show == SHOW_PERCENT) {
		column_put(out, &summary_columns[column], table, row);
	} else {
		buf_put_udec(out, column_figure(&summary_columns[column], table, row));
	}
}

static void put_headings(struct buf *out, const struct table *table, const struct chosen *chosen,
			 const struct summary_span *span)
{
	const struct summary_config *config = table->config;

	if (span->repeated)
		buf_puts(out, "since,length_ns,");
	for (size_t i = 0; i < config->n_keys; i++)
		buf_printf(out, "%s%s", i ? "," : "", summary_key_name(config->keys[i]));
	for (size_t i = 0; i < chosen->n; i++)
		if (chosen->columns[i] == SUMMARY_HISTOGRAM)
			put_powers_headings(out);
		else
			buf_printf(out, ",%s", column_name(chosen->columns[i], config->wall_clock));
	csv_end_row(out);
}

void table_put_csv(struct buf *out, const struct table *table, const struct summary_span *span)
{
	struct chosen chosen;

	columns_choose(&chosen, table->config);
	if (span->first)
		put_headings(out, table, &chosen, span);
	for (size_t i = 0; i < table->n; i++) {
		if (span->repeated)
			buf_printf(out, "%s,%llu,", span->recent ? "previous" : "start",
				   (unsigned long long)span->length_ns);
		for (size_t key = 0; key < table->config->n_keys; key++) {
			if (key)
				csv_next_cell(out);
			put_csv_key(out, &table->rows[i], key);
		}
		for (size_t column = 0; column < chosen.n; column++)
			put_column(out, table, &table->rows[i], chosen.columns[column]);
		csv_end_row(out);
	}
}
