/* SPDX-License-Identifier: MIT */
/* Options that show times: -t, -r, -T and their long forms. */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

static bool precision(const char *option, const char *value, int *digits, char **error)
{
	return cli_choose(option, value ? value : "us", cli_words_precision.choices,
			  cli_words_precision.n, digits, error);
}

bool cli_apply_relative(struct cli *cli, const char *value, char **error)
{
	cli->config->sink.relative = true;
	return precision("-r/--relative-timestamps", value, &cli->config->sink.relative_digits,
			 error);
}

bool cli_apply_durations(struct cli *cli, const char *value, char **error)
{
	cli->config->sink.durations = true;
	return precision("-T/--syscall-times", value, &cli->config->sink.duration_digits, error);
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

/* One word of FORMAT,PRECISION; either may have its name before it. */
static bool absolute_word(struct sink_config *sink, const char *word, char **error)
{
	static const char format[] = "format:", digits[] = "precision:";
	struct cli_words words = cli_words_absolute;
	int meaning;

	if (!strncmp(word, format, strlen(format))) {
		words.n = ABSOLUTE_FORMATS;
		word += strlen(format);
	} else if (!strncmp(word, digits, strlen(digits))) {
		words = cli_words_precision;
		word += strlen(digits);
	}
	if (!cli_choose("--absolute-timestamps", word, words.choices, words.n, &meaning, error))
		return false;
	if (meaning >= 0)
		sink->absolute_digits = meaning;
	else
		sink->absolute = meaning == ABSOLUTE_NONE   ? TIMESTAMP_NONE
				 : meaning == ABSOLUTE_TIME ? TIMESTAMP_TIME
							    : TIMESTAMP_UNIX;
	return true;
}

/* What is not said keeps its setting, but a precision alone asks for times as well. */
bool cli_apply_absolute(struct cli *cli, const char *value, char **error)
{
	struct sink_config *sink = &cli->config->sink;
	char *words = xstrdup(value ? value : "time"), *rest = words, *word;
	enum timestamp_format before = sink->absolute;
	bool good = true;

	if (before == TIMESTAMP_NONE)
		sink->absolute = TIMESTAMP_TIME;
	while (good && (word = strsep(&rest, ",")))
		if (*word)
			good = absolute_word(sink, word, error);
	free(words);
	return good;
}
