/* SPDX-License-Identifier: MIT */
/* Launches the command. Its process waits at a pipe until the program traces it. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "engine/bpf/launch.h"
#include "engine/process/limits.h"
#include "engine/process/pipe.h"
#include "engine/process/user.h"
#include "scry/proc.h"
#include "scry/tracee.h"
#include "scry/util.h"

struct failure {
	bool user; /* false: execve(2) failed */
	int error;
};

static void __attribute__((noreturn))
run_child(const struct bpf_engine *engine, const struct user_groups *groups, int go, int report)
{
	const struct engine_config *config = engine->base.config;
	struct failure failure = { 0 };
	ssize_t ignored;
	char word;

	if (read(go, &word, 1) != 1)
		_exit(1);
	if (user_become(config, groups)) {
		signals_restore(&engine->given);
		limits_restore(&engine->given_limits);
		execve(config->path, config->argv, config->envp);
	} else {
		failure.user = true;
	}
	failure.error = errno;
	ignored = write(report, &failure, sizeof(failure));
	(void)ignored;
	_exit(1);
}

int bpf_fork_command(struct bpf_engine *engine, int *go)
{
	int pipes[2], report[2];
	struct user_groups groups;
	sigset_t before;

	if (!pipe_open(pipes) || !pipe_open(report)) {
		warn_errno("cannot make a pipe");
		return 1;
	}
	user_find_groups(engine->base.config, &groups);
	signals_block(&before);
	engine->command = fork();
	if (!engine->command) {
		close(pipes[1]);
		run_child(engine, &groups, pipes[0], report[1]);
	}
	signals_unblock(&before);
	free(groups.ids);
	close(pipes[0]);
	close(report[1]);
	*go = pipes[1];
	engine->failure_fd = report[0];
	fcntl(report[0], F_SETFL, O_NONBLOCK);
	if (engine->command > 0)
		return 0;
	engine->command = 0;
	warn_errno("cannot make a process");
	return 1;
}

/* Whether scry, and with it a command before it moves, is in the cgroup of --cgroup or below it. */
static bool is_in_cgroup(const char *word)
{
	char *error = NULL, *path = proc_find_cgroup_path(word, &error);
	bool inside = path && proc_is_in_cgroup(getpid(), path);

	free(error);
	free(path);
	return inside;
}

/* Whether a task with this command name and this real user meets --comm and --uid. */
static bool meets(const struct bpf_targets *targets, const char *comm, uid_t uid)
{
	return (!targets->comm || !strncmp(targets->comm, comm, COMM_BYTES)) &&
	       (!targets->by_uid || targets->uid == uid);
}

enum command_choice bpf_choose_command(const struct engine_config *config)
{
	const struct bpf_targets *targets = &config->targets;
	const char *slash = strrchr(config->path, '/');
	char own[TASK_COMM_BYTES] = "";
	uid_t uid = config->change_user ? config->uid : getuid();

	if (!bpf_selects(targets) || targets->system)
		return COMMAND_IS_TRACED;
	if (targets->cgroup && !is_in_cgroup(targets->cgroup))
		return COMMAND_IS_LEFT;
	if (meets(targets, slash ? slash + 1 : config->path, uid))
		return COMMAND_IS_TRACED;
	prctl(PR_GET_NAME, own);
	return meets(targets, own, getuid()) ? COMMAND_IS_EXCLUDED : COMMAND_IS_LEFT;
}

void bpf_release_command(struct bpf_engine *engine, int go)
{
	ssize_t ignored = write(go, "", 1);

	(void)engine;
	(void)ignored;
	close(go);
}

void bpf_explain_launch(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct failure failure;

	if (engine->failure_fd < 0 ||
	    read(engine->failure_fd, &failure, sizeof(failure)) != sizeof(failure))
		return;
	if (failure.user)
		user_warn(config, failure.error);
	else
		warn("cannot execute '%s': %s", config->path, strerror(failure.error));
	engine->failed = true;
}
