/* SPDX-License-Identifier: MIT */
/* The columns of -U: what stands in each, and how rows are compared by it. */
#include <inttypes.h>

#include "summary/summary.h"

#define NS_PER_SECOND 1000000000u

static const struct times *times_of(const struct table *table, const struct row *row)
{
	return table->config->wall_clock ? &row->counter.wall : &row->counter.system;
}

static uint64_t average(const struct row *row, const struct times *times)
{
	return times->total / 1000 / row->counter.calls;
}

static void put_seconds(struct buf *out, uint64_t ns)
{
	buf_printf(out, "%.6f", (double)ns / NS_PER_SECOND);
}

static void put_percent(struct buf *out, const struct table *table, const struct row *row)
{
	uint64_t all = times_of(table, &table->total)->total;
	double percent = all ? 100.0 * times_of(table, row)->total / all : 0;

	buf_printf(out, "%.2f", row == &table->total ? 100 : percent);
}

static void put_total(struct buf *out, const struct table *table, const struct row *row)
{
	put_seconds(out, times_of(table, row)->total);
}

static void put_least(struct buf *out, const struct table *table, const struct row *row)
{
	put_seconds(out, times_of(table, row)->least);
}

static void put_most(struct buf *out, const struct table *table, const struct row *row)
{
	put_seconds(out, times_of(table, row)->most);
}

static void put_average(struct buf *out, const struct table *table, const struct row *row)
{
	buf_put_udec(out, average(row, times_of(table, row)));
}

static void put_calls(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	buf_put_udec(out, row->counter.calls);
}

static void put_errors(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	if (row->counter.errors)
		buf_put_udec(out, row->counter.errors);
}

static void put_name(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	if (row->name)
		buf_puts(out, row->name);
	else
		buf_printf(out, "syscall_0x%" PRIx64, row->nr);
}

static void put_wall_total(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	put_seconds(out, row->counter.wall.total);
}

static void put_wall_least(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	put_seconds(out, row->counter.wall.least);
}

static void put_wall_most(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	put_seconds(out, row->counter.wall.most);
}

static void put_wall_average(struct buf *out, const struct table *table, const struct row *row)
{
	(void)table;
	buf_put_udec(out, average(row, &row->counter.wall));
}

static uint64_t by_total(const struct table *table, const struct row *row)
{
	return times_of(table, row)->total;
}

static uint64_t by_least(const struct table *table, const struct row *row)
{
	return times_of(table, row)->least;
}

static uint64_t by_most(const struct table *table, const struct row *row)
{
	return times_of(table, row)->most;
}

static uint64_t by_average(const struct table *table, const struct row *row)
{
	return times_of(table, row)->total / row->counter.calls;
}

static uint64_t by_calls(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.calls;
}

static uint64_t by_errors(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.errors;
}

static uint64_t by_wall_total(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.wall.total;
}

static uint64_t by_wall_least(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.wall.least;
}

static uint64_t by_wall_most(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.wall.most;
}

static uint64_t by_wall_average(const struct table *table, const struct row *row)
{
	(void)table;
	return row->counter.wall.total / row->counter.calls;
}

const struct column summary_columns[SUMMARY_COLUMNS] = {
	[SUMMARY_PERCENT] = { "% time", 6, false, put_percent, by_total },
	[SUMMARY_TOTAL] = { "seconds", 11, false, put_total, by_total },
	[SUMMARY_MIN] = { "shortest", 8, false, put_least, by_least },
	[SUMMARY_MAX] = { "longest", 8, false, put_most, by_most },
	[SUMMARY_AVERAGE] = { "usecs/call", 11, false, put_average, by_average },
	[SUMMARY_CALLS] = { "calls", 9, false, put_calls, by_calls },
	[SUMMARY_ERRORS] = { "errors", 9, false, put_errors, by_errors },
	[SUMMARY_NAME] = { "syscall", 16, true, put_name, NULL },
	[SUMMARY_WALL_TOTAL] = { "wall secs", 11, false, put_wall_total, by_wall_total },
	[SUMMARY_WALL_MIN] = { "wall min", 8, false, put_wall_least, by_wall_least },
	[SUMMARY_WALL_MAX] = { "wall max", 8, false, put_wall_most, by_wall_most },
	[SUMMARY_WALL_AVERAGE] = { "wall us/call", 12, false, put_wall_average, by_wall_average },
};

void summary_defaults(struct summary_config *config)
{
	*config = (struct summary_config){
		.columns = { SUMMARY_PERCENT, SUMMARY_TOTAL, SUMMARY_AVERAGE, SUMMARY_CALLS,
			     SUMMARY_ERRORS, SUMMARY_NAME },
		.n_columns = 6,
		.sort = SUMMARY_TOTAL,
	};
}
