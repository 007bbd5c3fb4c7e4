/* SPDX-License-Identifier: MIT */
/*
 * Options that name processes otherwise than by a process ID: -p NAME, --unit, --container, --port,
 * --file, --wait.
 */
#include "cli/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/apply.h"
#include "cli/effect.h"
#include "scry/config.h"
#include "scry/consumer.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "scry/util.h"

void cli_add_target(struct cli *cli, enum target_kind kind, const char *word)
{
	struct config *config = cli->config;

	config->named = xgrow(config->named, config->n_named, &cli->targets_capacity,
			      sizeof(*config->named));
	config->named[config->n_named++] = (struct target){ kind, xstrdup(word) };
}

static bool add(struct cli *cli, enum target_kind kind, const char *word, char **error)
{
	if (!*word)
		return set_error(error, "%s: the word is empty", target_option(kind));
	cli_add_target(cli, kind, word);
	return true;
}

bool cli_apply_unit(struct cli *cli, const char *value, char **error)
{
	return add(cli, TARGET_UNIT, value, error);
}

bool cli_apply_container(struct cli *cli, const char *value, char **error)
{
	return add(cli, TARGET_CONTAINER, value, error);
}

bool cli_apply_port(struct cli *cli, const char *value, char **error)
{
	return add(cli, TARGET_PORT, value, error);
}

bool cli_apply_file(struct cli *cli, const char *value, char **error)
{
	return add(cli, TARGET_FILE, value, error);
}

bool cli_apply_wait(struct cli *cli, const char *value, char **error)
{
	return add(cli, TARGET_START, value, error);
}

/*
 * --cgroup, --comm and --uid are conditions that the bpf engine tests in the kernel. With the
 * ptrace engine, also where the bpf engine cannot be had, or together with names that the kernel
 * does not know, they are targets like others.
 */
static void take_conditions(struct cli *cli)
{
	struct bpf_targets *conditions = &cli->config->engine.targets;
	char uid[sizeof("4294967295")];

	if (conditions->cgroup)
		cli_add_target(cli, TARGET_CGROUP, conditions->cgroup);
	if (conditions->comm)
		cli_add_target(cli, TARGET_COMM, conditions->comm);
	snprintf(uid, sizeof(uid), "%u", conditions->uid);
	if (conditions->by_uid)
		cli_add_target(cli, TARGET_UID, uid);
	conditions->cgroup = conditions->comm = NULL;
	conditions->by_uid = false;
}

/*
 * Whether the bpf engine, which nothing but a condition asks for, cannot be had. scry-capture does
 * not load it with conditions.
 */
static bool lacks_bpf_for_conditions(const struct cli *cli)
{
	const char *environment = getenv("SCRY_ENGINE");
	struct buf what = { 0 };
	bool lacks;

	if (cli->engine != CHOICE_AUTO || (environment && *environment) ||
	    cli->config->engine.argv || cli->config->engine.targets.system ||
	    !(cli_given(cli, "cgroup") || cli_given(cli, "comm") || cli_given(cli, "uid")))
		return false;
	lacks = engine_bpf_access() != BPF_OWN || engine_bpf_lacks(0, &what) ||
		!target_tries_bpf(&what);
	buf_free(&what);
	return lacks;
}

/* --system traces all processes: beside it another target would select fewer, or nothing more. */
static bool check_system(const struct config *config, char **error)
{
	const struct bpf_targets *conditions = &config->engine.targets;
	const char *other = conditions->cgroup	    ? "--cgroup"
			    : conditions->comm	    ? "--comm"
			    : conditions->by_uid    ? "--uid"
			    : config->n_named	    ? target_option(config->named[0].kind)
			    : config->engine.n_pids ? "-p/--attach"
						    : NULL;

	if (!conditions->system || !other)
		return true;
	return set_error(error,
			 "%s and --system, which traces all processes, cannot be given together; "
			 "without --system only those of %s are traced",
			 other, other);
}

bool cli_finish_targets(struct cli *cli, char **error)
{
	struct config *config = cli->config;

	if (!check_system(config, error))
		return false;
	if (config->n_named || cli->engine == CHOICE_PTRACE || lacks_bpf_for_conditions(cli))
		take_conditions(cli);
	if (!config->n_named)
		return true;
	for (size_t i = 0; config->engine.argv && i < config->n_named; i++)
		if (config->named[i].kind == TARGET_START ||
		    target_comes_again(config->named[i].kind))
			return set_error(error, "%s and PROG [ARGS] cannot be given together",
					 target_option(config->named[i].kind));
	config->engine.follow = true;
	return true;
}

void cli_prepare_list(struct cli *cli)
{
	const struct engine_config *engine = &cli->config->engine;
	char pid[sizeof("2147483647")];

	take_conditions(cli);
	for (size_t i = 0; i < engine->n_pids; i++) {
		snprintf(pid, sizeof(pid), "%d", engine->pids[i]);
		cli_add_target(cli, TARGET_PID, pid);
	}
}

bool cli_list_targets(const struct config *config, struct buf *out, char **error)
{
	struct target_search *search = target_search_new(config->named, config->n_named, error);

	if (!search)
		return false;
	/* scry itself is a process: without any there is no /proc. */
	if (!target_list(search, config->format == FORMAT_JSON, out) &&
	    (config->n_named || proc_numbers() == PROC_MISSING))
		*error = target_search_explain(search);
	target_search_free(search);
	return !*error;
}
