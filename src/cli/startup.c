/* SPDX-License-Identifier: MIT */
/*
 * Options about what is traced and how: -p, --comm, --uid, -E, -f, -D, -b, --seccomp-bpf,
 * --syscall-limit.
 */
#include "cli/startup.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/apply.h"
#include "cli/command.h"
#include "cli/effect.h"
#include "cli/targets.h"
#include "cli/value.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "scry/util.h"

#define SAMPLE_MAX 65536u

/* Adds "PID", "PID+", which is a process and its descendants, or the name of a program. */
static bool add_attached_process(struct cli *cli, const char *word, char **error)
{
	size_t *n = &cli->config->engine.n_pids;
	size_t digits = strspn(word, "0123456789");
	uint64_t pid;

	if (!digits || (word[digits] == '+' && !word[digits + 1])) {
		cli_add_target(cli, digits ? TARGET_TREE : TARGET_NAME, word);
		return true;
	}
	if (!parse_decimal(word, INT_MAX, &pid) || !pid)
		return set_error(error, "-p/--attach '%s': not a process ID", word);
	cli->pids = xgrow(cli->pids, *n, &cli->pids_capacity, sizeof(*cli->pids));
	cli->pids[(*n)++] = (pid_t)pid;
	cli->config->engine.pids = cli->pids;
	return true;
}

/* The separators allow the output of pgrep(1) and pidof(1) as value. */
bool cli_apply_attach(struct cli *cli, const char *value, char **error)
{
	static const char separators[] = ", \t\n";
	char *words = xstrdup(value), *rest = words, *word;
	const struct config *config = cli->config;
	size_t n_before = config->engine.n_pids + config->n_named;
	bool good = true;

	while (good && (word = strsep(&rest, separators)))
		if (*word)
			good = add_attached_process(cli, word, error);
	free(words);
	/* strace ignores an empty value, but not separators alone. */
	if (good && *value && n_before == config->engine.n_pids + config->n_named)
		return set_error(error, "-p/--attach '%s': not a process ID", value);
	return good;
}

static bool is_process(const char *word)
{
	uint64_t pid;

	return parse_decimal(word, INT32_MAX, &pid) && pid && proc_exists((pid_t)pid);
}

static bool is_startup_program(const char *word)
{
	char *error = NULL, *path = cli_find_command(word, &error);

	free(path);
	free(error);
	return path;
}

bool cli_take_processes(struct cli *cli, char **argv, int *next, char **error)
{
	int end = *next;

	if (!argv[end] || !cli_given(cli, "p") || !strcmp(argv[end - 1], "--") ||
	    is_startup_program(argv[end]))
		return true;
	while (argv[end] && is_process(argv[end]))
		end++;
	/* What is left may be options, but no command. */
	if (argv[end] && argv[end][0] != '-')
		return true;
	for (; *next < end; ++*next)
		if (!cli_apply_attach(cli, argv[*next], error))
			return false;
	return true;
}

bool cli_apply_env(struct cli *cli, const char *value, char **error)
{
	struct engine_config *engine = &cli->config->engine;

	(void)error;
	cli_change_environment(cli, value);
	engine->remote.changes = xgrow(engine->remote.changes, engine->remote.n_changes,
				       &cli->changes_capacity, sizeof(char *));
	engine->remote.changes[engine->remote.n_changes++] = (char *)value;
	return true;
}

bool cli_apply_follow(struct cli *cli, const char *value, char **error)
{
	(void)value;
	(void)error;
	if (cli->config->engine.follow)
		cli->config->output_separately = true;
	cli->config->engine.follow = true;
	return true;
}

bool cli_apply_seccomp(struct cli *cli, const char *value, char **error)
{
	const struct cli_words *words = &cli_words_seccomp;
	int mode = SECCOMP_TRY;

	if (value && !cli_choose("--seccomp-bpf", value, words->choices, words->n, &mode, error))
		return false;
	cli->config->seccomp = mode;
	cli->config->engine.seccomp_strict = mode == SECCOMP_ON;
	return true;
}

bool cli_apply_daemonize_more(struct cli *cli, const char *value, char **error)
{
	(void)value;
	if (cli->config->engine.daemonize == DAEMONIZE_SESSION)
		return set_error(error, "-D can be given three times at most");
	cli->config->engine.daemonize++;
	return true;
}

bool cli_apply_detach_on(struct cli *cli, const char *value, char **error)
{
	const struct cli_words *words = &cli_words_detach_on;
	int execve;

	if (!cli_choose("-b/--detach-on", value, words->choices, words->n, &execve, error))
		return false;
	cli->config->detach_on_execve = execve;
	return true;
}

bool cli_apply_syscall_limit(struct cli *cli, const char *value, char **error)
{
	if (parse_decimal(value, UINT64_MAX, &cli->config->syscall_limit) &&
	    cli->config->syscall_limit)
		return true;
	return set_error(error, "--syscall-limit '%s': must be a number of calls, 1 or more",
			 value);
}

bool cli_apply_for(struct cli *cli, const char *value, char **error)
{
	uint64_t *ns = &cli->config->for_ns;

	return (cli_seconds(value, ns) && *ns) ||
	       set_error(error, "--for '%s': it takes a time such as 10s, 500ms, 2m or 1h", value);
}

/* "1/N", "N/s" or "N%". */
bool cli_apply_sample(struct cli *cli, const char *value, char **error)
{
	struct sample_config *sample = &cli->config->sample;
	const char *rest = value;
	uint64_t number;

	*sample = (struct sample_config){ .text = value };
	if (!strncmp(value, "1/", 2) && parse_decimal(value + 2, SAMPLE_MAX, &number) && number) {
		sample->one_in = (uint32_t)number;
		return true;
	}
	if (read_decimal(&rest, UINT32_MAX, &number) && number) {
		if (!strcmp(rest, "/s"))
			sample->per_second = number;
		else if (!strcmp(rest, "%") && number <= 100)
			sample->cpu_percent = (uint32_t)number;
		if (sample->per_second || sample->cpu_percent)
			return true;
	}
	return set_error(error,
			 "--sample '%s': it takes a part: 1/N (one in N calls, up to 1/65536), "
			 "N/s (about N calls a second) or N%% (what scry can take with N%% of a "
			 "CPU)",
			 value);
}

/* The kernel keeps 15 bytes of a command name (comm in proc(5)). */
bool cli_apply_comm(struct cli *cli, const char *value, char **error)
{
	if (strchr(value, ',') || cli->config->engine.targets.comm)
		return set_error(error,
				 "--comm '%s': it takes one name; for several there are -p "
				 "NAME,NAME and --where 'comm in {\"a\", \"b\"}'",
				 value);
	if (!*value || strlen(value) > 15)
		return set_error(error, "--comm '%s': a command name has 1 to 15 bytes", value);
	cli->config->engine.targets.comm = value;
	return true;
}

/*
 * The kernel requires that the size of a ring buffer is a power of two, and a multiple of the page
 * size.
 */
bool cli_apply_ring_size(struct cli *cli, const char *value, char **error)
{
	static const char units[] = "KMG";
	size_t digits = strspn(value, "0123456789");
	const char *unit = digits && value[digits] ? strchr(units, value[digits]) : NULL;
	unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
	char *number = xstrdup(value);
	uint64_t size = 0;
	bool good;

	number[digits] = '\0';
	good = parse_decimal(number, BPF_RING_MAX, &size) && size && !(size & (size - 1)) &&
	       !value[digits + !!unit] && size <= BPF_RING_MAX >> shift &&
	       size << shift >= (uint64_t)sysconf(_SC_PAGESIZE);
	free(number);
	if (!good)
		return set_error(error,
				 "--ring-size '%s': must be a power of two from a page to 1G, in "
				 "bytes or with K, M or G",
				 value);
	cli->config->engine.targets.ring_size = (uint32_t)(size << shift);
	return true;
}

bool cli_apply_uid(struct cli *cli, const char *value, char **error)
{
	struct bpf_targets *targets = &cli->config->engine.targets;
	const struct passwd *user;
	uint64_t uid;

	targets->by_uid = true;
	if (parse_decimal(value, UINT32_MAX - 1, &uid)) {
		targets->uid = (uid_t)uid;
		return true;
	}
	user = find_account("--uid", value, error);
	if (!user)
		return false;
	targets->uid = user->pw_uid;
	return true;
}
