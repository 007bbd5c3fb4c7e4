/* SPDX-License-Identifier: MIT */
/* The keeper: the process that the tracer becomes when filtered tracees outlive the trace. */
#include "engine/ptrace/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/signals.h"
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

/* Before its tracees end only SIGKILL ends the keeper, and then the kernel kills the tracees. */
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
 * The leader of a process group (-DD) may not call setsid(2). It has to join another group of its session before. In a
 * container the session may have the number 0, and no other group of it may be known, so a child makes one.
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

/* Gives up descriptors, directory and session, so that no process has to wait for the end of the keeper. */
static void give_up_resources(void)
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

/* Where memory ran out execve(2) may kill the process, since RLIMIT_AS holds for the new program, too. */
void keeper_stay(void)
{
	give_up_resources();
	engine_ptrace_keep();
}

/*
 * The kernel keeps the links to the tracees, and their options, across execve(2). That call gives the memory of scry back,
 * and ps(1) shows the name of the keeper.
 */
void keeper_become(void)
{
	char *argv[] = { KEEPER_NAME, NULL };

	give_up_resources();
	execve("/proc/self/exe", argv, environ);
	engine_ptrace_keep();
}
