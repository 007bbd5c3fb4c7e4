/* SPDX-License-Identifier: MIT */
/*
 * For debuggers_test.sh: a child that has a tracer, makes a child, and is let go later.
 *
 *	debugged traceme	the child asks for the tracer, its parent
 *	debugged seize		the parent attaches to it
 *
 * A part of the program calls getpriority(100 + PART, number) from 0 on, so that a test knows what
 * a trace must have. Between the calls of part 0 and the others the parent makes 4000 calls.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY, DEBUGGED, MADE, FREE, N_PIPES };

static int pipes[N_PIPES][2];

static void make_calls(int part, int n)
{
	for (int i = 0; i < n; i++)
		syscall(SYS_getpriority, 100 + part, i);
}

static void tell(int pipe)
{
	if (write(pipes[pipe][1], "", 1) != 1)
		_exit(1);
}

static void await(int pipe)
{
	char byte;

	if (read(pipes[pipe][0], &byte, 1) != 1)
		_exit(1);
}

static void be_debugged(int asks)
{
	if (asks) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
	} else {
		tell(READY);
		await(DEBUGGED);
	}
	if (!fork()) {
		await(MADE);
		make_calls(2, 20);
		_exit(5);
	}
	make_calls(0, 10);
	tell(READY);
	await(DEBUGGED);
	make_calls(1, 10);
	raise(SIGSTOP);
	make_calls(3, 30);
	await(FREE);
	make_calls(4, 40);
	_exit(6);
}

int main(int argc, char **argv)
{
	int asks = argc > 1 && !strcmp(argv[1], "traceme"), status;
	pid_t pid;

	for (int i = 0; i < N_PIPES; i++)
		if (pipe(pipes[i]))
			return 1;
	pid = fork();
	if (!pid)
		be_debugged(asks);
	if (asks) {
		waitpid(pid, &status, 0);
		ptrace(PTRACE_CONT, pid, 0, 0);
	} else {
		await(READY);
		if (ptrace(PTRACE_SEIZE, pid, 0, 0))
			return 1;
		tell(DEBUGGED);
	}
	await(READY);
	for (int i = 0; i < 4000; i++)
		syscall(SYS_getppid);
	tell(DEBUGGED);
	waitpid(pid, &status, 0);
	if (ptrace(PTRACE_DETACH, pid, 0, 0))
		return 1;
	tell(MADE);
	tell(FREE);
	if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return 1;
	printf("status %d\n", WEXITSTATUS(status));
	return 0;
}
