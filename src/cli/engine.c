/* SPDX-License-Identifier: MIT */
/* Chooses the engine (--engine, SCRY_ENGINE), and refuses options that the chosen one does not have. */
#include "config.h"

#include <stdlib.h>

#include "cli/state.h"
#include "cli/words.h"
#include "scry/util.h"

/* An option that only one engine has. */
struct engine_option {
	bool given;
	const char *name;
	const char *why; /* why the bpf engine does not have it */
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
static bool needs_ptrace(const struct cli *cli, struct engine_option *first)
{
	const struct config *config = cli->config;
	const struct engine_option options[] = {
		{ config->n_injections, "-e inject/-e fault", "it cannot change calls" },
		{ config->stacks, "-k/--stack-trace", "it cannot read stacks" },
		{ config_wants_call_tree(config), "--summary=stack, --flame-graph and --folded",
		  "it cannot read stacks" },
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

static bool check_build(const struct cli *cli, const char *option, char **error)
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

static bool take_bpf(struct cli *cli, const char *option, char **error)
{
	struct engine_option ptrace;

	cli->config->engine.kind = ENGINE_BPF;
	if (!needs_ptrace(cli, &ptrace))
		return check_build(cli, option, error);
	if (!option)
		return set_error(error, "%s cannot be had with %s=bpf: %s", ptrace.name,
				 cli->engine_from, ptrace.why);
	return set_error(error, "%s cannot be had with %s, which needs the bpf engine: %s",
			 ptrace.name, option, ptrace.why);
}

static void debug_choice(const struct cli *cli, const char *option)
{
	const char *name = cli->config->engine.kind == ENGINE_BPF ? "bpf" : "ptrace";

	if (cli->engine != CHOICE_AUTO)
		warn("engine %s: %s says so", name, cli->engine_from);
	else if (option)
		warn("engine %s: %s needs it", name, option);
	else
		warn("engine %s: no option needs another", name);
}

bool cli_choose_engine(struct cli *cli, char **error)
{
	struct engine_option first = { 0 };
	bool bpf;

	if (cli->config->engine.kind == ENGINE_REPLAY)
		return true;
	cli->engine_from = "--engine";
	if (!take_environment(cli, error))
		return false;
	bpf = needs_bpf(cli, &first);
	if (cli->engine == CHOICE_PTRACE && bpf)
		return set_error(error, "%s cannot be had with %s=ptrace: it needs the bpf engine",
				 first.name, cli->engine_from);
	if (!bpf)
		needs_ptrace(cli, &first);
	if ((cli->engine == CHOICE_BPF || bpf) &&
	    !take_bpf(cli, cli->engine == CHOICE_BPF ? NULL : first.name, error))
		return false;
	if (cli->config->debug)
		debug_choice(cli, first.name);
	return true;
}
