/* SPDX-License-Identifier: MIT */
/* Writes the tables of -c in the format of strace 6.1. */
#include <stdlib.h>
#include <string.h>

#include "summary/summary.h"

/* --- rows ------------------------------------------------------------------------------- */

static void add_times(struct times *sum, const struct times *times, bool first)
{
	sum->total += times->total;
	if (first || times->min < sum->min)
		sum->min = times->min;
	if (times->max > sum->max)
		sum->max = times->max;
}

static void add_row(struct table *table, const char *name, uint64_t nr, uint64_t order,
		    const struct counter *counter)
{
	struct counter *total = &table->total.counter;

	if (!counter->calls)
		return;
	table->rows = xreallocarray(table->rows, table->n + 1, sizeof(*table->rows));
	table->rows[table->n++] =
		(struct row){ .name = name, .nr = nr, .order = order, .counter = *counter };
	add_times(&total->system, &counter->system, !total->calls);
	add_times(&total->wall, &counter->wall, !total->calls);
	total->calls += counter->calls;
	total->errors += counter->errors;
}

static void add_rows(struct table *table, const struct summary *summary, const struct abi *abi)
{
	const struct counter *by_number = summary->by_number[abi->id];

	for (uint32_t nr = 0; by_number && nr < abi->n_ids; nr++)
		add_row(table, syscall_name(abi->ids[nr]), nr, nr, &by_number[nr]);
	for (size_t i = 0; i < summary->n_extras; i++) {
		const struct extra *extra = &summary->extras[i];
		const char *name = extra->id ? syscall_name(extra->id) : NULL;

		if (i == EXTRAS_MAX)
			name = "(others)";
		if (extra->abi == abi)
			add_row(table, name, extra->key, abi->n_ids + i, &extra->counter);
	}
}

static int compare_names(const struct row *left, const struct row *right)
{
	struct buf texts[2] = { { 0 }, { 0 } };
	int order;

	row_put_name(&texts[0], left);
	row_put_name(&texts[1], right);
	order = strcmp(buf_cstr(&texts[0]), buf_cstr(&texts[1]));
	buf_free(&texts[0]);
	buf_free(&texts[1]);
	return order;
}

static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	const struct row *left = a, *right = b;
	enum summary_column sort = table->config->sort;
	uint64_t keys[2] = { 0, 0 };
	int order = 0;

	if (sort == SUMMARY_NAME)
		order = compare_names(left, right);
	else if (sort < SUMMARY_COLUMNS) {
		keys[0] = column_figure(&summary_columns[sort], table, left);
		keys[1] = column_figure(&summary_columns[sort], table, right);
	}
	if (keys[0] != keys[1])
		order = keys[0] > keys[1] ? -1 : 1;
	return order ? order : left->order < right->order ? -1 : 1;
}

void summary_each_table(const struct summary *summary,
			void (*each)(const struct table *table, const struct abi *abi, void *ctx),
			void *ctx)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++) {
		struct table table = { .config = summary->config, .total.name = "total" };

		add_rows(&table, summary, abis[i]);
		if (table.n) {
			qsort_r(table.rows, table.n, sizeof(*table.rows), compare_rows, &table);
			each(&table, abis[i], ctx);
		}
		free(table.rows);
	}
}

/* --- text ------------------------------------------------------------------------------- */

static const struct column *column_at(const struct table *table, size_t i)
{
	return &summary_columns[table->config->columns[i]];
}

/* strace keeps a column that is aligned to the left one character wider than its cells. */
static void widen(size_t *width, const struct column *column, const struct table *table,
		  const struct row *row)
{
	struct buf cell = { 0 };

	column_put(&cell, column, table, row);
	if (*width < cell.len + column->left)
		*width = cell.len + column->left;
	buf_free(&cell);
}

static void measure(const struct table *table, size_t *widths)
{
	for (size_t i = 0; i < table->config->n_columns; i++) {
		widths[i] = column_at(table, i)->min_width;
		for (size_t row = 0; row < table->n; row++)
			widen(&widths[i], column_at(table, i), table, &table->rows[row]);
		widen(&widths[i], column_at(table, i), table, &table->total);
	}
}

/* Puts cell i of a row, padded to width. There are no blanks at the end of the line. */
static void put_cell(struct buf *out, const struct table *table, size_t i, size_t width,
		     const struct buf *cell)
{
	bool left = column_at(table, i)->left, last = i + 1 == table->config->n_columns;
	size_t blanks = width > cell->len ? width - cell->len : 0;

	if (i)
		buf_putc(out, ' ');
	buf_fill(out, ' ', left ? 0 : blanks);
	buf_put(out, cell->data, cell->len);
	buf_fill(out, ' ', left && !last ? blanks : 0);
}

/* Puts a row; row NULL: the headings. */
static void put_row(struct buf *out, const struct table *table, const size_t *widths,
		    const struct row *row)
{
	struct buf cell = { 0 };

	for (size_t i = 0; i < table->config->n_columns; i++) {
		const struct column *column = column_at(table, i);

		buf_clear(&cell);
		if (row)
			column_put(&cell, column, table, row);
		else
			buf_puts(&cell, column->heading);
		put_cell(out, table, i, widths[i], &cell);
	}
	buf_putc(out, '\n');
	buf_free(&cell);
}

static void put_line(struct buf *out, const struct table *table, const size_t *widths)
{
	for (size_t i = 0; i < table->config->n_columns; i++) {
		buf_fill(out, ' ', i > 0);
		buf_fill(out, '-', widths[i]);
	}
	buf_putc(out, '\n');
}

static void put_table(const struct table *table, const struct abi *abi, void *ctx)
{
	size_t widths[SUMMARY_COLUMNS];
	struct buf *out = ctx;

	if (abi != abi_native())
		buf_printf(out, "System call usage summary for %s mode:\n", abi->mode);
	measure(table, widths);
	put_row(out, table, widths, NULL);
	put_line(out, table, widths);
	for (size_t i = 0; i < table->n; i++)
		put_row(out, table, widths, &table->rows[i]);
	put_line(out, table, widths);
	put_row(out, table, widths, &table->total);
}

void summary_print(const struct summary *summary, struct buf *out)
{
	summary_each_table(summary, put_table, out);
}
