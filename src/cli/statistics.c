/* SPDX-License-Identifier: MIT */
/* Options about the table of -c: -O, -U. */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

static bool add_column(struct summary_config *config, const char *word, char **error)
{
	int column;

	if (!cli_choose("-U/--summary-columns", word, cli_words_columns.choices,
			cli_words_columns.n, &column, error))
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

	config->n_columns = 0;
	config->all_columns = false;
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
