/* SPDX-License-Identifier: MIT */
/* The keeper: what becomes of the tracer when filtered tracees outlive the trace. */
#include "engine/ptrace/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/ptrace/signals.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"

#define KEEPER_NAME "scry-keeper"

void keeper_resume(pid_t tid, int status)
{
	if (STATUS_EVENT(status) == PTRACE_EVENT_SECCOMP)
		status = untraced_filter(tid, status);
	if (stop_is_group_stop(status))
		ptrace(PTRACE_LISTEN, tid, NULL, NULL);
	else
		ptrace(PTRACE_CONT, tid, NULL, stop_signal(status));
}

/* Only SIGKILL can end it before its tracees end, which would take them along. */
void engine_ptrace_keep(void)
{
	int status;
	pid_t tid;

	prctl(PR_SET_NAME, KEEPER_NAME);
	signals_block_all();
	while ((tid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR)
		if (tid > 0 && WIFSTOPPED(status))
			keeper_resume(tid, status);
	_exit(0);
}

/*
 * The leader of a process group (-DD) has to join another one of its session before it may leave the session.
 * In a container its session may have no name, and so no group that is known to be there: a child makes one.
 */
static void join_other_group(void)
{
	pid_t child = fork();

	if (child < 0)
		return;
	if (!child)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (!child)
		pause();
	if (!setpgid(child, child))
		setpgid(0, child);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void leave_session(void)
{
	if (setsid() >= 0)
		return;
	join_other_group();
	setsid();
}

/* Nobody may wait for the end of a descriptor or a file system because of the keeper. */
static void hold_nothing(void)
{
	int null, ignored;

	signals_block_all();
	prctl(PR_SET_PDEATHSIG, 0);
	leave_session();
	ignored = chdir("/");
	(void)ignored;
	closefrom(0);
	null = open("/dev/null", O_RDWR);
	for (int fd = null + 1; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup(null);
}

/* Where memory ran out, execve may end us: RLIMIT_AS is that of the new program, too. */
void keeper_stay(void)
{
	hold_nothing();
	engine_ptrace_keep();
}

/*
 * The links to the tracees, options included, survive execve, which gives the memory back and shows in ps
 * what the process is.
 */
void keeper_become(void)
{
	char *argv[] = { KEEPER_NAME, NULL };

	hold_nothing();
	execve("/proc/self/exe", argv, environ);
	engine_ptrace_keep();
}
