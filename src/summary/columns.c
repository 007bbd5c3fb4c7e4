/* SPDX-License-Identifier: MIT */
/* The columns of the summary: headings, values and text. */
#include <inttypes.h>

#include "summary/summary.h"

#define NS_PER_SECOND 1000000000u
#define NS_PER_US 1000u

const struct column summary_columns[SUMMARY_COLUMNS] = {
	[SUMMARY_PERCENT] = { "% time", 6, FIGURE_TOTAL, SHOW_PERCENT },
	[SUMMARY_TOTAL] = { "seconds", 11, FIGURE_TOTAL, SHOW_SECONDS },
	[SUMMARY_MIN] = { "shortest", 8, FIGURE_MIN, SHOW_SECONDS },
	[SUMMARY_MAX] = { "longest", 8, FIGURE_MAX, SHOW_SECONDS },
	[SUMMARY_AVERAGE] = { "usecs/call", 11, FIGURE_AVERAGE, SHOW_US },
	[SUMMARY_CALLS] = { "calls", 9, FIGURE_CALLS, SHOW_NUMBER },
	[SUMMARY_ERRORS] = { "errors", 9, FIGURE_ERRORS, SHOW_IF_ANY },
	[SUMMARY_NAME] = { "syscall", 16, FIGURE_NONE, SHOW_NAME, .left = true },
	[SUMMARY_WALL_TOTAL] = { "wall secs", 11, FIGURE_TOTAL, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_MIN] = { "wall min", 8, FIGURE_MIN, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_MAX] = { "wall max", 8, FIGURE_MAX, SHOW_SECONDS, .wall = true },
	[SUMMARY_WALL_AVERAGE] = { "wall us/call", 12, FIGURE_AVERAGE, SHOW_US, .wall = true },
};

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
		return times->total / counter->calls;
	}
	return 0;
}

void row_put_name(struct buf *out, const struct row *row)
{
	if (row->name)
		buf_puts(out, row->name);
	else
		buf_printf(out, "syscall_0x%" PRIx64, row->nr);
}

static double percent_of(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
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
	case SHOW_IF_ANY:
		if (!figure)
			break;
		/* fallthrough */
	case SHOW_NUMBER:
		buf_put_udec(out, figure);
		break;
	}
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
