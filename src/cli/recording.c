/* SPDX-License-Identifier: MIT */
/* Options of recordings: --record and the options with that prefix, --replay, --from. */
#include "cli/recording.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/apply.h"
#include "cli/command.h"
#include "cli/effect.h"
#include "cli/outputs.h"
#include "cli/value.h"
#include "cli/where.h"
#include "scry/target.h"
#include "scry/util.h"

/* The most files that --max-files keeps: all are renamed when the next one begins. */
#define FILES_MAX 1000u

/*
 * Parses a number of bytes such as "16M". A unit is required if bare is false. Returns false if
 * text is not a number of bytes.
 */
static bool parse_size(const char *text, bool bare, uint64_t *size)
{
	static const char units[] = "KMG";
	const char *unit;

	if (!read_decimal(&text, UINT64_MAX >> 30, size))
		return false;
	if (!*text)
		return bare;
	unit = strchr(units, *text);
	if (!unit || text[1])
		return false;
	*size <<= 10 * (unit - units + 1);
	return true;
}

bool cli_apply_max_file_size(struct cli *cli, const char *value, char **error)
{
	uint64_t *bytes = &cli->config->limits.bytes;

	return (parse_size(value, true, bytes) && *bytes) ||
	       set_error(error, "--max-file-size '%s': it takes a size in bytes, or with K, M or G",
			 value);
}

bool cli_apply_max_file_time(struct cli *cli, const char *value, char **error)
{
	uint64_t *ns = &cli->config->limits.ns;

	return (cli_seconds(value, ns) && *ns) ||
	       set_error(error, "--max-file-time '%s': it takes a time such as 30s, 15m or 24h",
			 value);
}

bool cli_apply_max_files(struct cli *cli, const char *value, char **error)
{
	uint64_t n;

	if (!parse_decimal(value, FILES_MAX, &n) || !n)
		return set_error(error, "--max-files '%s': must be a number from 1 to %u", value,
				 FILES_MAX);
	cli->config->limits.files = (unsigned)n;
	return true;
}

bool cli_apply_record_limit(struct cli *cli, const char *value, char **error)
{
	uint64_t *limit = &cli->config->record.limit;

	if (!strcmp(value, "all"))
		*limit = UINT64_MAX;
	else if (!parse_size(value, true, limit))
		return set_error(error,
				 "--record-limit '%s': it takes a number of bytes such as 4096 or "
				 "64K, or all",
				 value);
	return true;
}

bool cli_apply_record_ring(struct cli *cli, const char *value, char **error)
{
	struct recorder_config *file = &cli->config->record.file;

	file->ring_bytes = file->ring_ns = 0;
	if (parse_size(value, false, &file->ring_bytes) && file->ring_bytes)
		return true;
	file->ring_bytes = 0;
	if (value[0] && !strchr("0123456789.", value[strlen(value) - 1]) &&
	    parse_duration(value, &file->ring_ns) && file->ring_ns)
		return true;
	return set_error(error,
			 "--record-ring '%s': it takes a size such as 64K, 16M or 1G, or a time "
			 "such as 30s",
			 value);
}

bool cli_apply_record_when(struct cli *cli, const char *value, char **error)
{
	struct config *config = cli->config;
	size_t n = config->record.n_triggers;
	char *why;

	if (!strncmp(value, "where=", strlen("where="))) {
		cli_await(cli, value + strlen("where="));
		return true;
	}
	config->record.triggers = xgrow(config->record.triggers, n, &cli->triggers_capacity,
					sizeof(*config->record.triggers));
	if (trigger_parse(value, &config->record.triggers[n], &why)) {
		config->record.n_triggers++;
		return true;
	}
	set_error(error, "--record-when '%s': %s", value, why);
	free(why);
	return false;
}

bool cli_apply_from(struct cli *cli, const char *value, char **error)
{
	const char *time = value + (value[0] == '+' || value[0] == '-');

	cli->from_end = value[0] == '-';
	/* strtod(3) also takes signs, blanks, and the words inf and nan. */
	if (time[0] && strchr("0123456789.", time[0]) &&
	    !strchr("0123456789.", value[strlen(value) - 1]) &&
	    parse_duration(time, &cli->config->replayed_from_ns))
		return true;
	return set_error(error,
			 "--from '%s': it takes a time since the first event of the recording, "
			 "such as 10s or +250ms, or before its last one, such as -2s",
			 value);
}

bool cli_apply_otlp_slower(struct cli *cli, const char *value, char **error)
{
	uint64_t *ns = &cli->config->otlp.slower_ns;

	if (!cli_time("--otlp-slower", value, ns, error))
		return false;
	return *ns || set_error(error, "--otlp-slower '%s': it takes a time such as 10ms", value);
}

/* Refuses options that need a tracee. */
static bool check_replay(const struct cli *cli, const char *option, char **error)
{
	const struct config *config = cli->config;
	const char *output = cli_asked_output(config, true);
	const char *target = config->n_named ? target_option(config->named[0].kind) : NULL;
	const struct {
		bool given;
		const char *option;
	} refused[] = {
		{ config->engine.argv, "PROG [ARGS]" },
		{ config->engine.n_pids, "-p/--attach" },
		{ config->n_named, target },
		{ cli_given(cli, "engine"), "--engine" },
		{ bpf_selects(&config->engine.targets), "--system, --cgroup, --comm and --uid" },
		{ cli_given(cli, "on-overflow"), "--on-overflow" },
		{ output, output },
		{ config->record.n_triggers || config->record.awaited, "--record-when" },
		{ config->n_injections, "-e inject/-e fault" },
		{ config->tried, "--try-policy" },
		{ config->engine.daemonize, "-D/--daemonize" },
		{ config->engine.kill_on_exit, "--kill-on-exit" },
		{ config->detach_on_execve, "-b/--detach-on" },
		{ cli->user, "-u/--user" },
		{ cli_given(cli, "E"), "-E/--env" },
		{ cli->argv0, "--argv0" },
		{ cli_given(cli, "seccomp-bpf"), "--seccomp-bpf" },
		{ cli_given(cli, "no-colocate"), "--no-colocate" },
		{ cli_given(cli, "for"), "--for" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		if (refused[i].given)
			return set_error(error,
					 "%s cannot be given with %s, which runs and traces "
					 "nothing",
					 refused[i].option, option);
	return true;
}

/*
 * Shortens -s to the length that was kept, so that strings end with "..." where the recording ends.
 */
static void limit_strings(struct cli *cli, const struct record_info *recorded)
{
	struct decode_config *decode = &cli->config->decode;
	uint64_t limit = record_info_number(recorded, "limit");
	uint64_t of_arguments = record_info_number(recorded, "argument-limit");

	/* Older recordings have no such fact. */
	if (of_arguments < limit)
		of_arguments = limit;
	if (decode->vector_limit > of_arguments)
		decode->vector_limit = (size_t)of_arguments;
	if (decode->string_limit <= limit)
		return;
	if (cli_given(cli, "s"))
		warn("-s/--string-limit: the recording has %llu byte%s of a string at most",
		     (unsigned long long)limit, plural_s(limit));
	decode->string_limit = (size_t)limit;
}

/*
 * Says how long the recording is, with --debug, and makes of a time before its end the time since
 * its beginning.
 */
static void find_length(struct cli *cli)
{
	struct config *config = cli->config;
	uint64_t length = recording_length(config->engine.recording);
	uint64_t *from_ns = &config->replayed_from_ns;

	if (config->debug)
		warn("the recording is %llu.%03llu s long",
		     (unsigned long long)(length / 1000000000),
		     (unsigned long long)(length / 1000000 % 1000));
	if (cli->from_end)
		*from_ns = *from_ns < length ? length - *from_ns : 0;
}

/* A time since 1970 is shown as a date, too. */
static void debug_fact(const struct record_fact *fact)
{
	char date[64] = "";
	struct tm tm;
	uint64_t ns;
	time_t seconds;

	if (!strcmp(fact->key, "start-real") && parse_decimal(fact->value, INT64_MAX, &ns)) {
		seconds = (time_t)(ns / 1000000000);
		if (localtime_r(&seconds, &tm))
			strftime(date, sizeof(date), " ns, %F %T %z", &tm);
	}
	warn("recorded %s: %s%s", fact->key, fact->value, date);
}

bool cli_open_replay(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	char *why;

	if (!config->replayed)
		return true;
	if (!check_replay(cli, "--replay", error))
		return false;
	config->engine.recording = recording_open(config->replayed, &why);
	if (!config->engine.recording) {
		*error = why;
		return false;
	}
	if (config->debug || cli->from_end)
		find_length(cli);
	if (!recording_begin_after(config->engine.recording, config->replayed_from_ns, &why)) {
		set_error(error, "--from: '%s': %s", config->replayed, why);
		free(why);
		return false;
	}
	config->recorded = recording_info(config->engine.recording);
	for (size_t i = 0; config->debug && i < config->recorded->n; i++)
		debug_fact(&config->recorded->facts[i]);
	config->engine.kind = &engine_replay;
	config->engine.targets.replayed = record_info_find(config->recorded, "selects") != NULL;
	config->engine.cpu_unmeasured = record_info_number(config->recorded, "cpu-unmeasured") != 0;
	config->engine.follow |= record_info_number(config->recorded, "follow") != 0;
	limit_strings(cli, config->recorded);
	return true;
}

/* --- comparisons --------------------------------------------------------------------------- */

/* Several expressions become one. */
bool cli_apply_diff_ignore(struct cli *cli, const char *value, char **error)
{
	const char **ignored = &cli->config->diff.ignored;
	struct buf joined = { 0 };
	char why[256];
	regex_t regex;
	int failed = regcomp(&regex, value, REG_EXTENDED | REG_NOSUB);

	if (failed) {
		regerror(failed, &regex, why, sizeof(why));
		return set_error(error, "--diff-ignore '%s': %s", value, why);
	}
	regfree(&regex);
	if (*ignored)
		buf_printf(&joined, "%s|", *ignored);
	buf_printf(&joined, "(%s)", value);
	*ignored = buf_take(&joined);
	return true;
}

bool cli_apply_diff_time(struct cli *cli, const char *value, char **error)
{
	return cli_number("--diff-time", value, 1000000, &cli->config->diff.slower, error);
}

/* Refuses options that show a trace in another way. */
static bool check_diff(const struct cli *cli, char **error)
{
	const struct config *config = cli->config;
	const char *output = cli_asked_output(config, false);
	const char *target = config->n_named ? target_option(config->named[0].kind) : NULL;
	const struct {
		bool given;
		const char *option;
	} refused[] = {
		{ config->replayed, "--replay" },
		{ output, output },
		{ config->engine.n_pids, "-p/--attach" },
		{ config->n_named, target },
		{ bpf_selects(&config->engine.targets), "--system, --cgroup, --comm and --uid" },
		{ config->tried, "--try-policy" },
		{ config->output_separately, "-ff/--output-separately" },
		{ !number_set_is_empty(&config->dump_read) ||
			  !number_set_is_empty(&config->dump_written),
		  "-e read and -e write" },
		{ config->engine.daemonize, "-D/--daemonize" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++)
		if (refused[i].given)
			return set_error(error, "%s cannot be given with --diff",
					 refused[i].option);
	return true;
}

/* A shell runs a command with any of these. */
#define FOR_A_SHELL "|&;<>()$`\\\"'*?[]#~=%!{}\n"

/*
 * Splits a command into words; one that only a shell understands becomes sh -c COMMAND. whole: the
 * text is the path of a program.
 */
static void split_command(const char *text, bool whole, struct diff_command *command)
{
	size_t n = 0, capacity = 0;
	char *rest, *word;

	command->text = xstrdup(text);
	if (!whole && strpbrk(text, FOR_A_SHELL)) {
		command->argv = xcalloc(4, sizeof(*command->argv));
		command->argv[0] = "sh";
		command->argv[1] = "-c";
		command->argv[2] = command->text;
		return;
	}
	rest = command->text;
	while ((word = strsep(&rest, whole ? "" : " \t"))) {
		if (!*word)
			continue;
		command->argv = xgrow(command->argv, n + 1, &capacity, sizeof(*command->argv));
		command->argv[n++] = word;
		command->argv[n] = NULL;
	}
}

void cli_free_command(struct diff_command *command)
{
	free(command->argv);
	free(command->text);
	free(command->path);
	*command = (struct diff_command){ 0 };
}

/*
 * A word of --diff is a command if it is the file of a program, or no file at all but the name of a
 * program, with or without words after it.
 */
static bool find_diff_command(const char *word, struct diff_command *command)
{
	struct stat status;
	bool exists = !stat(word, &status);
	char *error = NULL;

	if (exists && !(S_ISREG(status.st_mode) && !access(word, X_OK)))
		return false;
	split_command(word, exists, command);
	command->path = command->argv ? cli_find_command(command->argv[0], &error) : NULL;
	free(error);
	if (command->path)
		return true;
	cli_free_command(command);
	return false;
}

/*
 * Says which of the words of --diff is one too many, or missing, or is an option. argv: the words
 * after the options; NULL: none.
 */
static bool refuse_words(const struct cli *cli, char *const *argv, char **error)
{
	const char *first = cli->config->diff.first;
	struct buf what = { 0 };

	if (*first == '-' && first[1])
		buf_printf(&what, "'%s' is an option and was taken for a recording", first);
	else if (cli_given(cli, "diff") > 1)
		buf_puts(&what, "it was given twice");
	else if (argv)
		buf_printf(&what, "after '%s' and '%s', '%s' is one word too many", first, argv[0],
			   argv[1]);
	else
		buf_printf(&what, "beside '%s' a second recording or command is missing", first);
	set_error(error,
		  "--diff: %s; it takes two recordings or commands, each in one word, or one and "
		  "-- PROG [ARGS], and options stand before it: scry -Z --diff A.rec "
		  "B.rec, scry --diff 'sh a' 'sh b'",
		  buf_cstr(&what));
	buf_free(&what);
	return false;
}

/* The words after the options: a recording or a command in one word, or "--" and a command. */
static bool find_second(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	char *const *argv = config->engine.argv;

	if (argv && !strcmp(argv[-1], "--"))
		return true;
	if (!argv || argv[1])
		return refuse_words(cli, argv, error);
	config->diff.second = argv[0];
	config->engine.argv = NULL;
	return true;
}

/* Finds the commands among the words of --diff. Without a command nothing is traced. */
static bool find_commands(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	struct diff_command *commands = config->diff.commands;
	const char *const words[] = { config->diff.first, config->diff.second };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!words[i] || !find_diff_command(words[i], &commands[i]))
			continue;
		config->engine.follow = true;
		if (!config->engine.argv || i)
			config->engine.argv = commands[i].argv;
	}
	return config->engine.argv || check_replay(cli, "two recordings", error);
}

bool cli_open_diff(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	char *why;

	if (!config->diff.first && config->diff.ignored)
		return set_error(error, "--diff-ignore needs --diff");
	if (!config->diff.first)
		return !config->diff.slower || set_error(error, "--diff-time needs --diff");
	if (!check_diff(cli, error) || !find_second(cli, error) || !find_commands(cli, error))
		return false;
	for (size_t i = 0; i < 2; i++) {
		const char *path = i ? config->diff.second : config->diff.first;

		if (!path || config->diff.commands[i].argv)
			continue;
		config->diff.recordings[i] = recording_open(path, &why);
		if (!config->diff.recordings[i]) {
			*error = why;
			return false;
		}
		config->recorded = recording_info(config->diff.recordings[i]);
		config->engine.follow |= record_info_number(config->recorded, "follow") != 0;
		limit_strings(cli, config->recorded);
	}
	return true;
}
