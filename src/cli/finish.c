/* SPDX-License-Identifier: MIT */
/* Rules between options and defaults that depend on several of them. */
#include "cli/state.h"
#include "scry/util.h"

static bool counts(const struct cli *cli)
{
	return cli->config->summary || cli->config->summary_too;
}

/* Options that do not go together. */
static bool check_conflicts(const struct cli *cli, char **error)
{
	static const char needs_table[] = "%s must be given with -c/--summary-only or -C/--summary";
	static const char both[] = "%s and %s cannot be given together";

	if (cli->timestamps && cli->long_timestamps)
		return set_error(error, both, "-t", "--absolute-timestamps");
	if (cli->quiet && cli->long_quiet)
		return set_error(error, both, "-q", "-e quiet/--quiet");
	if (cli->fds && cli->long_fds)
		return set_error(error, both, "-y", "--decode-fds");
	if (cli->hex && cli->long_hex)
		return set_error(error, both, "-x", "--strings-in-hex");
	if (cli->config->summary && cli->config->summary_too)
		return set_error(error, both, "-c/--summary-only", "-C/--summary");
	if (cli->config->output_separately && counts(cli))
		return set_error(error, both, "-c/--summary-only or -C/--summary",
				 "-ff/--output-separately");
	if (cli->config->statistics.wall_clock && !counts(cli))
		return set_error(error, needs_table, "-w/--summary-wall-clock");
	if (cli->config->engine.daemonize && cli->config->engine.n_pids)
		return set_error(error, both, "-D/--daemonize", "-p/--attach");
	if (cli->config->engine.kill_on_exit && cli->config->engine.n_pids)
		return set_error(error, both, "--kill-on-exit", "-p/--attach");
	if (cli->config->output_separately && cli->config->by_stack)
		return set_error(error, both, "--summary=stack", "-ff/--output-separately");
	if (cli->weight && !cli_wants_call_tree(cli->config))
		return set_error(error,
				 "%s must be given with --summary=stack, --flame-graph or "
				 "--folded",
				 "--stack-weight");
	if (cli->columns && !counts(cli))
		return set_error(error, needs_table, "-U/--summary-columns");
	if (cli->config->output_separately && cli_is_output_command(cli->config->output_path))
		return set_error(error, both, "a command as -o", "-ff/--output-separately");
	return true;
}

/* What a summary leaves no room for. */
static void warn_of_summary(const struct config *config)
{
	const struct {
		bool given;
		const char *option;
	} useless[] = {
		{ config->sink.ip, "-i/--instruction-pointer" },
		{ config->sink.number, "-n/--syscall-number" },
		{ config->sink.relative, "-r/--relative-timestamps" },
		{ config->sink.absolute != TIMESTAMP_NONE, "-t/--absolute-timestamps" },
		{ config->sink.durations, "-T/--syscall-times" },
		{ config->decode.fds, "-y/--decode-fds" },
		{ config->stacks, "-k/--stack-trace" },
	};

	for (size_t i = 0; config->summary && i < ARRAY_SIZE(useless); i++)
		if (useless[i].given)
			warn("%s has no effect with -c/--summary-only", useless[i].option);
}

static void warn_of_the_useless(const struct cli *cli)
{
	if (cli->results > 1)
		warn("only the last of -z/--successful-only and -Z/--failed-only takes effect; see "
		     "-e status");
	if (cli->config->output_append && !cli->config->output_path)
		warn("-A/--output-append-mode has no effect without -o/--output");
	if (cli->sort && !counts(cli))
		warn("-S/--summary-sort-by has no effect without -c/--summary-only or "
		     "-C/--summary");
	warn_of_summary(cli->config);
}

static void set_defaults(struct cli *cli)
{
	struct config *config = cli->config;
	bool to_file = config->output_path && config->engine.argv;

	/* man strace, -q: "automatically when output is redirected to a file and the command is run
	 * directly". */
	if (to_file && !cli->quiet && !cli->long_quiet)
		config->sink.quiet = QUIET_ATTACH | QUIET_PERSONALITY;
	/* -I: so that ^C ends the command, not its trace. */
	if (!cli->interruptible)
		config->engine.interruptible =
			to_file && !config->engine.n_pids ? INTERRUPT_NEVER : INTERRUPT_WAITING;
	if (config->output_path && !config->output_separately &&
	    (config->engine.follow || config->sink.pid_prefix == PID_PREFIX_ALWAYS))
		config->sink.pid_prefix = PID_PREFIX_FILE;
	/* Who asks for counts alone wants no lines between them. */
	config->silent = config->summary ||
			 (cli_wants_call_tree(config) && !config->stacks && !config->summary_too);
	config->sink.hold = config->status != STATUS_ALL;
	config->engine.debug = config->debug;
}

/* strace keeps it for old scripts. */
static void follow_old(struct cli *cli)
{
	if (cli->old_follow)
		warn(cli->config->engine.follow ? "deprecated option -F ignored"
						: "option -F is deprecated, please use "
						  "-f/--follow-forks instead");
	cli->config->engine.follow |= cli->old_follow;
}

bool cli_finish(struct cli *cli, char **error)
{
	struct engine_config *engine = &cli->config->engine;

	if (!engine->argv && !engine->n_pids)
		return set_error(error,
				 "must have PROG [ARGS] or -p PID; scry --help lists the options");
	follow_old(cli);
	if (!check_conflicts(cli, error))
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
	warn_of_the_useless(cli);
	cli_resolve_paths(cli->config);
	return true;
}
