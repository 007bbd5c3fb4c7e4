/* SPDX-License-Identifier: MIT */
/*
 * Chooses the engine (--engine, SCRY_ENGINE), and refuses options that the chosen one does not
 * have.
 */
#include "cli/engine.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/effect.h"
#include "cli/value.h"
#include "cli/words.h"
#include "config.h"
#include "scry/target.h"
#include "scry/util.h"
#include "scry/where.h"

/* An option that only one engine has. */
struct engine_option {
	bool given;
	const char *name;
	const char *why; /* why the chosen engine does not have it */
};

/* Copies the first option that is given to *first. Returns false if none is. */
static bool find_given(const struct engine_option *options, size_t n, struct engine_option *first)
{
	for (size_t i = 0; i < n; i++) {
		if (!options[i].given)
			continue;
		*first = options[i];
		return true;
	}
	return false;
}

static bool needs_bpf(const struct cli *cli, struct engine_option *first)
{
	const struct bpf_targets *targets = &cli->config->engine.targets;
	const struct engine_option options[] = {
		{ targets->system, "--system", NULL },
		{ targets->cgroup, "--cgroup", NULL },
		{ targets->comm, "--comm", NULL },
		{ targets->by_uid, "--uid", NULL },
		{ cli_given(cli, "on-overflow"), "--on-overflow", NULL },
		{ targets->ring_size, "--ring-size", NULL },
	};

	return find_given(options, ARRAY_SIZE(options), first);
}

/* The bpf engine stops no tracee, so that nothing can be changed in it or read later. */
static bool lacks_in_bpf(const struct cli *cli, struct engine_option *first)
{
	const struct config *config = cli->config;
	const struct engine_option options[] = {
		{ config->n_injections, "-e inject/-e fault", "it cannot change calls" },
		{ config->engine.daemonize, "-D/--daemonize",
		  "without it the command is not traced by its parent either" },
		{ config->engine.kill_on_exit, "--kill-on-exit",
		  "the kernel does not end tracees with it" },
		{ config->tried, "--try-policy", "it cannot stop calls" },
		{ config->decode.namespaces, "-e namespace",
		  "it cannot look at namespaces before and after the call" },
		{ config->decode.contexts, "--secontext",
		  "it cannot look at contexts at the moment of the call" },
		{ config->decode.kvm, "--kvm", "it cannot read memory after the call" },
	};

	return find_given(options, ARRAY_SIZE(options), first);
}

static bool needs_gdb(const struct cli *cli, struct engine_option *first)
{
	const struct engine_option options[] = {
		{ cli->config->engine.remote.target, "--target", NULL },
	};

	return find_given(options, ARRAY_SIZE(options), first);
}

/* A stub traces, on a machine of which scry knows only what the stub says. */
static bool lacks_in_gdb(const struct cli *cli, struct engine_option *first)
{
	const struct config *config = cli->config;
	const struct where *awaited = config->record.awaited;
	unsigned needs = (config->where ? where_needs(config->where) : 0) |
			 (awaited ? where_needs(awaited) : 0);
	const struct engine_option options[] = {
		{ config->n_named, config->n_named ? target_option(config->named[0].kind) : NULL,
		  "it would look for processes on the machine of scry" },
		{ config->engine.daemonize, "-D/--daemonize", "the stub starts the command" },
		{ config->engine.kill_on_exit, "--kill-on-exit",
		  "the stub decides what becomes of its processes" },
		{ cli->user, "-u/--user", "the command runs as the user of the stub" },
		{ cli->argv0, "--argv0", "the stub makes argument 0 of the command" },
		{ config->stack.source, "-kk/--stack-trace=source",
		  "it does not read source lines over the connection" },
		{ config->tried, "--try-policy", "it has no filter of its own" },
		{ needs & WHERE_NEEDS_USER, "--where with the field 'uid'",
		  "a stub does not say whose its processes are" },
		{ needs & WHERE_NEEDS_PARENT, "--where with the field 'ppid'",
		  "a stub does not say who the parents of its processes are" },
		{ config->decode.namespaces, "-e namespace", "a stub does not report namespaces" },
		{ config->decode.pid_outside, "--decode-pids=pidns and --pidns-translation",
		  "a stub does not report PID namespaces" },
		{ config->decode.contexts, "--secontext", "a stub does not report contexts" },
		{ config->decode.kvm, "--kvm", "a stub does not report virtual processors" },
	};

	return find_given(options, ARRAY_SIZE(options), first);
}

/* Takes the engine of SCRY_ENGINE if the command line has none. An empty value counts as none. */
static bool take_environment(struct cli *cli, char **error)
{
	const char *value = getenv("SCRY_ENGINE");

	if (cli_given(cli, "engine") || !value || !*value)
		return true;
	cli->engine_from = "SCRY_ENGINE";
	return cli_choose(cli->engine_from, value, cli_words_engine.choices, cli_words_engine.n,
			  (int *)&cli->engine, error);
}

static bool check_build(struct cli *cli, const char *option, char **error)
{
#ifdef HAVE_BPF
	(void)cli, (void)option, (void)error;
	return true;
#else
	return set_error(error,
			 "%s%s: this build of scry has no bpf engine, which needs x86_64 and, "
			 "for configure, libbpf-dev",
			 option ? option : cli->engine_from, option ? "" : "=bpf");
#endif
}

static bool check_target(struct cli *cli, const char *option, char **error)
{
	(void)option;
	cli->config->engine.cpu_unmeasured = true;
	return cli->config->engine.remote.target ||
	       set_error(error, "%s=gdb needs --target, which says where the stub is",
			 cli->engine_from);
}

/* The engines that not all options can be had with. */
static const struct engine_row {
	int choice;
	const struct engine_kind *kind;
	bool (*needed)(const struct cli *cli, struct engine_option *first);
	bool (*lacking)(const struct cli *cli, struct engine_option *first);
	/* Whether it can be taken. option: the option that needs it; NULL: it was chosen. */
	bool (*check)(struct cli *cli, const char *option, char **error);
} rows[] = {
	{ CHOICE_BPF, &engine_bpf, needs_bpf, lacks_in_bpf, check_build },
	{ CHOICE_GDB, &engine_gdb, needs_gdb, lacks_in_gdb, check_target },
};

/* Says how scry takes an engine that has the option. */
static const char *leave_out(const struct cli *cli)
{
	return cli_given(cli, "engine") ? "; leave --engine out" : "; give --engine=auto";
}

/* Takes an engine. option: the option that needs it; NULL: it was chosen. */
static bool take_engine(struct cli *cli, const struct engine_row *row, const char *option,
			char **error)
{
	const char *name = row->kind->name;
	struct engine_option lacking, needing;

	cli->config->engine.kind = row->kind;
	if (row->lacking(cli, &lacking) && option)
		return set_error(error, "%s cannot be had with %s, which needs the %s engine: %s",
				 lacking.name, option, name, lacking.why);
	/* Without the engine of the command line, another option may need the same one. */
	if (row->lacking(cli, &lacking))
		return set_error(error, "%s cannot be had with %s=%s: %s%s", lacking.name,
				 cli->engine_from, name, lacking.why,
				 row->needed(cli, &needing) ? "" : leave_out(cli));
	return row->check(cli, option, error);
}

/* Says which engine was chosen, and why. option: the one that decides; NULL: none does. */
static void put_choice(const struct cli *cli, const char *option, struct buf *out)
{
	const char *name = cli->config->engine.kind->name;

	if (cli->engine != CHOICE_AUTO)
		buf_printf(out, "engine %s: %s says so", name, cli->engine_from);
	else if (option)
		buf_printf(out, "engine %s: %s needs it", name, option);
	else
		buf_printf(out, "engine %s: no option needs another", name);
}

static void debug_choice(const struct cli *cli, const char *option)
{
	struct buf text = { 0 };

	put_choice(cli, option, &text);
	warn("%s", buf_cstr(&text));
	buf_free(&text);
}

static const char *chosen_name(const struct cli *cli)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if ((int)cli->engine == rows[i].choice)
			return rows[i].kind->name;
	return engine_ptrace.name;
}

/*
 * Finds the engine that is chosen, or needed by *first. Returns false if these are different ones.
 */
static bool find_engine(const struct cli *cli, const struct engine_row **found,
			struct engine_option *first, char **error)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct engine_option needing;

		if ((int)cli->engine == rows[i].choice)
			*found = &rows[i];
		if (!rows[i].needed(cli, &needing))
			continue;
		if (cli->engine != CHOICE_AUTO && (int)cli->engine != rows[i].choice)
			return set_error(error,
					 "%s cannot be had with %s=%s: it needs the %s engine%s",
					 needing.name, cli->engine_from, chosen_name(cli),
					 rows[i].kind->name, leave_out(cli));
		if (first->name)
			return set_error(error,
					 "%s and %s cannot be given together: they need "
					 "different engines",
					 first->name, needing.name);
		*first = needing;
		*found = &rows[i];
	}
	return true;
}

/* SCRY_HAND_OVER is for tests: a number of stops, or "never". */
static bool take_stops(struct cli *cli, char **error)
{
	const char *value = getenv("SCRY_HAND_OVER");
	uint64_t stops;

	if (!value || !*value)
		return true;
	if (!strcmp(value, "never")) {
		cli->config->engine.successor = NULL;
		return true;
	}
	if (!parse_decimal(value, UINT32_MAX, &stops) || !stops)
		return set_error(error, "SCRY_HAND_OVER '%s' is no number of stops", value);
	cli->config->engine.hand_over_after = (unsigned long)stops;
	return true;
}

/*
 * Returns why options keep bpf from taking over, as the end of a sentence; NULL: they do not. The
 * session knows of reasons that no option says.
 */
static const char *find_stay(const struct config *config)
{
	const struct summary_config *summary = &config->statistics;
	/* A trace of -p alone begins with bpf, so that it has no stops at all. */
	bool begins_with_it = config->engine.n_pids && !config->engine.argv;
	const struct {
		bool holds;
		const char *why;
	} reasons[] = {
		{ summary->n_keys && !summary->corrected && !summary_is_metrics(summary) &&
			  !begins_with_it,
		  "--summary takes what each stop adds to the time of a call into account" },
		{ config_wants_diagnosis(config) || config->export.dataset_path,
		  "--why, --report and --export look at processes at their calls: without stops a "
		  "process can have ended before" },
		{ (config->decode.pid_comms || config->decode.pid_outside) &&
			  (!config->engine.follow || config->engine.n_pids),
		  "-Y and --decode-pids look at processes that are not traced, such as children "
		  "without -f, at the call" },
		{ config->detach_on_execve, "-b execve takes effect at the call" },
		{ config->syscall_limit, "--syscall-limit takes effect at the call" },
		{ config->diff.first, "--diff compares traces of one engine" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].holds)
			return reasons[i].why;
	return NULL;
}

bool cli_choose_engine(struct cli *cli, char **error)
{
	const struct engine_row *found = NULL;
	struct engine_option first = { 0 };

	if (cli->config->engine.kind->recorded)
		return true;
	cli->engine_from = "--engine";
	if (!take_environment(cli, error) || !find_engine(cli, &found, &first, error))
		return false;
	if (found &&
	    !take_engine(cli, found, cli->engine == CHOICE_AUTO ? first.name : NULL, error))
		return false;
	/* Why "auto" is not the bpf engine. */
	if (!found)
		lacks_in_bpf(cli, &first);
	if (cli->engine == CHOICE_AUTO && !first.name)
		cli->config->engine.successor = &engine_bpf;
	cli->config->engine.stays = find_stay(cli->config);
	if (cli->config->debug)
		debug_choice(cli, first.name);
	return take_stops(cli, error);
}

/*
 * Says what keeps the ptrace engine from commands, or from processes that it can be asked to attach
 * to.
 */
static void put_ptrace(struct buf *out)
{
	struct buf why = { 0 };

	if (!target_tries_ptrace(&why))
		buf_printf(out, "engine ptrace: it cannot be had, because %s.\n", buf_cstr(&why));
	else if (!geteuid() && target_lacks_capabilities(CAPABILITY_SYS_PTRACE, &why))
		buf_printf(out,
			   "engine ptrace: processes of other users, and those with more "
			   "capabilities, need CAP_SYS_PTRACE: %s.\n",
			   buf_cstr(&why));
	buf_free(&why);
}

/* Appends what the bpf engine lacks, after "it ". */
static bool lacks_bpf(struct buf *out)
{
	struct buf why = { 0 };
	bool lacks = engine_bpf_lacks(0, out);

	if (!lacks && engine_bpf_access() == BPF_OWN && !target_tries_bpf(&why)) {
		buf_printf(out, "needs the capabilities CAP_BPF and CAP_PERFMON: %s",
			   buf_cstr(&why));
		lacks = true;
	}
	buf_free(&why);
	return lacks;
}

char *cli_explain_engine(const struct cli *cli)
{
	const struct engine_row *found = NULL;
	struct engine_option first = { 0 };
	struct buf text = { 0 };
	const char *by = engine_bpf_access() == BPF_CAPTURE ? ", by scry-capture" : "";
	char *error = NULL;

	if (find_engine(cli, &found, &first, &error) && !found)
		lacks_in_bpf(cli, &first);
	free(error);
	put_choice(cli, first.name, &text);
	buf_puts(&text, "\n");
	put_ptrace(&text);
	buf_puts(&text, "engine bpf: it ");
	if (lacks_bpf(&text))
		buf_puts(&text,
			 ".\nA call takes some 20 microseconds longer with ptrace, and half a "
			 "microsecond to two with bpf");
	else if (cli->config->engine.successor && cli->config->engine.stays)
		buf_printf(&text,
			   "can be had here%s, and does not take over from ptrace, because %s", by,
			   cli->config->engine.stays);
	else if (cli->config->engine.successor)
		buf_printf(&text,
			   "takes over from ptrace when a trace makes 2,000 stops within a "
			   "second%s.\nWith --debug a trace says if it does not, and why",
			   by);
	else
		buf_printf(&text, "can be had here%s", by);
	buf_puts(&text, ".\n");
	return buf_take(&text);
}
