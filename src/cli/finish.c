/* SPDX-License-Identifier: MIT */
/* Checks combinations of options, and sets the defaults that depend on several options. */
#include "config.h"

#include "cli/state.h"
#include "scry/util.h"

/* The maximum number of rows of metrics: a scraper keeps each combination of labels for ever. */
#define METRICS_TOP 100

/* Refuses options that exclude each other. */
static bool check_conflicts(const struct cli *cli, char **error)
{
	const struct config *config = cli->config;
	bool metrics = summary_is_metrics(&config->statistics);
	const struct {
		bool one, other;
		const char *names[2];
	} pairs[] = {
		{ cli_given(cli, "t"),
		  cli_given(cli, "absolute-timestamps"),
		  { "-t", "--absolute-timestamps" } },
		{ cli_given(cli, "q"), cli_given(cli, "quiet"), { "-q", "-e quiet/--quiet" } },
		{ cli_given(cli, "y"), cli_given(cli, "decode-fds"), { "-y", "--decode-fds" } },
		{ cli_given(cli, "x"),
		  cli_given(cli, "strings-in-hex"),
		  { "-x", "--strings-in-hex" } },
		{ config->summary,
		  config->summary_and_calls,
		  { "-c/--summary-only", "-C/--summary" } },
		{ config->engine.kill_on_exit,
		  config->engine.n_pids,
		  { "--kill-on-exit", "-p/--attach" } },
		{ cli_given(cli, "D"), cli_given(cli, "daemonize"), { "-D", "--daemonize" } },
		{ config->tried, config->engine.n_pids, { "--try-policy", "-p/--attach" } },
		{ config->tried, config->policy.path, { "--try-policy", "--policy" } },
		{ config->tried,
		  config->seccomp == SECCOMP_OFF,
		  { "--try-policy", "--seccomp-bpf=off" } },
		{ config->tried, config->detach_on_execve, { "--try-policy", "-b/--detach-on" } },
		{ config->tried, config->syscall_limit, { "--try-policy", "--syscall-limit" } },
		{ cli_given(cli, "f") > 1,
		  cli_given(cli, "output-separately"),
		  { "-ff", "--output-separately" } },
		{ config->output_separately,
		  config->statistics.interval_ns,
		  { "--interval", "-ff/--output-separately" } },
		{ config->output_separately,
		  metrics,
		  { "--summary-format=prometheus or openmetrics", "-ff/--output-separately" } },
		{ metrics,
		  cli_given(cli, "U"),
		  { "--summary-format=prometheus or openmetrics", "-U/--summary-columns" } },
		{ config->metrics_address,
		  config->output_separately,
		  { "--metrics-listen", "-ff/--output-separately" } },
		{ config->metrics_address,
		  config->by_stack,
		  { "--metrics-listen", "--summary=stack" } },
		{ config->metrics_address,
		  summary_has_key(&config->statistics, KEY_ERRNO),
		  { "--metrics-listen, whose metrics count each error by itself,",
		    "the key errno" } },
		{ metrics,
		  summary_has_key(&config->statistics, KEY_ERRNO),
		  { "--summary-format=prometheus or openmetrics, which count each error by itself,",
		    "the key errno" } },
		{ metrics || config->statistics.format == SUMMARY_CSV,
		  config->summary_and_calls,
		  { "--summary-format=csv, prometheus or openmetrics", "-C/--summary" } },
		{ cli_given(cli, "summary-format"),
		  config->by_stack,
		  { "--summary-format", "--summary=stack" } },
		{ metrics,
		  config->output_append,
		  { "--summary-format=prometheus or openmetrics", "-A/--output-append-mode" } },
		{ config->output_separately,
		  config->by_stack,
		  { "--summary=stack", "-ff/--output-separately" } },
		{ config->live, config->summary_and_calls, { "--top", "-C/--summary" } },
		{ config->live, config->by_stack, { "--top", "--summary=stack" } },
		{ config->live, config->engine.daemonize, { "--top", "-D/--daemonize" } },
		{ config->live, cli_given(cli, "I"), { "--top", "-I/--interruptible" } },
		{ config->live, config->output_separately, { "--top", "-ff/--output-separately" } },
		{ config->live,
		  metrics,
		  { "--top", "--summary-format=prometheus or openmetrics" } },
		{ config->output_separately,
		  config_is_output_command(config->output_path),
		  { "a command as -o", "-ff/--output-separately" } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++)
		if (pairs[i].one && pairs[i].other)
			return set_error(error, "%s and %s cannot be given together",
					 pairs[i].names[0], pairs[i].names[1]);
	return true;
}

/* Refuses options that have a meaning only with others. */
static bool check_needs(const struct cli *cli, char **error)
{
	static const char table[] = "-c/--summary-only or -C/--summary";
	static const char any_table[] = "-c/--summary-only, -C/--summary or --summary=KEYS";
	const struct {
		bool given, met;
		const char *name, *needed;
	} needs[] = {
		{ cli->config->statistics.wall_clock, config_wants_table(cli->config),
		  "-w/--summary-wall-clock", table },
		{ cli_given(cli, "U"), config_wants_table(cli->config), "-U/--summary-columns",
		  table },
		{ cli_given(cli, "summary-top"), config_wants_table(cli->config), "--summary-top",
		  any_table },
		{ cli_given(cli, "summary-format"), config_wants_table(cli->config),
		  "--summary-format", any_table },
		{ cli_given(cli, "interval"), config_wants_table(cli->config), "--interval",
		  any_table },
		{ cli->config->statistics.interval_ns &&
			  summary_is_metrics(&cli->config->statistics),
		  cli->config->output_path && !config_is_output_command(cli->config->output_path),
		  "--interval with --summary-format=prometheus or openmetrics",
		  "-o FILE, which is replaced each time" },
		{ cli->config->engine.daemonize, cli->config->engine.argv, "-D/--daemonize",
		  "PROG [ARGS]" },
		{ cli_given(cli, "stack-weight"), config_wants_call_tree(cli->config),
		  "--stack-weight", "--summary=stack, --flame-graph or --folded" },
		{ cli_given(cli, "policy-format"), cli->config->policy.path, "--policy-format",
		  "--policy" },
		{ cli->config->policy.arguments, cli->config->policy.path, "--policy-arguments",
		  "--policy" },
		{ cli_given(cli, "policy-margin"), cli->config->policy.path, "--policy-margin",
		  "--policy" },
		{ cli->config->policy.merged, cli->config->policy.path, "--policy-merge",
		  "--policy" },
		{ cli->config->enforce, cli->config->tried, "--enforce", "--try-policy" },
		{ cli_given(cli, "record-limit"), cli->config->record.file.path, "--record-limit",
		  "--record" },
		{ cli->config->record.environment, cli->config->record.file.path,
		  "--record-environment", "--record" },
		{ cli_given(cli, "record-ring"), cli->config->record.file.path, "--record-ring",
		  "--record" },
		{ cli->config->record.n_triggers, cli_given(cli, "record-ring"), "--record-when",
		  "--record-ring" },
		{ cli_given(cli, "from"), cli->config->replayed, "--from", "--replay" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(needs); i++)
		if (needs[i].given && !needs[i].met)
			return set_error(error, "%s must be given with %s", needs[i].name,
					 needs[i].needed);
	return true;
}

/* Refuses a column that the recording of a replay does not have. */
static bool check_columns(const struct cli *cli, char **error)
{
	const struct config *config = cli->config;

	if (config->engine.cpu_unmeasured && cli_given(cli, "U") &&
	    summary_has_column(&config->statistics, SUMMARY_WAITING))
		return set_error(error,
				 "the column waiting cannot be had: CPU time was not measured "
				 "when this recording was made");
	return true;
}

/* Warns of options that change the lines of calls, which -c does not print. */
static void warn_without_calls(const struct config *config)
{
	const struct {
		bool given;
		const char *option;
	} ignored[] = {
		{ config->sink.ip, "-i/--instruction-pointer" },
		{ config->sink.number, "-n/--syscall-number" },
		{ config->sink.relative, "-r/--relative-timestamps" },
		{ config->sink.absolute != TIMESTAMP_NONE, "-t/--absolute-timestamps" },
		{ config->sink.durations, "-T/--syscall-times" },
		{ config->decode.fds, "-y/--decode-fds" },
		{ config->stacks && !config->live, "-k/--stack-trace" },
	};

	for (size_t i = 0; config->summary && i < ARRAY_SIZE(ignored); i++)
		if (ignored[i].given)
			warn("%s has no effect with -c/--summary-only", ignored[i].option);
}

/* Warns of options about the stops of tracees, which the bpf engine does without. */
static void warn_without_stops(const struct cli *cli)
{
	const struct {
		bool given;
		const char *option;
	} ignored[] = {
		{ cli_given(cli, "seccomp-bpf"), "--seccomp-bpf" },
		{ cli_given(cli, "no-colocate"), "--no-colocate" },
	};

	for (size_t i = 0; cli->config->engine.kind == ENGINE_BPF && i < ARRAY_SIZE(ignored); i++)
		if (ignored[i].given)
			warn("%s has no effect with the bpf engine", ignored[i].option);
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
#define PARTIAL "(-e trace, -P, --record-ring, -b, --syscall-limit)"

/* Warns of a profile that is made of a recording without all calls. */
static void warn_of_partial_recording(const struct config *config)
{
	if (!config->recorded || !config->policy.path)
		return;
	if (!record_info_number(config->recorded, "follow"))
		warn("--policy: the recording was made without -f; the profile lacks the calls of "
		     "children");
	if (record_info_number(config->recorded, "partial"))
		warn("--policy: the recording does not have all calls " PARTIAL
		     "; the profile lacks them, too");
	if (config->replayed_from_ns)
		warn("--policy: the profile lacks the calls before the time of --from");
}

/* Warns of a profile that is made of processes that ran before the trace began. */
static void warn_of_late_policy(const struct config *config)
{
	bool late = config->recorded
			    ? record_info_number(config->recorded, "pids") != 0
			    : config->engine.n_pids || bpf_selects(&config->engine.targets);

	if (config->policy.path && late)
		warn("--policy: the profile lacks the calls that the processes made before they "
		     "were traced, such as the calls of their start; --policy-merge adds them from "
		     "another profile");
}

/* Warns of a profile that is made of processes that scry leaves before they end. */
static void warn_of_early_policy(const struct config *config)
{
	if (config->policy.path && config->detach_on_execve)
		warn("--policy: -b execve ends the trace of a process at its execve; the profile "
		     "lacks the calls of the new program");
	if (config->policy.path && config->syscall_limit)
		warn("--policy: --syscall-limit ends the trace; the profile lacks the calls that "
		     "are made after it");
}

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

/* Warns of -e trace on a recording that does not have all its calls: a call that was not kept looks like one that was not made. */
static void warn_of_calls_not_kept(const struct cli *cli)
{
	const struct config *config = cli->config;

	if (config->recorded && !config->policy.path && !call_set_is_all(&config->trace) &&
	    !has_selected_calls(config))
		warn("-e trace: the recording does not have all calls " PARTIAL
		     "; only those that it has are shown and "
		     "counted");
}

static void warn_of_ignored_options(const struct cli *cli)
{
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
	warn_without_calls(cli->config);
	warn_without_stops(cli);
	warn_without_command(cli);
	warn_of_partial_recording(cli->config);
	warn_of_late_policy(cli->config);
	warn_of_early_policy(cli->config);
	warn_of_calls_not_kept(cli);
}

static void set_defaults(struct cli *cli)
{
	struct config *config = cli->config;
	bool command = config->recorded ? record_info_find(config->recorded, "command") != NULL
					: config->engine.argv != NULL;
	size_t n_pids = config->recorded ? (size_t)record_info_number(config->recorded, "pids")
					 : config->engine.n_pids;
	bool to_file = config->output_path && command;

	/* strace(1), -q: "automatically when output is redirected to a file and the command is run
	 * directly instead of attaching". */
	if (to_file && !cli_given(cli, "q") && !cli_given(cli, "quiet"))
		config->sink.quiet = QUIET_ATTACH | QUIET_PERSONALITY;
	/* As strace: with -o FILE PROG, ^C ends the command, and scry traces it to its end. */
	if (!cli_given(cli, "I"))
		config->engine.interruptible =
			to_file && !n_pids && !config->live && !config->recorded
				? INTERRUPT_NEVER
				: INTERRUPT_WAITING;
	if (config->output_path && !config->output_separately &&
	    (config->engine.follow || bpf_selects(&config->engine.targets) || n_pids + command > 1))
		config->sink.pid_prefix = PID_PREFIX_ALWAYS;
	config->sink.hold = config->status != STATUS_ALL;
	/* Most tasks of a machine come and go: their lines say it. */
	if (bpf_selects(&config->engine.targets))
		config->sink.quiet |= QUIET_ATTACH;
	config->targeted = cli_given(cli, "P") || cli_given(cli, "trace-fds");
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

/* Without CPU times in the recording of a replay all times of tables are wall-clock times, as with -w. */
static void choose_clock(struct cli *cli)
{
	struct config *config = cli->config;

	if (!config->engine.cpu_unmeasured || !config_wants_table(config))
		return;
	config->statistics.wall_clock = true;
	config->statistics.cpu_unmeasured = true;
}

/*
 * --summary=KEYS prints only a table, unless there is -C. Options that the tables of strace do not have imply keys.
 */
static void choose_summary(struct cli *cli)
{
	struct config *config = cli->config;
	struct summary_config *statistics = &config->statistics;
	bool metrics = summary_has_metrics(statistics);

	if ((statistics->n_keys || config->live || statistics->served) &&
	    !config->summary_and_calls)
		config->summary = true;
	choose_clock(cli);
	if (!statistics->n_keys && config_wants_table(config) &&
	    (statistics->top || config->live || statistics->served || statistics->interval_ns ||
	     cli_given(cli, "summary-format"))) {
		if (metrics)
			statistics->keys[statistics->n_keys++] = KEY_COMM;
		statistics->keys[statistics->n_keys++] = KEY_SYSCALL;
	}
	if (!statistics->n_keys)
		return;
	if (!cli_given(cli, "summary-format") && config->format == FORMAT_JSON)
		statistics->format = SUMMARY_JSON;
	if (metrics && !statistics->top)
		statistics->top = METRICS_TOP;
	if (!cli_given(cli, "S"))
		statistics->sort = SUMMARY_WALL_TOTAL;
	if (statistics->all_columns)
		summary_key_columns(statistics, config->live && config->engine.kind == ENGINE_BPF &&
							summary_keys_in_kernel(statistics));
}

bool cli_finish(struct cli *cli, char **error)
{
	struct engine_config *engine = &cli->config->engine;

	if (!cli_open_replay(cli, error) || !cli_open_diff(cli, error) ||
	    !cli_choose_engine(cli, error))
		return false;
	if (!cli->config->recorded && !engine->argv && !engine->n_pids &&
	    !bpf_selects(&engine->targets))
		return set_error(error, "%s; scry --help lists the options",
				 cli_given(cli, "p") ? "-p/--attach names no process"
				 : engine->kind == ENGINE_BPF
					 ? "must have PROG [ARGS], -p PID, --system, --cgroup, "
					   "--comm or --uid"
					 : "must have PROG [ARGS] or -p PID");
	apply_old_follow(cli);
	choose_summary(cli);
	/* Children inherit a filter, so that a profile has to hold for them, too. */
	engine->follow |= cli->config->policy.path || cli->config->tried;
	if (!check_conflicts(cli, error) || !check_needs(cli, error) || !check_columns(cli, error))
		return false;
	if (cli->user && !cli_find_user(cli, error))
		return false;
	engine->path = engine->argv ? cli_find_command(engine->argv[0], error) : NULL;
	if (engine->argv && !engine->path)
		return false;
	if (engine->argv && cli->argv0)
		engine->argv[0] = (char *)cli->argv0;
	engine->envp = cli->environment;
	set_defaults(cli);
	cli_choose_colors(cli);
	cli_choose_tip(cli);
	warn_of_ignored_options(cli);
	cli_resolve_paths(cli->config);
	return true;
}
