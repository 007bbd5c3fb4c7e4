/* SPDX-License-Identifier: MIT */
/* Options about tables: --summary=KEYS, -O, -U and others. */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "cli/value.h"
#include "scry/util.h"

/* The engines wake up scry this often while nothing happens. */
#define INTERVAL_MIN_NS 100000000u

/* A word such as p95. */
static bool find_percentile(const char *word, int *column)
{
	uint64_t n;

	if (*word != 'p' || !parse_decimal(word + 1, 99, &n) || !n)
		return false;
	*column = (int)SUMMARY_PERCENTILE(n);
	return true;
}

static bool find_column(const char *option, const char *word, const struct cli_words *words,
			int *column, char **error)
{
	return find_percentile(word, column) ||
	       cli_choose(option, word, words->choices, words->n, column, error);
}

bool cli_apply_summary_sort(struct cli *cli, const char *value, char **error)
{
	int column;

	if (!find_column("-S/--summary-sort-by", value, &cli_words_sort, &column, error))
		return false;
	cli->config->statistics.sort = column;
	return true;
}

static bool add_column(struct summary_config *config, const char *word, char **error)
{
	int column;

	if (!find_column("-U/--summary-columns", word, &cli_words_columns, &column, error))
		return false;
	for (size_t i = 0; i < config->n_columns; i++)
		if (config->columns[i] == (enum summary_column)column)
			return set_error(error, "-U/--summary-columns: '%s' is there already",
					 word);
	config->columns[config->n_columns++] = column;
	return true;
}

static bool has_column_name(const struct summary_config *config)
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
	if (good && !has_column_name(config))
		config->columns[config->n_columns++] = SUMMARY_NAME;
	return good;
}

bool cli_apply_overhead(struct cli *cli, const char *value, char **error)
{
	cli->config->statistics.corrected = true;
	return cli_time("-O/--summary-syscall-overhead", value,
			&cli->config->statistics.overhead_ns, error);
}

static bool add_key(struct config *config, const char *word, char **error)
{
	struct summary_config *statistics = &config->statistics;
	int key;

	if (!cli_choose("--summary", word, cli_words_summary.choices, cli_words_summary.n, &key,
			error))
		return false;
	if (key == SUMMARY_KEYS) {
		config->call_tree.by_stack = true;
		return true;
	}
	if (summary_has_key(statistics, key))
		return set_error(error, "--summary: '%s' is there already", word);
	statistics->keys[statistics->n_keys++] = key;
	return true;
}

bool cli_apply_summary(struct cli *cli, const char *value, char **error)
{
	struct config *config = cli->config;
	char *words, *rest, *word;
	bool good = true;

	if (!value) {
		config->summary_and_calls = true;
		return true;
	}
	words = rest = xstrdup(value);
	config->statistics.n_keys = 0;
	config->call_tree.by_stack = false;
	while (good && (word = strsep(&rest, ",")))
		good = add_key(config, word, error);
	free(words);
	if (good && config->call_tree.by_stack && config->statistics.n_keys)
		return set_error(error, "--summary '%s': stack cannot be given with other keys",
				 value);
	return good;
}

bool cli_apply_metrics_listen(struct cli *cli, const char *value, char **error)
{
	char host[256], port[HTTP_PORT_SIZE];

	if (strlen(value) > sizeof(host) || !http_parse_address(value, host, sizeof(host), port))
		return set_error(error,
				 "--metrics-listen '%s': it takes a port, or ADDRESS:PORT such as "
				 "127.0.0.1:9100 or [::1]:9100",
				 value);
	cli->config->statistics.metrics_address = value;
	cli->config->statistics.served = true;
	return true;
}

bool cli_apply_summary_top(struct cli *cli, const char *value, char **error)
{
	uint64_t top;

	if (!cli_number("--summary-top", value, UINT32_MAX, &top, error))
		return false;
	if (!top)
		return set_error(error, "--summary-top '%s': must be at least 1", value);
	cli->config->statistics.top = top;
	return true;
}

/* A bare number has another unit than the number of -O. */
bool cli_apply_interval(struct cli *cli, const char *value, char **error)
{
	uint64_t *ns = &cli->config->statistics.interval_ns;

	if (!cli_seconds(value, ns))
		return set_error(error, "--interval '%s': it takes a time such as 5, 0.5 or 100ms",
				 value);
	if (*ns < INTERVAL_MIN_NS)
		return set_error(error, "--interval '%s': must be at least 100 ms", value);
	return true;
}
