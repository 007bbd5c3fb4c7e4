/* SPDX-License-Identifier: MIT */
/* Writes tables as text: the tables of -c in the format of strace, and tables with keys. */
#include "summary/table.h"

#include <stdlib.h>
#include <string.h>

#include "scry/sinks.h"
#include "summary/columns.h"
#include "summary/csv.h"
#include "summary/json.h"
#include "summary/keys.h"
#include "summary/metrics.h"
#include "summary/rows.h"

/*
 * Values of keys are padded to this width at most: a path can have 4 KiB. A longer value moves the
 * rest of its row.
 */
#define KEY_WIDTH_MAX 48
/* On the live screen no column is wider than this because of its kind. */
#define FLAT_WIDTH 7

static void lay_out_columns(struct layout *layout, const struct summary_config *config)
{
	layout->n = 0;
	for (size_t i = 0; i < config->n_columns; i++) {
		const struct column *column = &summary_columns[config->columns[i]];
		bool keyed = column->show == SHOW_NAME && config->n_keys;

		for (size_t key = 0; key < (keyed ? config->n_keys : 1); key++)
			layout->cells[layout->n++] = (struct cell){ column, key, 0 };
	}
}

static void put_heading(struct buf *out, const struct cell *cell,
			const struct summary_config *config)
{
	const struct column *column = cell->column;
	bool timed = column->figure != FIGURE_CALLS && column->figure != FIGURE_ERRORS &&
		     column->figure != FIGURE_BYTES && column->figure < FIGURE_CALL_RATE;
	const char *clock = column->clocks[config->wall_clock];

	if (!config->n_keys)
		buf_puts(out, column->heading);
	else if (column->show == SHOW_NAME)
		buf_puts(out, summary_key_name(config->keys[cell->key]));
	else
		buf_printf(out, "%s%s", clock ? clock : column->heading,
			   config->corrected && timed ? "*" : "");
}

static void put_cell_text(struct buf *out, const struct cell *cell, const struct table *table,
			  const struct row *row)
{
	if (!table->config->n_keys || cell->column->show != SHOW_NAME)
		column_put(out, cell->column, table, row);
	else if (row == &table->total)
		buf_puts(out, cell->key ? "" : "total");
	else if (row->is_other)
		buf_puts(out, KEY_OTHER);
	else
		key_put_plain(out, row_value(row, cell->key));
}

/* Returns the number of characters of a text in UTF-8. */
static size_t characters(const struct buf *text)
{
	size_t n = 0;

	for (size_t i = 0; i < text->len; i++)
		n += (text->data[i] & 0xc0) != 0x80;
	return n;
}

/* strace keeps a column that is aligned to the left one character wider than its cells. */
static void widen_column(struct cell *cell, const struct table *table, const struct row *row)
{
	struct buf text = { 0 };
	size_t width;

	put_cell_text(&text, cell, table, row);
	width = characters(&text) + cell->column->left;
	if (table->config->n_keys && cell->column->show == SHOW_NAME && width > KEY_WIDTH_MAX)
		width = KEY_WIDTH_MAX;
	if (cell->width < width)
		cell->width = width;
	buf_free(&text);
}

static void measure_columns(struct layout *layout, const struct table *table)
{
	for (size_t i = 0; i < layout->n; i++) {
		struct cell *cell = &layout->cells[i];
		struct buf heading = { 0 };

		put_heading(&heading, cell, table->config);
		cell->width = cell->column->min_width;
		/* A screen has few columns to spare. */
		if (table->config->flat && cell->width > FLAT_WIDTH)
			cell->width = FLAT_WIDTH;
		if (table->config->n_keys && cell->column->show == SHOW_NAME)
			cell->width = 0;
		if (table->config->n_keys && cell->width < heading.len)
			cell->width = heading.len;
		buf_free(&heading);
		for (size_t row = 0; row < table->n; row++)
			widen_column(cell, table, &table->rows[row]);
		widen_column(cell, table, &table->total);
	}
}

/*
 * Returns the colour of a cell: what a row is about, and errors, are what people look for. row:
 * NULL for what is no row.
 */
static const char *find_color(const struct table *table, const struct cell *cell,
			      const struct row *row)
{
	const struct color_scheme *colors = table->config->colors;

	if (!colors)
		return "";
	if (!row)
		return colors->codes[COLOR_COMMENT];
	if (cell->column->figure == FIGURE_ERRORS && row->counter.errors)
		return colors->codes[COLOR_ERROR];
	return cell->column->show == SHOW_NAME && row != &table->total
		       ? colors->codes[COLOR_SYSCALL]
		       : "";
}

/*
 * Puts a cell, padded to its width. There are no blanks at the end of the line. color: parameters
 * of SGR, console_codes(4).
 */
static void put_cell(struct buf *out, const struct layout *layout, size_t i, const struct buf *text,
		     const char *color)
{
	size_t width = layout->cells[i].width;
	bool left = layout->cells[i].column->left, last = i + 1 == layout->n;
	size_t used = characters(text), blanks = width > used ? width - used : 0;

	if (i)
		buf_putc(out, ' ');
	buf_fill(out, ' ', left ? 0 : blanks);
	if (*color && text->len)
		buf_printf(out, "\033[%sm%.*s\033[m", color, (int)text->len, text->data);
	else
		buf_put(out, text->data, text->len);
	buf_fill(out, ' ', left && !last ? blanks : 0);
}

void table_put_row(struct buf *out, const struct table *table, const struct layout *layout,
		   const struct row *row)
{
	struct buf text = { 0 };

	for (size_t i = 0; i < layout->n; i++) {
		buf_clear(&text);
		if (row)
			put_cell_text(&text, &layout->cells[i], table, row);
		else
			put_heading(&text, &layout->cells[i], table->config);
		put_cell(out, layout, i, &text, find_color(table, &layout->cells[i], row));
	}
	/* The row of totals has no values of keys but the first. */
	while (table->config->n_keys && out->data[out->len - 1] == ' ')
		out->len--;
	buf_putc(out, '\n');
	buf_free(&text);
}

static void put_table_line(struct buf *out, const struct table *table, const struct layout *layout)
{
	const char *color = find_color(table, NULL, NULL);

	if (*color)
		buf_printf(out, "\033[%sm", color);
	for (size_t i = 0; i < layout->n; i++) {
		buf_fill(out, ' ', i > 0);
		buf_fill(out, '-', layout->cells[i].width);
	}
	buf_puts(out, *color ? "\033[m\n" : "\n");
}

void table_lay_out(struct layout *layout, const struct table *table)
{
	lay_out_columns(layout, table->config);
	measure_columns(layout, table);
}

static void put_rows(struct buf *out, const struct table *table)
{
	struct layout layout;

	table_lay_out(&layout, table);
	table_put_row(out, table, &layout, NULL);
	put_table_line(out, table, &layout);
	for (size_t i = 0; i < table->n; i++)
		table_put_row(out, table, &layout, &table->rows[i]);
	put_table_line(out, table, &layout);
	table_put_row(out, table, &layout, &table->total);
}

/* --- notes below tables ------------------------------------------------------------------- */

static void put_time(struct buf *out, uint64_t ns)
{
	if (ns < 10000)
		buf_printf(out, "%llu ns", (unsigned long long)ns);
	else if (ns < 10000000)
		buf_printf(out, "%llu us", (unsigned long long)(ns / 1000));
	else
		buf_printf(out, "%llu ms", (unsigned long long)(ns / 1000000));
}

static void put_histogram_note(struct buf *out, const struct table *table)
{
	unsigned low, high;

	column_powers(table, &low, &high);
	if (low >= high)
		return;
	buf_printf(out,
		   "wall 2^n ns: a character for each power of two from below 2^%u ns to below "
		   "2^%u ns: %s\n",
		   low, high - 1,
		   table->config->blocks ? "eighths of the row's calls, '·' none"
					 : "tenths of the row's calls, '.' fewer, '_' none");
}

/* Says which of the calls have times that are no time of a whole call. */
static void put_unfinished(struct buf *out, const struct table *table)
{
	uint64_t n = table->total.counter.unfinished;

	if (n)
		buf_printf(out, "unfinished: %llu call%s on when scry detached: %s\n",
			   (unsigned long long)n, plural(n, " went", "s went"),
			   plural(n, "its time ends there", "their times end there"));
}

/* -c makes the tables of strace. Only what strace does not have is explained. */
static void put_text_table(const struct table *table, const struct abi *abi, void *ctx)
{
	struct buf *out = ctx;

	if (abi != abi_native())
		buf_printf(out, "System call usage summary for %s mode:\n", abi->mode);
	put_rows(out, table);
	if (summary_has_column(table->config, SUMMARY_WAITING))
		buf_puts(out, "waiting: wall-clock time minus CPU time in the kernel\n");
	if (summary_has_column(table->config, SUMMARY_HISTOGRAM))
		put_histogram_note(out, table);
	put_unfinished(out, table);
}

/* Says which part of the calls was counted, if not all were. */
static void summary_put_sample(struct buf *out, const struct summary_config *config)
{
	const struct losses *losses = config->losses;
	uint64_t counted = losses ? losses->seen - losses->left_out : 0;

	/* Where the kernel counts, it counts all calls. */
	if (losses && losses->seen)
		buf_printf(out,
			   "sample: %llu of %llu call%s %s counted; the counts are estimates of "
			   "all\n",
			   (unsigned long long)counted, (unsigned long long)losses->seen,
			   plural_s(losses->seen), plural(counted, "was", "were"));
}

void summary_print(const struct summary *summary, struct buf *out)
{
	summary_each_table(summary, put_text_table, out);
	summary_put_sample(out, summary->config);
}

/* Says what the times are and how much measuring adds to them. */
static void put_notes(struct buf *out, const struct table *table)
{
	const struct summary_config *config = table->config;

	if (config->wall_clock)
		buf_puts(out, "wall: from the entry to the exit of a call\n");
	else
		buf_puts(out, "system: CPU time in the kernel; wall: from the entry to the exit of "
			      "a call; waiting: wall - system\n");
	if (summary_has_column(config, SUMMARY_HISTOGRAM))
		put_histogram_note(out, table);
	summary_put_sample(out, config);
	put_unfinished(out, table);
	if (table->left_out)
		buf_printf(out, "left out: %llu call%s no value of a key\n",
			   (unsigned long long)table->left_out,
			   plural(table->left_out, " that has", "s that have"));
	if (config->corrected) {
		buf_puts(out, "*: corrected by -O: ");
		put_time(out, config->overhead_ns);
		buf_puts(out, " less for each call\n");
	} else if (config->stop_ns && (config->stops_ever || !config->stops_partly)) {
		buf_puts(out, "measuring error: tracing adds at least ");
		put_time(out, config->stop_ns);
		buf_puts(out,
			 config->stops_partly
				 ? " to the wall time of each call that was made before the bpf "
				   "engine took over\n"
				 : " to the wall time of each call on this machine; -O "
				   "subtracts a time\n");
	}
}

static void table_put_text(struct buf *out, const struct table *table,
			   const struct summary_span *span)
{
	if (span->repeated)
		buf_printf(out, "Since the %s, %.3f s:\n",
			   span->recent ? "previous table" : "start",
			   (double)span->length_ns / 1e9);
	put_rows(out, table);
	put_notes(out, table);
}

void summary_print_metrics(const struct summary *summary, enum summary_format format,
			   struct buf *out)
{
	struct summary_config config = *summary->config;
	struct table table;

	summary_group_table(summary, &table);
	config.format = format;
	table.config = &config;
	table_put_metrics(out, &table);
	table_free(&table);
}

void summary_print_groups(const struct summary *summary, const struct summary_span *span,
			  struct buf *out)
{
	struct table table;

	summary_group_table(summary, &table);
	switch (summary->config->format) {
	case SUMMARY_TEXT:
		table_put_text(out, &table, span);
		break;
	case SUMMARY_JSON:
		table_put_json(out, &table, span);
		break;
	case SUMMARY_CSV:
		table_put_csv(out, &table, span);
		break;
	case SUMMARY_PROMETHEUS:
	case SUMMARY_OPENMETRICS:
		table_put_metrics(out, &table);
		break;
	}
	table_free(&table);
}
