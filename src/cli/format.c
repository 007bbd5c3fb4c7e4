/* SPDX-License-Identifier: MIT */
/* Options about the format of the trace, except timestamps. */
#include <limits.h>
#include <string.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "cli/value.h"
#include "scry/util.h"

/* The maximum of -a. Up to this column, lines are padded with blanks. */
#define COLUMN_MAX 10000

bool cli_apply_more_quiet(struct cli *cli, const char *value, char **error)
{
	static const unsigned levels[] = {
		QUIET_ATTACH | QUIET_PERSONALITY,
		QUIET_ATTACH | QUIET_PERSONALITY | QUIET_EXIT,
		~0u,
	};

	(void)value;
	(void)error;
	if (cli_given(cli, "q") <= ARRAY_SIZE(levels))
		cli->config->sink.quiet = levels[cli_given(cli, "q") - 1];
	return true;
}

bool cli_apply_columns(struct cli *cli, const char *value, char **error)
{
	uint64_t column;

	if (!cli_number("-a/--columns", value, COLUMN_MAX, &column, error))
		return false;
	cli->config->sink.column = column;
	return true;
}

bool cli_apply_string_limit(struct cli *cli, const char *value, char **error)
{
	uint64_t limit;

	if (!cli_number("-s/--string-limit", value, INT_MAX - 1, &limit, error))
		return false;
	cli->config->decode.string_limit = limit;
	return true;
}

bool cli_apply_json(struct cli *cli, const char *value, char **error)
{
	const struct cli_words *words = &cli_words_json;
	int flat = 0;

	if (value && !cli_choose("--json", value, words->choices, words->n, &flat, error))
		return false;
	cli->config->format = FORMAT_JSON;
	cli->config->sink.flat = flat;
	return true;
}

bool cli_apply_hex(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->sink.hex_strings = cli_given(cli, "x") > 1 ? HEX_ALL : HEX_NON_ASCII;
	return true;
}

bool cli_apply_fd_paths(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->decode.fds = cli_given(cli, "y") > 1 ? FD_ALL : FD_PATH;
	return true;
}

bool cli_apply_decode_pids(struct cli *cli, const char *value, char **error)
{
	const struct cli_words *words = &cli_words_decode_pids;
	unsigned set;

	if (!word_set_parse(value, words->what, words->bits, words->n, &set, error))
		return false;
	cli->config->decode.pid_comms = set & PIDS_COMM;
	cli->config->decode.pid_outside = set & PIDS_OUTSIDE;
	return true;
}

bool cli_apply_secontext(struct cli *cli, const char *value, char **error)
{
	const struct cli_words *words = &cli_words_secontext;
	unsigned set;

	if (!word_set_parse(value ? value : words->preset, words->what, words->bits, words->n, &set,
			    error))
		return false;
	if (set & words->refused)
		return set_error(error,
				 "--secontext '%s': scry does not query SELinux's database of "
				 "file contexts; it can be full or none",
				 value);
	cli->config->decode.contexts = set & SECONTEXT_FULL ? CONTEXTS_FULL : CONTEXTS_TYPE;
	return true;
}
