/* SPDX-License-Identifier: MIT */
/* The keeper: the process that the tracer becomes when filtered tracees outlive the trace. */
#include "engine/ptrace/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/signals.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"
#include "scry/proc.h"

#define KEEPER_NAME "scry-keeper"
/* The argument with which the keeper looks for tracees that are stopped. */
#define KEEPER_RESCUES "rescue"

void keeper_resume(pid_t tid, int status)
{
	if (STATUS_EVENT(status) == PTRACE_EVENT_SECCOMP)
		status = untraced_filter(tid, status);
	if (stop_is_group_stop(status))
		ptrace(PTRACE_LISTEN, tid, NULL, NULL);
	else
		ptrace(PTRACE_CONT, tid, NULL, stop_signal(status));
}

/*
 * The leader of a process group (-DD) may not call setsid(2). It has to join another group of its
 * session before. In a container the session may have the number 0, and no other group of it may be
 * known, so a child makes one.
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

/*
 * Gives up descriptors and directory, so that no process has to wait for the end of the keeper.
 * Async-signal-safe.
 */
static void give_up_files(void)
{
	int null, ignored;

	signals_block_all();
	prctl(PR_SET_PDEATHSIG, 0);
	ignored = chdir("/");
	(void)ignored;
	closefrom(0);
	null = open("/dev/null", O_RDWR);
	for (int fd = null + 1; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup(null);
}

/*
 * Before its tracees end only SIGKILL ends the keeper, and then the kernel kills the tracees.
 * Async-signal-safe.
 */
static void __attribute__((noreturn)) keep(void)
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
 * Resumes a thread if it is a tracee that is stopped. The former tracer may have collected the
 * status of the stop, and then waitpid(2) does not return it again. For all stops but those before
 * the delivery of a signal the kernel puts the status into the siginfo (ptrace_do_notify() in
 * kernel/signal.c). The request fails with ESRCH for a thread that runs, that is no tracee, or that
 * is listening.
 */
static void resume_stopped(pid_t tid)
{
	siginfo_t info;
	int status;

	if (ptrace(PTRACE_GETSIGINFO, tid, NULL, &info))
		return;
	status = W_STOPCODE(info.si_signo);
	if (info.si_code > 0 && (info.si_code & 0x7f) == info.si_signo &&
	    (info.si_code >> 8 || info.si_code == SYSCALL_STOP))
		status = W_STOPCODE(info.si_code);
	keeper_resume(tid, status);
}

static bool resume_threads(void *ctx, pid_t pid)
{
	pid_t *tids;
	ssize_t n = proc_threads(pid, &tids);

	(void)ctx;
	for (ssize_t i = 0; i < n; i++)
		resume_stopped(tids[i]);
	free(tids);
	return false;
}

/*
 * Only /proc knows the tracees of a process. A tracee that is made later is a child of one, and not
 * yet collected.
 */
static void resume_all(void)
{
	proc_each(resume_threads, NULL);
}

void engine_ptrace_keep(char **argv)
{
	if (!argv[0] || strcmp(argv[0], KEEPER_NAME))
		return;
	if (!argv[1])
		keep();
	if (strcmp(argv[1], KEEPER_RESCUES) || argv[2])
		return;
	resume_all();
	leave_session();
	keep();
}

/*
 * Where memory ran out execve(2) may kill the process, since RLIMIT_AS holds for the new program,
 * too.
 */
void keeper_stay(void)
{
	signals_block_all();
	leave_session();
	give_up_files();
	keep();
}

/*
 * The kernel keeps the links to the tracees, and their options, across execve(2). That call gives
 * the memory of scry back, and ps(1) shows the name of the keeper.
 */
void keeper_become(void)
{
	char *argv[] = { KEEPER_NAME, NULL };

	signals_block_all();
	leave_session();
	give_up_files();
	proc_execute_again(argv);
	keep();
}

/* leave_session() is not async-signal-safe, so the new program calls it. */
void keeper_rescue(void)
{
	char *argv[] = { KEEPER_NAME, KEEPER_RESCUES, NULL };

	give_up_files();
	proc_execute_again(argv);
	keep();
}
