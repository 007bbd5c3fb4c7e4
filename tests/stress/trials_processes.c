/* SPDX-License-Identifier: MIT */
/* Trials: many processes, created in every way. */
#include "trials.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AT_ONCE 16
#define STATUS_OF_EXIT(code) ((code) << 8)

extern char **environ;

static pid_t fork_one(struct trial *trial, long n)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	mark_other(trial);
	_exit((int)(n & 127));
}

/* Creates several processes at once, which end in any order. */
void try_processes(struct trial *trial)
{
	pid_t pids[AT_ONCE];

	for (long n = 0; n < trial->n; n += AT_ONCE) {
		for (long i = 0; i < AT_ONCE; i++)
			pids[i] = fork_one(trial, n + i);
		for (long i = 0; i < AT_ONCE; i++)
			expect_status(trial, pids[i], STATUS_OF_EXIT((n + i) & 127), "fork");
		mark_main(trial);
	}
}

/* The program that children in other trials execute. */
void try_leaf(struct trial *trial)
{
	mark_other(trial);
	_exit((int)trial->n);
}

static pid_t vfork_exit(struct trial *trial)
{
	pid_t pid = vfork();

	if (pid)
		return pid;
	mark_other(trial);
	_exit(3);
}

static pid_t vfork_exec(struct trial *trial)
{
	pid_t pid = vfork();

	if (pid)
		return pid;
	mark_other(trial);
	become(trial, "leaf", 3);
}

static pid_t spawn(struct trial *trial)
{
	char *argv[] = { (char *)trial->program, "leaf", (char *)trial->dir, "3", NULL };
	pid_t pid;
	int error = posix_spawn(&pid, trial->program, NULL, NULL, argv, environ);

	errno = error;
	return error ? -1 : pid;
}

void try_vforks(struct trial *trial)
{
	for (long n = 0; n < trial->n; n++) {
		expect_status(trial, vfork_exit(trial), STATUS_OF_EXIT(3), "vfork");
		expect_status(trial, vfork_exec(trial), STATUS_OF_EXIT(3), "vfork and execve");
		expect_status(trial, spawn(trial), STATUS_OF_EXIT(3), "posix_spawn");
		mark_main(trial);
	}
}

/* The parent is in state D for n milliseconds, until the child of vfork ends. */
void try_slow_vfork(struct trial *trial)
{
	pid_t pid = vfork();

	if (!pid) {
		pause_ms(trial->n);
		mark_free(trial);
		_exit(3);
	}
	expect_status(trial, pid, STATUS_OF_EXIT(3), "vfork");
	mark_free(trial);
}

static pid_t clone_untraced(unsigned long flags)
{
	return (pid_t)syscall(SYS_clone, CLONE_UNTRACED | flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

static pid_t clone3_untraced(struct trial *trial)
{
	struct clone_args args;
	pid_t pid;

	memset(&args, 0, sizeof(args));
	args.flags = CLONE_UNTRACED;
	args.exit_signal = SIGCHLD;
	pid = (pid_t)syscall(SYS_clone3, &args, sizeof(args));
	expect(trial, !pid || args.flags == CLONE_UNTRACED,
	       "the flags of clone3 stay what they were");
	return pid;
}

static void expect_child(struct trial *trial, pid_t pid, const char *what)
{
	if (!pid) {
		mark_free(trial);
		_exit(3);
	}
	expect_status(trial, pid, STATUS_OF_EXIT(3), what);
}

/*
 * Creates children with CLONE_UNTRACED, also together with CLONE_PTRACE. Untraced they would
 * inherit the filter and have no tracer, so scry must trace them. The last call has invalid flags
 * and fails.
 */
void try_untraced(struct trial *trial)
{
	struct clone_args args = { .flags = CLONE_UNTRACED | CLONE_THREAD };

	for (long n = 0; n < trial->n; n++) {
		expect_child(trial, clone_untraced(0), "clone of CLONE_UNTRACED");
		expect_child(trial, clone_untraced(CLONE_PTRACE), "clone of both");
		expect_child(trial, clone3_untraced(trial), "clone3 of CLONE_UNTRACED");
		mark_main(trial);
	}
	expect(trial, syscall(SYS_clone3, &args, sizeof(args)) < 0 && errno == EINVAL, "clone3");
	expect(trial, args.flags == (CLONE_UNTRACED | CLONE_THREAD), "flags of a failed clone3");
}

/*
 * Creates a daemon, which goes on for n milliseconds after the end of the command and writes the
 * result.
 */
void try_daemon(struct trial *trial)
{
	mark_main(trial);
	if (fork())
		return;
	setsid();
	if (fork())
		_exit(0);
	prctl(PR_SET_DUMPABLE, 0);
	for (long n = 0; n < trial->n; n += 10) {
		pause_ms(10);
		mark_other(trial);
		expect_status(trial, fork_one(trial, 3), STATUS_OF_EXIT(3), "fork");
		expect_child(trial, clone_untraced(0), "clone of CLONE_UNTRACED");
	}
	_exit(report(trial->counts));
}
