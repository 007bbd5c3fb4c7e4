/* SPDX-License-Identifier: MIT */
/* Options of the table that -c prints: -c, -C, -w, -O, -S, -U. */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

static const struct cli_word columns[] = {
	{ "time-percent", SUMMARY_PERCENT },
	{ "time", SUMMARY_PERCENT },
	{ "total-time", SUMMARY_TOTAL },
	{ "time-total", SUMMARY_TOTAL },
	{ "min-time", SUMMARY_MIN },
	{ "shortest", SUMMARY_MIN },
	{ "time-min", SUMMARY_MIN },
	{ "max-time", SUMMARY_MAX },
	{ "longest", SUMMARY_MAX },
	{ "time-max", SUMMARY_MAX },
	{ "avg-time", SUMMARY_AVERAGE },
	{ "time-avg", SUMMARY_AVERAGE },
	{ "calls", SUMMARY_CALLS },
	{ "count", SUMMARY_CALLS },
	{ "errors", SUMMARY_ERRORS },
	{ "error", SUMMARY_ERRORS },
	{ "name", SUMMARY_NAME },
	{ "syscall", SUMMARY_NAME },
	{ "syscall-name", SUMMARY_NAME },
	{ "wall-total", SUMMARY_WALL_TOTAL },
	{ "total-wall", SUMMARY_WALL_TOTAL },
	{ "wall-min", SUMMARY_WALL_MIN },
	{ "min-wall", SUMMARY_WALL_MIN },
	{ "wall-max", SUMMARY_WALL_MAX },
	{ "max-wall", SUMMARY_WALL_MAX },
	{ "wall-avg", SUMMARY_WALL_AVERAGE },
	{ "avg-wall", SUMMARY_WALL_AVERAGE },
	{ "nothing", SUMMARY_COLUMNS },
	{ "none", SUMMARY_COLUMNS },
};

/* The last two are orders, but no columns. */
#define N_COLUMN_WORDS (ARRAY_SIZE(columns) - 2)

bool cli_apply_sort(struct cli *cli, const char *value, char **error)
{
	int order;

	if (!cli_choose("-S/--summary-sort-by", value, columns, ARRAY_SIZE(columns), &order, error))
		return false;
	cli->config->statistics.sort = order;
	cli->sort = true;
	return true;
}

static bool add_column(struct summary_config *config, const char *word, char **error)
{
	int column;

	if (!cli_choose("-U/--summary-columns", word, columns, N_COLUMN_WORDS, &column, error))
		return false;
	for (size_t i = 0; i < config->n_columns; i++)
		if (config->columns[i] == (enum summary_column)column)
			return set_error(error, "-U/--summary-columns: '%s' is there already",
					 word);
	config->columns[config->n_columns++] = column;
	return true;
}

static bool has_name(const struct summary_config *config)
{
	for (size_t i = 0; i < config->n_columns; i++)
		if (config->columns[i] == SUMMARY_NAME)
			return true;
	return false;
}

bool cli_apply_summary_columns(struct cli *cli, const char *value, char **error)
{
	struct summary_config *config = &cli->config->statistics;
	char *words = xstrdup(value), *rest = words, *word;
	bool good = true;

	cli->columns = true;
	config->n_columns = 0;
	while (good && (word = strsep(&rest, ",")))
		good = add_column(config, word, error);
	free(words);
	if (good && !has_name(config))
		config->columns[config->n_columns++] = SUMMARY_NAME;
	return good;
}

bool cli_apply_overhead(struct cli *cli, const char *value, char **error)
{
	return cli_time("-O/--summary-syscall-overhead", value,
			&cli->config->statistics.overhead_ns, error);
}
