/* SPDX-License-Identifier: MIT */
/* Options that say what is shown and where: all but timestamps. */
#include <limits.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

/* Columns that somebody could read; each is a blank to write. */
#define WIDEST 10000

bool cli_apply_output(struct cli *cli, const char *value, char **error)
{
	(void)error;
	cli->config->output_path = value;
	return true;
}

bool cli_apply_buffer(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = { { "line", OUTPUT_LINE },
						 { "block", OUTPUT_BLOCK } };
	int flush;

	if (!cli_choose("--buffer", value, words, ARRAY_SIZE(words), &flush, error))
		return false;
	cli->config->flush = flush;
	return true;
}

bool cli_apply_format(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = { { "text", FORMAT_TEXT }, { "json", FORMAT_JSON } };
	int format;

	if (!cli_choose("--format", value, words, ARRAY_SIZE(words), &format, error))
		return false;
	cli->config->format = format;
	return true;
}

bool cli_apply_json(struct cli *cli, const char *value, char **error)
{
	(void)value;
	return cli_apply_format(cli, "json", error);
}

bool cli_apply_more_quiet(struct cli *cli, const char *value, char **error)
{
	static const unsigned levels[] = {
		QUIET_ATTACH | QUIET_PERSONALITY,
		QUIET_ATTACH | QUIET_PERSONALITY | QUIET_EXIT,
		~0u,
	};

	(void)value;
	(void)error;
	if (cli->quiet < ARRAY_SIZE(levels))
		cli->config->sink.quiet = levels[cli->quiet++];
	return true;
}

bool cli_apply_quiet(struct cli *cli, const char *value, char **error)
{
	static const struct filter_word words[] = {
		{ "attach", QUIET_ATTACH },
		{ "exit", QUIET_EXIT },
		{ "path-resolution", QUIET_PATH },
		{ "personality", QUIET_PERSONALITY },
		{ "thread-execve", QUIET_SUPERSEDED },
		{ "superseded", QUIET_SUPERSEDED },
	};

	cli->long_quiet = true;
	return filter_parse_words(value ? value : "attach,personality", "message", words,
				  ARRAY_SIZE(words), &cli->config->sink.quiet, error);
}

bool cli_apply_columns(struct cli *cli, const char *value, char **error)
{
	uint64_t column;

	if (!cli_number("-a/--columns", value, WIDEST, &column, error))
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

bool cli_apply_hex(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->sink.hex_strings = cli->hex++ ? HEX_ALL : HEX_NON_ASCII;
	return true;
}

bool cli_apply_strings_in_hex(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = {
		{ "none", HEX_NONE },
		{ "non-ascii-chars", HEX_NON_ASCII_CHARS },
		{ "non-ascii", HEX_NON_ASCII },
		{ "all", HEX_ALL },
	};
	int hex;

	cli->long_hex = true;
	if (!cli_choose("--strings-in-hex", value ? value : "all", words, ARRAY_SIZE(words), &hex,
			error))
		return false;
	cli->config->sink.hex_strings = hex;
	return true;
}

bool cli_apply_constants(struct cli *cli, const char *value, char **error)
{
	static const struct cli_word words[] = {
		{ "abbrev", CONSTANTS_ABBREV },
		{ "raw", CONSTANTS_RAW },
		{ "verbose", CONSTANTS_VERBOSE },
	};
	int style;

	if (!cli_choose("-X/--const-print-style", value, words, ARRAY_SIZE(words), &style, error))
		return false;
	cli->config->sink.constants = style;
	return true;
}

bool cli_apply_fd_paths(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->decode.fds = cli->fds++ ? FD_ALL : FD_PATH;
	return true;
}

bool cli_apply_decode_fds(struct cli *cli, const char *value, char **error)
{
	static const struct filter_word words[] = {
		{ "path", FD_PATH },   { "socket", FD_SOCKET },	  { "dev", FD_DEVICE },
		{ "pidfd", FD_PIDFD }, { "eventfd", FD_EVENTFD }, { "signalfd", FD_SIGNALFD },
	};

	cli->long_fds = true;
	return filter_parse_words(value ? value : "path", "decode-fds", words, ARRAY_SIZE(words),
				  &cli->config->decode.fds, error);
}

bool cli_apply_pid_comms(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->decode.pid_comms = true;
	return true;
}

bool cli_apply_pidns(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->decode.pid_outside = true;
	return true;
}

bool cli_apply_decode_pids(struct cli *cli, const char *value, char **error)
{
	static const struct filter_word words[] = { { "comm", 1 }, { "pidns", 2 } };
	unsigned set;

	if (!filter_parse_words(value, "--decode-pids", words, ARRAY_SIZE(words), &set, error))
		return false;
	cli->config->decode.pid_comms = set & 1;
	cli->config->decode.pid_outside = set & 2;
	return true;
}

bool cli_apply_always_pid(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	cli->config->sink.pid_prefix = PID_PREFIX_ALWAYS;
	return true;
}
