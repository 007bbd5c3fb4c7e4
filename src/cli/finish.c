/* SPDX-License-Identifier: MIT */
/* Checks combinations of options, and sets the defaults that depend on several options. */
#include "cli/finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/apply.h"
#include "cli/color.h"
#include "cli/command.h"
#include "cli/effect.h"
#include "cli/engine.h"
#include "cli/filtering.h"
#include "cli/guesses.h"
#include "cli/outputs.h"
#include "cli/recording.h"
#include "cli/targets.h"
#include "cli/where.h"
#include "config.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/util.h"
#include "scry/where.h"

/* The maximum number of rows of metrics: a scraper keeps each combination of labels for ever. */
#define METRICS_TOP 100

/*
 * The number of rows that --top prints when its screen ends: it may have seen thousands of
 * processes.
 */
#define LIVE_TOP 30

/* Returns whether there is a file that --max-file-size applies to. */
static bool writes_file(const struct config *config)
{
	return cli_outputs_limit_files(config) || config_names_file(config);
}

/* Refuses options that exclude each other. The consumer of an output refuses its own options. */
static bool check_conflicts(const struct cli *cli, char **error)
{
	const struct config *config = cli->config;
	bool sample = cli_given(cli, "sample");
	const struct option_pair pairs[] = {
		{ cli_given(cli, "t"),
		  cli_given(cli, "absolute-timestamps"),
		  { "-t", "--absolute-timestamps" } },
		{ cli_given(cli, "q"), cli_given(cli, "quiet"), { "-q", "-e quiet/--quiet" } },
		{ cli_given(cli, "y"), cli_given(cli, "decode-fds"), { "-y", "--decode-fds" } },
		{ cli_given(cli, "x"),
		  cli_given(cli, "strings-in-hex"),
		  { "-x", "--strings-in-hex" } },
		{ config->engine.kill_on_exit,
		  config->engine.n_pids || config->n_named,
		  { "--kill-on-exit", "-p/--attach" } },
		{ cli_given(cli, "D"), cli_given(cli, "daemonize"), { "-D", "--daemonize" } },
		{ config->tried,
		  config->engine.n_pids || config->n_named,
		  { "--try-policy", "-p/--attach" } },
		{ config->tried,
		  config->seccomp == SECCOMP_OFF,
		  { "--try-policy", "--seccomp-bpf=off" } },
		{ config->tried, config->detach_on_execve, { "--try-policy", "-b/--detach-on" } },
		{ config->tried, config->syscall_limit, { "--try-policy", "--syscall-limit" } },
		{ cli_given(cli, "f") > 1,
		  cli_given(cli, "output-separately"),
		  { "-ff", "--output-separately" } },
		{ config->output_separately,
		  config_is_output_command(config->output_path),
		  { "a command as -o", "-ff/--output-separately" } },
		{ config->output_separately,
		  config->output_path && config_writes_to_stdout(config),
		  { "-o -", "-ff/--output-separately" } },
		{ file_limits_are_set(&config->limits),
		  config->output_separately && !cli_outputs_limit_files(config),
		  { FILE_LIMITS_NAME, "-ff/--output-separately" } },
		{ sample, config->tried, { "--sample", "--try-policy" } },
		{ sample, config->diff.first, { "--sample", "--diff" } },
		{ sample, config->n_injections, { "--sample", "-e inject/-e fault" } },
		{ config->sample.cpu_percent, config->replayed, { "--sample=N%", "--replay" } },
	};

	return cli_exclude(pairs, ARRAY_SIZE(pairs), error);
}

/*
 * Refuses options that have a meaning only with others. The options of an output are checked in the
 * file of its consumer.
 */
static bool check_needs(const struct cli *cli, char **error)
{
	const struct config *config = cli->config;
	const struct option_need needs[] = {
		{ config->engine.daemonize, config->engine.argv, "-D/--daemonize", "PROG [ARGS]" },
		{ config->enforce, config->tried, "--enforce", "--try-policy" },
		{ cli_given(cli, "from"), config->replayed, "--from", "--replay" },
		{ file_limits_are_set(&config->limits), writes_file(config), FILE_LIMITS_NAME,
		  "-o FILE or --record" },
		{ cli_given(cli, "max-files"), file_limits_are_set(&config->limits), "--max-files",
		  FILE_LIMITS_NAME },
	};

	return cli_require(needs, ARRAY_SIZE(needs), error);
}

/* Warns of options about the stops of tracees that the chosen engine does not make itself. */
static void warn_without_stops(const struct cli *cli)
{
	const struct {
		bool given;
		const char *option;
	} ignored[] = {
		{ cli_given(cli, "seccomp-bpf"), "--seccomp-bpf" },
		{ cli_given(cli, "no-colocate"), "--no-colocate" },
	};
	const struct engine_kind *kind = cli->config->engine.kind;

	if (!kind->captures && !kind->elsewhere)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(ignored); i++)
		if (ignored[i].given)
			warn("%s has no effect with the %s engine", ignored[i].option, kind->name);
}

/* Warns of options that change how a command is launched if there is no command. */
static void warn_without_command(const struct cli *cli)
{
	const struct {
		bool given;
		const char *option;
	} ignored[] = {
		{ cli_given(cli, "argv0"), "--argv0" },
		{ cli_given(cli, "E"), "-E/--env" },
		{ cli->user, "-u/--user" },
	};

	for (size_t i = 0; !cli->config->engine.argv && i < ARRAY_SIZE(ignored); i++)
		if (ignored[i].given)
			warn("%s has no effect without PROG [ARGS]", ignored[i].option);
}

/* The options that leave calls out of a recording: its fact "partial". */
#define PARTIAL \
	"(-e trace, -P, --record-ring, --max-file-size, --sample, -b, --syscall-limit, --for)"

static bool is_recorded(const struct record_info *recorded, const char *call)
{
	for (size_t i = 0; i < recorded->n; i++)
		if (!strcmp(recorded->facts[i].key, "call") &&
		    !strcmp(recorded->facts[i].value, call))
			return true;
	return false;
}

/* Returns whether the recording has every call of -e trace that was made. */
static bool has_selected_calls(const struct config *config)
{
	if (!record_info_number(config->recorded, "partial"))
		return true;
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (config->trace.abis[id] && !is_recorded(config->recorded, syscall_name(id)))
			return false;
	return true;
}

/*
 * Warns of -e trace on a recording that does not have all its calls: a call that was not kept looks
 * like one that was not made.
 */
static void warn_of_calls_not_kept(const struct cli *cli)
{
	const struct config *config = cli->config;

	if (config->recorded && !config->policy.path && !call_set_is_all(&config->trace) &&
	    !has_selected_calls(config))
		warn("-e trace: the recording does not have all calls " PARTIAL
		     "; only those that it has are shown and "
		     "counted");
}

static void warn_of_sample(const struct config *config)
{
	const char *sample = config->recorded ? record_info_find(config->recorded, "sample") : NULL;

	if (sample && !strncmp(sample, "1/", 2))
		warn("the recording was made with --sample=%s: it has a part of the calls, and "
		     "counts are estimates of all",
		     sample);
	else if (sample)
		warn("the recording was made with --sample=%s: it has a part of the calls, and "
		     "tables count only these",
		     sample);
}

static void warn_of_ignored_options(const struct cli *cli)
{
	if (cli->replaced)
		warn("only the last -e %.*s takes effect; -e %.*s=A,B selects both",
		     (int)strcspn(cli->replaced->qualifiers, " "), cli->replaced->qualifiers,
		     (int)strcspn(cli->replaced->qualifiers, " "), cli->replaced->qualifiers);
	if (cli_given(cli, "z") + cli_given(cli, "Z") > 1)
		warn("only the last of -z/--successful-only and -Z/--failed-only takes effect; see "
		     "-e status");
	if (cli->config->output_append && !cli->config->output_path)
		warn("-A/--output-append-mode has no effect without -o/--output");
	if (cli_given(cli, "output-separately") && !cli->config->output_path)
		warn("--output-separately has no effect without -o/--output");
	if (cli_given(cli, "S") && !config_wants_table(cli->config))
		warn("-S/--summary-sort-by has no effect without -c/--summary-only or "
		     "-C/--summary");
	warn_without_stops(cli);
	warn_without_command(cli);
	warn_of_calls_not_kept(cli);
	warn_of_sample(cli->config);
}

/*
 * Most tasks of a machine come and go, also in a recording: each line names its task and its time,
 * because the process may be gone when it is read.
 */
static void describe_many(const struct cli *cli)
{
	struct config *config = cli->config;

	config->sink.quiet |= QUIET_ATTACH;
	config->sink.pid_prefix = PID_PREFIX_ALWAYS;
	config->decode.pid_comms |= !cli_given(cli, "decode-pids");
	if (!config->engine.targets.system &&
	    !(config->recorded && record_info_has(config->recorded, "selects", "system")))
		return;
	if (!config->summary && !cli_given(cli, "t") && !cli_given(cli, "r") &&
	    !cli_given(cli, "absolute-timestamps"))
		config->sink.absolute = TIMESTAMP_TIME;
}

static void set_defaults(struct cli *cli)
{
	struct config *config = cli->config;
	bool command = config->recorded ? record_info_find(config->recorded, "command") != NULL
					: config->engine.argv != NULL;
	size_t n_pids = config->recorded ? (size_t)record_info_number(config->recorded, "pids")
					 : config->engine.n_pids + config->n_named;
	bool to_file = config->output_path && command;

	/* strace(1), -q: "automatically when output is redirected to a file and the command is run
	 * directly instead of attaching". */
	if (to_file && !cli_given(cli, "q") && !cli_given(cli, "quiet"))
		config->sink.quiet = QUIET_ATTACH | QUIET_PERSONALITY;
	/* As strace: with -o FILE PROG, ^C ends the command, and scry traces it to its end. */
	if (!cli_given(cli, "I"))
		config->engine.interruptible =
			to_file && !n_pids && !config->screen.wanted && !config->recorded
				? INTERRUPT_NEVER
				: INTERRUPT_WAITING;
	if (config->output_path && !config->output_separately &&
	    (config->engine.follow || bpf_selected(&config->engine.targets) ||
	     n_pids + command > 1))
		config->sink.pid_prefix = PID_PREFIX_ALWAYS;
	config->no_notes = config->sink.quiet & QUIET_ATTACH;
	config->sink.hold = config->status != STATUS_ALL ||
			    (config->where && where_needs(config->where) & WHERE_NEEDS_EXIT);
	if (bpf_selected(&config->engine.targets))
		describe_many(cli);
	config->engine.debug = config->debug;
}

/* Applies -F, which strace still accepts, with the warnings of strace. */
static void apply_old_follow(struct cli *cli)
{
	if (cli->old_follow)
		warn(cli->config->engine.follow ? "deprecated option -F ignored"
						: "option -F is deprecated, please use "
						  "-f/--follow-forks instead");
	cli->config->engine.follow |= cli->old_follow;
}

/*
 * Without CPU times in the recording of a replay all times of tables are wall-clock times, as with
 * -w.
 */
static void choose_clock(struct cli *cli)
{
	struct config *config = cli->config;

	if (!config->engine.cpu_unmeasured || !config_wants_table(config))
		return;
	config->statistics.wall_clock = true;
	config->statistics.cpu_unmeasured = true;
}

/* Whether calls of more than one process can be seen. */
static bool has_many_processes(const struct config *config)
{
	const struct engine_config *engine = &config->engine;

	return engine->follow || engine->n_pids > 1 || config->n_named || config->recorded ||
	       bpf_selects(&engine->targets);
}

/*
 * --summary=KEYS prints only a table, unless there is -C. Options that the tables of strace do not
 * have imply keys.
 */
static void choose_summary(struct cli *cli)
{
	struct config *config = cli->config;
	struct summary_config *statistics = &config->statistics;
	bool metrics = summary_has_metrics(statistics);

	if ((statistics->n_keys || config->screen.wanted || statistics->served) &&
	    !config->summary_and_calls)
		config->summary = true;
	choose_clock(cli);
	statistics->blocks = locale_is_utf8();
	if (!statistics->n_keys && config_wants_table(config) &&
	    (statistics->top || config->screen.wanted || statistics->served ||
	     statistics->interval_ns || cli_given(cli, "summary-format"))) {
		if (config->screen.wanted && has_many_processes(config))
			statistics->keys[statistics->n_keys++] = KEY_TGID;
		if (metrics || statistics->n_keys)
			statistics->keys[statistics->n_keys++] = KEY_COMM;
		if (metrics || statistics->n_keys < 2)
			statistics->keys[statistics->n_keys++] = KEY_SYSCALL;
	}
	if (!statistics->n_keys)
		return;
	if (!cli_given(cli, "summary-format") && config->format == FORMAT_JSON)
		statistics->format = SUMMARY_JSON;
	if (metrics && !statistics->top)
		statistics->top = METRICS_TOP;
	if (config->screen.wanted && !statistics->top)
		statistics->top = LIVE_TOP;
	statistics->default_sort = !cli_given(cli, "S");
	if (statistics->default_sort)
		statistics->sort = config->screen.wanted ? SUMMARY_CALLS : SUMMARY_WALL_TOTAL;
	if (statistics->all_columns)
		summary_key_columns(statistics);
}

/*
 * --top alone shows the whole machine or, to ordinary users, their own processes. Only bpf does
 * that without stopping what draws the screen.
 */
static bool choose_live_targets(struct cli *cli, char **error)
{
	struct config *config = cli->config;
	struct bpf_targets *targets = &config->engine.targets;
	bool root = !geteuid(), bpf = cli->engine == CHOICE_AUTO || cli->engine == CHOICE_BPF;
	struct buf what = { 0 };

	if (!config->screen.wanted || config->recorded || config->engine.argv ||
	    config->engine.n_pids || config->n_named || config->engine.remote.target ||
	    bpf_selects(targets) || !bpf || cli_given(cli, "p"))
		return true;
	if (engine_bpf_lacks(0, &what))
		set_error(error,
			  "--top without a command shows %s, and the bpf engine, which can do "
			  "that, "
			  "%s. Or name what to show: scry --top -p NAME",
			  root ? "the whole machine" : "your processes", buf_cstr(&what));
	buf_free(&what);
	targets->system = root;
	targets->by_uid = !root;
	targets->uid = getuid();
	return !*error;
}

static bool is_directory(const char *path)
{
	struct stat st;

	return path && !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool is_existing_program(const char *word)
{
	char *ignored = NULL, *path = cli_find_command(word, &ignored);
	bool good = path && !is_directory(path);

	free(ignored);
	free(path);
	return good;
}

/* Appends an option with its placeholder: "--policy=FILE", "-P PATH". */
static void put_form(struct buf *out, const struct cli_option *option)
{
	if (option->long_name)
		buf_printf(out, "--%s=%s", option->long_name, option->placeholder);
	else
		buf_printf(out, "-%c %s", option->short_name, option->placeholder);
}

/* Appends: 'cat' was taken for the FILE of --policy. */
static void put_taken(struct buf *out, const struct cli_option *option, const char *word)
{
	buf_printf(out, "'%s' was taken for the %s of ", word, option->placeholder);
	if (option->long_name)
		buf_printf(out, "--%s", option->long_name);
	else
		buf_printf(out, "-%c", option->short_name);
}

/*
 * The word before the command is a program and was taken for the value of an option: scry --policy
 * cat FILE. Replaces the message by one that says so.
 */
static void explain_taken(const struct cli *cli, const char *word, char *const *rest, char **error)
{
	struct buf message = { 0 };

	buf_printf(&message, "%s; ", *error);
	put_taken(&message, cli->valued_before_command, word);
	buf_puts(&message, ": scry ");
	put_form(&message, cli->valued_before_command);
	buf_printf(&message, " %s", word);
	for (size_t i = 0; rest[i] && i < 2; i++)
		buf_printf(&message, " %s", i ? "..." : rest[i]);
	free(*error);
	*error = buf_take(&message);
}

/*
 * Finds the file of the command. A word after an option that takes no value in the next word may be
 * meant as one, and the name of an option as in programs with subcommands: scry why make.
 */
static bool find_command(const struct cli *cli, char **error)
{
	struct engine_config *engine = &cli->config->engine;
	const struct cli_option *before = cli->before_command;
	const char *word;
	char *why;
	bool taken = cli->valued_before_command && !cli->config->diff.first &&
		     is_existing_program(cli->value_before_command);

	engine->path = cli_find_command(engine->argv[0], error);
	if (engine->path && !(taken && is_directory(engine->path)))
		return true;
	if (engine->path)
		set_error(error, "cannot execute '%s': it is a directory", engine->argv[0]);
	if (taken) {
		explain_taken(cli, cli->value_before_command, engine->argv, error);
		return false;
	}
	why = *error;
	/* A command of --diff, which has no word before it, was found earlier. */
	word = before ? engine->argv[-1] : "";
	if (cli_find_option(cli, engine->argv[0]))
		set_error(error, "%s; the option is --%s", why, engine->argv[0]);
	else if (cli_guess(engine->argv[0]))
		set_error(error, "%s; if no program is meant: %s", why, cli_guess(engine->argv[0]));
	else if (word[0] != '-' || strchr(engine->argv[0], '/'))
		return false;
	else if (before->argument == OPTION_OPTIONAL && before->long_name)
		set_error(error, "%s; a value of --%s follows '=': --%s=%s", why, before->long_name,
			  before->long_name, engine->argv[0]);
	else
		set_error(error, "%s; %s takes no value", why, word);
	free(why);
	return false;
}

/*
 * scry --record sh ./script writes a recording named "sh". A word that is the name of a program,
 * before a command that is named by its path, may be meant as the command.
 */
static bool may_be_command(const struct cli *cli)
{
	const struct cli_option *option = cli->valued_before_command;
	const char *word = cli->value_before_command;

	return option && !strcmp(option->placeholder, "FILE") && !strchr(word, '/') &&
	       strchr(cli->config->engine.argv[0], '/') && is_existing_program(word);
}

/* Returns what is said at the end if another command line may be meant; NULL: nothing. */
static char *advise(const struct cli *cli)
{
	const char *subcommand = cli_guess_subcommand(cli->config->engine.argv);
	struct buf text = { 0 };

	if (subcommand)
		return xstrdup(subcommand);
	if (!may_be_command(cli))
		return NULL;
	put_taken(&text, cli->valued_before_command, cli->value_before_command);
	buf_printf(&text, ", and '%s' for the command; with %s as the command: scry ",
		   cli->config->engine.argv[0], cli->value_before_command);
	put_form(&text, cli->valued_before_command);
	buf_printf(&text, " %s %s", cli->value_before_command, cli->config->engine.argv[0]);
	return buf_take(&text);
}

/* There is nothing to trace: perhaps the command was taken for the value of an option. */
static bool refuse_no_target(const struct cli *cli, char **error)
{
	const char *what = cli_given(cli, "p") ? "-p/--attach names no process"
			   : cli->config->engine.kind->captures
				   ? "must have PROG [ARGS], -p PID, --system, --cgroup, "
				     "--comm or --uid"
				   : "must have PROG [ARGS] or -p PID";
	const struct cli_option *last = cli->last;

	if (last && last->argument == OPTION_REQUIRED && !cli_given(cli, "p")) {
		struct buf form = { 0 };

		if (last == cli->valued_before_command && is_existing_program(cli->last_value)) {
			buf_puts(&form, ": scry ");
			put_form(&form, last);
			buf_printf(&form, " %s", cli->last_value);
		}
		set_error(error, "%s: '%s' is the %s of %s%s%s", what, cli->last_value,
			  last->placeholder, last->long_name ? "--" : "-",
			  last->long_name ? last->long_name
					  : (char[]){ (char)last->short_name, '\0' },
			  buf_cstr(&form));
		buf_free(&form);
		return false;
	}
	return set_error(error, "%s; scry -h shows examples", what);
}

#define JSON_STRING_LIMIT 4096u

/* JSON is read by programs, for which strings are not cut to fit a line. */
static void choose_limits(const struct cli *cli)
{
	struct decode_config *decode = &cli->config->decode;

	if (cli->config->format != FORMAT_JSON || cli_given(cli, "s"))
		return;
	decode->string_limit = JSON_STRING_LIMIT;
	decode->vector_limit = ARGUMENT_MAX;
}

bool cli_finish(struct cli *cli, char **error)
{
	struct engine_config *engine = &cli->config->engine;

	choose_limits(cli);
	if (!cli_open_replay(cli, error) || !cli_open_diff(cli, error) ||
	    !cli_read_where(cli, error) || !choose_live_targets(cli, error) ||
	    !cli_finish_targets(cli, error) || !cli_choose_engine(cli, error))
		return false;
	if (!cli->config->recorded && !engine->argv && !engine->n_pids && !cli->config->n_named &&
	    !engine->kind->elsewhere && !bpf_selects(&engine->targets))
		return refuse_no_target(cli, error);
	apply_old_follow(cli);
	choose_summary(cli);
	/*
	 * Children inherit a filter, so that a profile has to hold for them, too. A failure may
	 * begin in a child.
	 */
	engine->follow |= cli->config->tried || cli_outputs_follow(cli->config);
	if (!check_conflicts(cli, error) || !check_needs(cli, error) ||
	    !cli_check_outputs(cli, error))
		return false;
	if (cli->user && !cli_find_user(cli, error))
		return false;
	/* A stub looks for the command on its own machine. */
	if (engine->argv && !engine->kind->elsewhere && !find_command(cli, error))
		return false;
	if (engine->argv && cli->argv0)
		engine->argv[0] = (char *)cli->argv0;
	engine->envp = cli->environment;
	set_defaults(cli);
	cli_choose_colors(cli);
	if (engine->argv && !cli->config->diff.first)
		cli->config->advice = advise(cli);
	warn_of_ignored_options(cli);
	/* Paths of another machine are taken as they are. */
	if (!engine->kind->elsewhere)
		cli_resolve_paths(cli->config);
	cli_extend_where(cli);
	return true;
}
