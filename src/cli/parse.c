/* SPDX-License-Identifier: MIT */
/* Reads the command line with getopt_long(3). */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/effect.h"
#include "cli/engine.h"
#include "cli/finish.h"
#include "cli/guesses.h"
#include "cli/recording.h"
#include "cli/startup.h"
#include "cli/state.h"
#include "cli/targets.h"
#include "scry/target.h"
#include "scry/util.h"
#include "scry/where.h"

/* For a long option getopt_long(3) returns this plus the index in cli_options. */
#define LONG_OPTION 0x100

/* The arguments of getopt_long(3). */
struct getopt_tables {
	struct buf letters;
	struct option *words; /* the last element is zeroed */
	size_t n_words, capacity;
};

static void add_word(struct getopt_tables *tables, const char *name, size_t len, size_t row)
{
	static const int arguments[] = {
		[OPTION_NONE] = no_argument,
		[OPTION_REQUIRED] = required_argument,
		[OPTION_OPTIONAL] = optional_argument,
	};

	tables->words = xgrow(tables->words, tables->n_words + 1, &tables->capacity,
			      sizeof(*tables->words));
	tables->words[tables->n_words++] = (struct option){
		.name = xstrndup(name, len),
		.has_arg = arguments[cli_options[row].argument],
		.val = LONG_OPTION + row,
	};
	tables->words[tables->n_words] = (struct option){ 0 };
}

static void add_row(struct getopt_tables *tables, size_t row)
{
	const struct cli_option *option = &cli_options[row];
	const char *aliases = option->aliases;

	if (option->short_name)
		buf_putc(&tables->letters, option->short_name);
	if (option->short_name && option->argument == OPTION_REQUIRED)
		buf_putc(&tables->letters, ':');
	if (option->long_name)
		add_word(tables, option->long_name, strlen(option->long_name), row);
	while (aliases && *aliases) {
		size_t len = strcspn(aliases, " ");

		add_word(tables, aliases, len, row);
		aliases += len + (aliases[len] == ' ');
	}
}

static void make_tables(struct getopt_tables *tables)
{
	*tables = (struct getopt_tables){ 0 };
	/*
	 * '+': stop at the first word that is no option, which is the command. ':': report a
	 * missing argument as ':' instead of '?' (getopt(3)).
	 */
	buf_puts(&tables->letters, "+:");
	for (size_t row = 0; row < cli_n_options; row++)
		add_row(tables, row);
}

static void free_tables(struct getopt_tables *tables)
{
	for (size_t i = 0; i < tables->n_words; i++)
		free((char *)tables->words[i].name);
	free(tables->words);
	buf_free(&tables->letters);
}

static const struct cli_option *find_option(int value)
{
	if (value >= LONG_OPTION)
		return &cli_options[value - LONG_OPTION];
	for (size_t row = 0; row < cli_n_options; row++)
		if (cli_options[row].short_name == value)
			return &cli_options[row];
	return NULL;
}

/* If long options begin with word, makes an error message that lists them, and returns true. */
static bool refuse_ambiguous(const struct getopt_tables *tables, const char *word, char **error)
{
	struct buf list = { 0 };

	for (size_t i = 0; i < tables->n_words; i++)
		if (!strncmp(tables->words[i].name, word, strlen(word)))
			buf_printf(&list, "%s--%s", list.len ? " or " : "", tables->words[i].name);
	if (list.len)
		set_error(error, "option '--%s' could be %s", word, buf_cstr(&list));
	buf_free(&list);
	return *error;
}

/* Makes the error message for a long option that getopt_long(3) does not find. Returns false. */
static bool refuse_long_option(const struct getopt_tables *tables, const char *argument,
			       char **error)
{
	const struct name_list names = { tables->words, tables->n_words, sizeof(*tables->words) };
	char *word = xstrndup(argument + 2, strcspn(argument + 2, "="));
	const char *near = find_nearest_name(word, names), *advice = cli_guess(word);

	if (advice)
		set_error(error, "unknown option '--%s': %s", word, advice);
	else if (!refuse_ambiguous(tables, word, error) && near)
		set_error(error, "unknown option '--%s'; did you mean '--%s'?", word, near);
	else if (!*error)
		set_error(error, "unknown option '--%s'; scry --help lists the options", word);
	free(word);
	return false;
}

/*
 * Makes the error message after getopt_long(3) has returned '?': the option is unknown or
 * ambiguous, or has an argument but takes none. Returns false.
 */
static bool refuse_option(const struct getopt_tables *tables, const char *argument, char **error)
{
	if (optopt >= LONG_OPTION)
		return set_error(error, "option '--%s' takes no value",
				 find_option(optopt)->long_name);
	if (optopt == '-')
		return set_error(error, "'-' is no letter of an option: options are -f -c or -fc, "
					"not -f-c");
	if (optopt)
		return set_error(error, "unknown option '-%c'; scry --help lists the options",
				 optopt);
	return refuse_long_option(tables, argument, error);
}

/* Makes the error message after getopt_long(3) has returned ':'. Returns false. */
static bool refuse_missing_argument(char **error)
{
	const struct cli_option *option = find_option(optopt);

	if (optopt >= LONG_OPTION)
		return set_error(error, "option '--%s' needs %s", option->long_name,
				 option->placeholder);
	return set_error(error, "option '-%c' needs %s", option->short_name, option->placeholder);
}

/* Reads the options before the command. Returns its index in argv, or -1 with *error set. */
static int read_options(struct cli *cli, int argc, char **argv, char **error)
{
	struct getopt_tables tables;
	bool good = true;
	int value, stopped;

	make_tables(&tables);
	opterr = 0;
	optind = 0;
	while (good && !cli->help && !cli->short_help && !cli->version) {
		value = getopt_long(argc, argv, buf_cstr(&tables.letters), tables.words, NULL);
		stopped = optind;
		if (value == -1)
			good = cli_take_processes(cli, argv, &optind, error);
		if (value == -1 && (!good || optind == stopped))
			break;
		if (value == -1)
			continue;
		if (value == '?')
			good = refuse_option(&tables, argv[optind - 1], error);
		else if (value == ':')
			good = refuse_missing_argument(error);
		else
			good = cli_apply(cli, find_option(value), optarg, error);
		if (!good)
			break;
		cli->before_command = optarg ? NULL : find_option(value);
		cli->valued_before_command =
			optarg && optarg == argv[optind - 1] ? find_option(value) : NULL;
		cli->value_before_command = optarg;
		if (optarg && optarg == argv[argc - 1]) {
			cli->last = find_option(value);
			cli->last_value = optarg;
		}
	}
	free_tables(&tables);
	return good ? optind : -1;
}

static char **copy_environment(void)
{
	size_t n = 0;
	char **copy;

	while (environ[n])
		n++;
	copy = xcalloc(n + 1, sizeof(*copy));
	memcpy(copy, environ, n * sizeof(*copy));
	return copy;
}

static void set_defaults(struct config *config)
{
	*config = (struct config){
		.signals = UINT64_MAX,
		.engine.kind = &engine_ptrace,
		.status = STATUS_ALL,
		.policy.margin = POLICY_MARGIN_ON,
		.decode.string_limit = 32,
		.record.limit = RECORD_LIMIT_DEFAULT,
		.limits.files = 5,
		.stack.limit = STACK_FRAMES_DEFAULT,
		.sink.column = 40,
		.sink.relative_digits = 6,
		.sink.duration_digits = 6,
	};
	summary_defaults(&config->statistics);
	call_set_fill(&config->trace, true);
	config->abbrev = config->trace;
	config->verbose = config->trace;
}

void cli_free(struct config *config)
{
	for (size_t i = 0; i < config->n_injections; i++)
		injection_free(&config->injections[i]);
	for (size_t i = 0; i < config->targets.n_paths; i++) {
		free(config->targets.paths[i]);
		free(config->targets.last_names[i]);
	}
	for (size_t i = 0; i < config->n_named; i++)
		free((char *)config->named[i].word);
	free(config->named);
	free(config->injections);
	free(config->targets.paths);
	free(config->targets.last_names);
	free(config->targets.fds.numbers);
	free(config->dump_read.numbers);
	free(config->dump_written.numbers);
	free(config->record.triggers);
	free(config->advice);
	free(config->text);
	free(config->file_text);
	free(config->mark);
	where_free(config->where);
	where_free(config->record.awaited);
	free((char *)config->engine.path);
	free(config->engine.envp);
	free(config->engine.remote.changes);
	free((pid_t *)config->engine.pids);
	for (size_t i = 0; i < ARRAY_SIZE(config->diff.recordings); i++) {
		if (config->diff.recordings[i])
			recording_free(config->diff.recordings[i]);
		cli_free_command(&config->diff.commands[i]);
	}
	if (config->engine.recording)
		recording_free(config->engine.recording);
	*config = (struct config){ 0 };
}

/* Frees everything except the members of config that the outcomes need. Returns outcome. */
static enum cli_outcome discard(struct cli *cli, enum cli_outcome outcome)
{
	struct config *config = cli->config;
	struct config kept = {
		.listed = config->listed,
		.format = config->format,
		.diff.first = config->diff.first,
		.list_fields = config->list_fields,
		.mark = config->mark,
		.where_help = config->where_help,
		.named = outcome == CLI_TARGETS ? config->named : NULL,
		.n_named = outcome == CLI_TARGETS ? config->n_named : 0,
		.arguments = config->arguments,
		.text = config->text,
		.why_engine = config->why_engine,
	};

	if (outcome == CLI_TARGETS) {
		config->named = NULL;
		config->n_named = 0;
	}

	free(cli->given);
	free(cli->filed);
	free(cli->where);
	free(cli->awaited);
	config->mark = NULL;
	config->text = NULL;
	if (config->engine.envp != cli->environment)
		free(cli->environment);
	cli_free(config);
	*config = kept;
	return outcome;
}

enum cli_outcome cli_read(int argc, char **argv, const char *file_text, struct config *config,
			  char **error)
{
	struct cli cli = {
		.config = config,
		.options = cli_options,
		.n_options = cli_n_options,
		.file_text = file_text,
	};
	int command;

	*error = NULL;
	set_defaults(config);
	config->arguments = argv;
	cli.environment = copy_environment();
	cli.given = xcalloc(cli_n_options, sizeof(*cli.given));
	cli.filed = xcalloc(cli_n_options, sizeof(*cli.filed));
	command = read_options(&cli, argc, argv, error);
	if (command < 0)
		return discard(&cli, CLI_ERROR);
	if (cli.help || cli.short_help)
		return discard(&cli, cli.help ? CLI_HELP : CLI_SHORT_HELP);
	if (cli.version)
		return discard(&cli, CLI_VERSION);
	if (cli.where_help) {
		config->where_help = cli.where_help;
		return discard(&cli, CLI_WHERE_HELP);
	}
	if (cli.why_engine) {
		if (!cli_choose_engine(&cli, error))
			return discard(&cli, CLI_ERROR);
		config->why_engine = cli_explain_engine(&cli);
		return discard(&cli, CLI_WHY_ENGINE);
	}
	config->list_fields = cli_given(&cli, "v");
	if (cli_given(&cli, "list-syscalls"))
		return discard(&cli, CLI_LIST);
	if (cli.list_targets) {
		cli_prepare_list(&cli);
		return discard(&cli, CLI_TARGETS);
	}
	if (config->why == WHY_HELP) {
		config->arguments = argv + command;
		return discard(&cli, CLI_WHY);
	}
	if (command < argc)
		config->engine.argv = argv + command;
	if (!cli_finish(&cli, error))
		return discard(&cli, CLI_ERROR);
	free(cli.given);
	free(cli.filed);
	free(cli.where);
	free(cli.awaited);
	return CLI_RUN;
}

static void __attribute__((noreturn)) print(const struct buf *text)
{
	bool good = fwrite(text->data, 1, text->len, stdout) == text->len;

	if (fflush(stdout) || !good)
		die("cannot write to stdout: %s", strerror(errno));
	exit(0);
}

void cli_parse(int argc, char **argv, const char *file_text, struct config *config)
{
	struct buf text = { 0 };
	char *error;

	switch (cli_read(argc, argv, file_text, config, &error)) {
	case CLI_HELP:
		cli_help(&text);
		break;
	case CLI_SHORT_HELP:
		cli_short_help(&text);
		break;
	case CLI_VERSION:
		cli_version(&text);
		break;
	case CLI_LIST:
		cli_list(&text, &config->listed, config->format, config->list_fields);
		break;
	case CLI_WHERE_HELP:
		cli_where_help(&text, config->where_help);
		break;
	case CLI_TARGETS:
		if (!cli_list_targets(config, &text, &error))
			die("%s", error);
		break;
	case CLI_WHY:
		if (!why_help(config->arguments[0], &text, &error))
			die("%s", error);
		break;
	case CLI_WHY_ENGINE:
		buf_puts(&text, config->why_engine);
		break;
	case CLI_ERROR:
		if (argc == 1) {
			cli_short_help(&text);
			fwrite(text.data, 1, text.len, stderr);
		}
		warn("%s", error);
		if (config->mark)
			fprintf(stderr, "%s\n", config->mark);
		/* As with diff(1), 1 says that there are differences. */
		exit(config->diff.first ? DIFF_TROUBLE : 1);
	case CLI_RUN:
		return;
	}
	print(&text);
}
