/* SPDX-License-Identifier: MIT */
/* The columns of the summary: headings, values and text. */
#include "summary/columns.h"

#include <inttypes.h>

#include "summary/keys.h"

#define NS_PER_SECOND 1000000000u
#define NS_PER_US 1000u

#define PERCENTILE(n)                                              \
	[SUMMARY_PERCENTILE(n)] = { "wall p" #n,     8,            \
				    FIGURE_QUANTILE, SHOW_SECONDS, \
				    .wall = true,    .part = (n) * (PARTS / 100) },

const struct column summary_columns[SUMMARY_COLUMNS] = {
	[SUMMARY_PERCENT] = { "% time", 6, FIGURE_TOTAL, SHOW_PERCENT,
			      .clocks = { "% system", "% wall" } },
	[SUMMARY_TOTAL] = { "seconds", 11, FIGURE_TOTAL, SHOW_SECONDS,
			    .clocks = { "system secs", "wall secs" } },
	[SUMMARY_MIN] = { "shortest", 8, FIGURE_MIN, SHOW_SECONDS,
			  .clocks = { "system min", "wall min" } },
	[SUMMARY_MAX] = { "longest", 8, FIGURE_MAX, SHOW_SECONDS,
			  .clocks = { "system max", "wall max" } },
	[SUMMARY_AVERAGE] = { "usecs/call", 11, FIGURE_AVERAGE, SHOW_US,
			      .clocks = { "system us/call", "wall us/call" } },
	[SUMMARY_CALLS] = { "calls", 9, FIGURE_CALLS, SHOW_NUMBER },
	[SUMMARY_ERRORS] = { "errors", 9, FIGURE_ERRORS, SHOW_IF_ANY },
	[SUMMARY_NAME] = { "syscall", 16, FIGURE_NONE, SHOW_NAME, .left = true },
	[SUMMARY_WALL_PERCENT] = { "% wall", 6, FIGURE_TOTAL, SHOW_PERCENT, .wall = true },
	[SUMMARY_WALL_TOTAL] = { "wall secs", 11, FIGURE_TOTAL, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_MIN] = { "wall min", 8, FIGURE_MIN, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_MAX] = { "wall max", 8, FIGURE_MAX, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_AVERAGE] = { "wall us/call", 12, FIGURE_AVERAGE, SHOW_US, .wall = true },
	PERCENTILES(PERCENTILE)[SUMMARY_P99_9] = { "wall p99.9", 10, FIGURE_QUANTILE, SHOW_SECONDS,
						   .wall = true, .part = 99900 },
	[SUMMARY_P99_99] = { "wall p99.99", 11, FIGURE_QUANTILE, SHOW_SECONDS, .wall = true,
			     .part = 99990 },
	[SUMMARY_P99_999] = { "wall p99.999", 12, FIGURE_QUANTILE, SHOW_SECONDS, .wall = true,
			      .part = 99999 },
	[SUMMARY_HISTOGRAM] = { "wall 2^n ns", 11, FIGURE_CALLS, SHOW_POWERS, .wall = true,
				.left = true },
	[SUMMARY_WAITING] = { "waiting", 11, FIGURE_WAITING, SHOW_SECONDS, .wall = true },
	[SUMMARY_BYTES] = { "bytes", 11, FIGURE_BYTES, SHOW_IF_ANY },
	[SUMMARY_CALL_RATE] = { "calls/s", 7, FIGURE_CALL_RATE, SHOW_SCALED },
	[SUMMARY_BYTE_RATE] = { "bytes/s", 7, FIGURE_BYTE_RATE, SHOW_SCALED },
	[SUMMARY_WORK_RATE] = { "% work", 6, FIGURE_WORK_RATE, SHOW_TENTHS },
};

static uint64_t quantile(const struct counter *counter, unsigned part)
{
	uint64_t ns = histogram_quantile(&counter->histogram, part);

	/* The upper bound of the last bucket is not reached. */
	return ns < counter->wall.max ? ns : counter->wall.max;
}

/* Returns how often something was counted in a second; 0: that is unknown. */
static uint64_t rate_of(uint64_t n, const struct table *table)
{
	double seconds = (double)table->recent_ns / NS_PER_SECOND;

	return table->recent_ns ? (uint64_t)((double)n / seconds + 0.5) : 0;
}

static uint64_t recent_figure(enum figure figure, const struct table *table, const struct row *row)
{
	const struct counter *recent = row->recent;

	if (!recent)
		return 0;
	if (figure == FIGURE_CALL_RATE)
		return rate_of(recent->calls, table);
	if (figure == FIGURE_BYTE_RATE)
		return rate_of(recent->bytes, table);
	return rate_of(recent->system.total, table) / (NS_PER_SECOND / 1000);
}

uint64_t column_figure(const struct column *column, const struct table *table,
		       const struct row *row)
{
	const struct counter *counter = &row->counter;
	bool wall = column->wall || table->config->wall_clock;
	const struct times *times = wall ? &counter->wall : &counter->system;

	switch (column->figure) {
	case FIGURE_NONE:
		break;
	case FIGURE_CALLS:
		return counter->calls;
	case FIGURE_ERRORS:
		return counter->errors;
	case FIGURE_TOTAL:
		return times->total;
	case FIGURE_MIN:
		return times->min;
	case FIGURE_MAX:
		return times->max;
	case FIGURE_AVERAGE:
		return counter->calls ? times->total / counter->calls : 0;
	case FIGURE_QUANTILE:
		return quantile(counter, column->part);
	case FIGURE_WAITING:
		return counter->wall.total > counter->system.total
			       ? counter->wall.total - counter->system.total
			       : 0;
	case FIGURE_BYTES:
		return counter->bytes;
	case FIGURE_CALL_RATE:
	case FIGURE_BYTE_RATE:
	case FIGURE_WORK_RATE:
		return recent_figure(column->figure, table, row);
	}
	return 0;
}

bool column_is_known(enum summary_column column, const struct summary_config *config)
{
	/*
	 * The other columns of CPU time have wall-clock time then: see summary_config.wall_clock.
	 */
	return column != SUMMARY_WAITING || !config->cpu_unmeasured;
}

void row_put_name(struct buf *out, const struct row *row)
{
	if (row->of_ring)
		buf_puts(out, "io_uring:");
	if (row->name)
		buf_puts(out, row->name);
	else
		buf_printf(out, row->of_ring ? "0x%" PRIx64 : "syscall_0x%" PRIx64, row->nr);
}

static double percent_of(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

void column_powers(const struct table *table, unsigned *low, unsigned *high)
{
	uint64_t powers[POWERS];

	histogram_powers(&table->total.counter.histogram, powers);
	for (*low = 0; *low < POWERS && !powers[*low];)
		++*low;
	for (*high = POWERS; *high > *low && !powers[*high - 1];)
		--*high;
}

/* Appends a block as high as the share of the calls, in eighths, rounded up. */
static void put_block(struct buf *out, uint64_t part, uint64_t calls)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	double eighths = calls ? 8.0 * (double)part / (double)calls : 0;

	if (!part)
		buf_puts(out, "·");
	else
		buf_puts(out, blocks[eighths < 8 ? (unsigned)eighths : 7]);
}

/*
 * Appends a character for each power of two of the table: a block or, where text is ASCII, the
 * tenths of the row's calls as a digit, '.' for fewer, '_' for none.
 */
static void put_column_powers(struct buf *out, const struct table *table, const struct row *row)
{
	uint64_t powers[POWERS], calls = row->counter.calls;
	unsigned low, high;

	column_powers(table, &low, &high);
	histogram_powers(&row->counter.histogram, powers);
	for (unsigned i = low; i < high; i++) {
		double tenths = calls ? 10.0 * (double)powers[i] / (double)calls : 0;

		if (table->config->blocks)
			put_block(out, powers[i], calls);
		else if (!powers[i])
			buf_putc(out, '_');
		else if (tenths < 1)
			buf_putc(out, '.');
		else
			buf_putc(out, (char)('0' + (tenths < 9 ? (int)tenths : 9)));
	}
}

/* Appends a number of any size in at most six characters. */
static void put_scaled(struct buf *out, uint64_t n)
{
	const char *unit = " kMGTPE";
	double value = (double)n;

	if (n < 100000) {
		buf_put_udec(out, n);
		return;
	}
	for (; value >= 1000; unit++)
		value /= 1000;
	buf_printf(out, value < 100 ? "%.1f%c" : "%.0f%c", value, *unit);
}

void column_put(struct buf *out, const struct column *column, const struct table *table,
		const struct row *row)
{
	uint64_t figure = column_figure(column, table, row);
	uint64_t all = column_figure(column, table, &table->total);

	switch (column->show) {
	case SHOW_NAME:
		row_put_name(out, row);
		break;
	case SHOW_PERCENT:
		buf_printf(out, "%.2f", row == &table->total ? 100 : percent_of(figure, all));
		break;
	case SHOW_SECONDS:
		buf_printf(out, "%.6f", (double)figure / NS_PER_SECOND);
		break;
	case SHOW_US:
		buf_put_udec(out, figure / NS_PER_US);
		break;
	case SHOW_SCALED:
		put_scaled(out, figure);
		break;
	case SHOW_TENTHS:
		buf_printf(out, "%.1f", (double)figure / 10);
		break;
	case SHOW_POWERS:
		put_column_powers(out, table, row);
		break;
	case SHOW_IF_ANY:
		if (!figure)
			break;
		/* fallthrough */
	case SHOW_NUMBER:
		buf_put_udec(out, figure);
		break;
	}
}

bool summary_has_column(const struct summary_config *config, enum summary_column column)
{
	for (size_t i = 0; i < config->n_columns; i++)
		if (config->columns[i] == column)
			return true;
	return config->sort == column;
}

/* Returns whether the bpf engine can count by the keys without reporting calls. */
static bool summary_keys_in_kernel(const struct summary_config *config)
{
	for (size_t i = 0; i < config->n_keys; i++)
		if (!summary_keys[config->keys[i]].in_kernel)
			return false;
	return true;
}

static bool is_of_histogram(enum summary_column column)
{
	return column < SUMMARY_COLUMNS &&
	       (summary_columns[column].figure == FIGURE_QUANTILE || column == SUMMARY_HISTOGRAM);
}

bool summary_needs_histogram(const struct summary_config *config)
{
	for (size_t i = 0; i < config->n_columns; i++)
		if (is_of_histogram(config->columns[i]))
			return true;
	return is_of_histogram(config->sort);
}

/*
 * Whether the figures of an interval are the difference of two counts since the start. -O leaves no
 * time below 0, in each count for itself.
 */
static bool is_difference(const struct summary_config *config)
{
	return !config->overhead_ns && !summary_has_column(config, SUMMARY_MIN) &&
	       !summary_has_column(config, SUMMARY_MAX) &&
	       !summary_has_column(config, SUMMARY_WALL_MIN) &&
	       !summary_has_column(config, SUMMARY_WALL_MAX);
}

bool summary_needs_calls(const struct summary_config *config)
{
	/* Other formats than text have all columns. */
	bool all = config->n_keys && config->all_columns && config->format != SUMMARY_TEXT;

	return !summary_keys_in_kernel(config) || all || summary_has_metrics(config) ||
	       summary_needs_histogram(config) || summary_has_column(config, SUMMARY_BYTES) ||
	       (config->interval_ns && !is_difference(config));
}

void summary_defaults(struct summary_config *config)
{
	*config = (struct summary_config){
		.columns = { SUMMARY_PERCENT, SUMMARY_TOTAL, SUMMARY_AVERAGE, SUMMARY_CALLS,
			     SUMMARY_ERRORS, SUMMARY_NAME },
		.n_columns = 6,
		.all_columns = true,
		.sort = SUMMARY_TOTAL,
	};
}

void summary_key_columns(struct summary_config *config)
{
	static const enum summary_column columns[] = {
		SUMMARY_WALL_PERCENT, SUMMARY_WALL_TOTAL, SUMMARY_TOTAL, SUMMARY_WAITING,
		SUMMARY_CALLS,	      SUMMARY_ERRORS,	  SUMMARY_BYTES, SUMMARY_NAME,
	};

	config->n_columns = 0;
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		bool cpu = columns[i] == SUMMARY_TOTAL || columns[i] == SUMMARY_WAITING;

		if (!(cpu && config->wall_clock))
			config->columns[config->n_columns++] = columns[i];
	}
}
