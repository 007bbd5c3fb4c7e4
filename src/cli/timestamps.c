/* SPDX-License-Identifier: MIT */
/* Options that show times: -t, -r, -T and their long names. */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "cli/value.h"
#include "scry/util.h"

static bool parse_precision(const char *option, const char *value, int *digits, char **error)
{
	return cli_choose(option, value ? value : "us", cli_words_precision.choices,
			  cli_words_precision.n, digits, error);
}

bool cli_apply_relative(struct cli *cli, const char *value, char **error)
{
	cli->config->sink.relative = true;
	return parse_precision("-r/--relative-timestamps", value,
			       &cli->config->sink.relative_digits, error);
}

bool cli_apply_durations(struct cli *cli, const char *value, char **error)
{
	cli->config->sink.durations = true;
	return parse_precision("-T/--syscall-times", value, &cli->config->sink.duration_digits,
			       error);
}

bool cli_apply_timestamps(struct cli *cli, const char *value, char **error)
{
	struct sink_config *sink = &cli->config->sink;

	(void)value;
	(void)error;
	sink->absolute = cli_given(cli, "t") > 2 ? TIMESTAMP_UNIX : TIMESTAMP_TIME;
	sink->absolute_digits = cli_given(cli, "t") > 1 ? 6 : 0;
	return true;
}

/* Applies a format ("unix", "format:unix") or a precision ("ms", "precision:ms"). */
static bool apply_absolute_word(struct sink_config *sink, const char *word, char **error)
{
	static const char format[] = "format:", digits[] = "precision:";
	struct cli_words words = cli_words_absolute;
	int number;

	if (!strncmp(word, format, strlen(format))) {
		words.n = ABSOLUTE_FORMATS;
		word += strlen(format);
	} else if (!strncmp(word, digits, strlen(digits))) {
		words = cli_words_precision;
		word += strlen(digits);
	}
	if (!cli_choose("--absolute-timestamps", word, words.choices, words.n, &number, error))
		return false;
	if (number >= 0)
		sink->absolute_digits = number;
	else
		sink->absolute = number == ABSOLUTE_NONE   ? TIMESTAMP_NONE
				 : number == ABSOLUTE_TIME ? TIMESTAMP_TIME
							   : TIMESTAMP_UNIX;
	return true;
}

/* A format or precision that value does not contain keeps its setting from an earlier option. */
bool cli_apply_absolute(struct cli *cli, const char *value, char **error)
{
	struct sink_config *sink = &cli->config->sink;
	char *words = xstrdup(value ? value : "time"), *rest = words, *word;
	bool good = true;

	/* A precision alone turns timestamps on, too. */
	if (sink->absolute == TIMESTAMP_NONE)
		sink->absolute = TIMESTAMP_TIME;
	while (good && (word = strsep(&rest, ",")))
		if (*word)
			good = apply_absolute_word(sink, word, error);
	free(words);
	return good;
}
