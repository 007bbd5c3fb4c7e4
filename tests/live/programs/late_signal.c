/* SPDX-License-Identifier: MIT */
/*
 * Sends signals to processes that have ended, or whose first thread has.
 *
 * usage: late_signal zombie SIGNAL	to a zombie
 *	late_signal many	SIGTERM to 200 children that end meanwhile
 *	late_signal leader	SIGTERM to a child of which only another thread runs
 *	late_signal unseen FIFO	the child prints its pid and waits for the FIFO, sends itself 100 signals that it ignores, and
 *				ends; its parent does not collect it, and waits for a signal
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void wait_for_zombie(pid_t child)
{
	siginfo_t info;

	waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
}

static void to_zombie(int signal)
{
	pid_t child = fork();

	if (!child)
		_exit(0);
	wait_for_zombie(child);
	kill(child, signal);
	waitpid(child, NULL, 0);
}

static void to_many(void)
{
	for (int i = 0; i < 200; i++) {
		pid_t child = fork();

		if (!child)
			_exit(0);
		for (int n = 0; n < i; n++)
			getppid();
		kill(child, SIGTERM);
		waitpid(child, NULL, 0);
	}
}

static pthread_t leader;

static void *outlive(void *end)
{
	pthread_join(leader, NULL);
	if (write(*(int *)end, "x", 1) == 1)
		pause();
	return NULL;
}

static int to_leader(void)
{
	int ends[2], status;
	pthread_t thread;
	char byte;
	pid_t child;

	if (pipe(ends))
		return 1;
	child = fork();
	if (!child) {
		leader = pthread_self();
		pthread_create(&thread, NULL, outlive, &ends[1]);
		pthread_exit(NULL);
	}
	if (read(ends[0], &byte, 1) != 1)
		return 1;
	kill(child, SIGTERM);
	waitpid(child, &status, 0);
	return !WIFSIGNALED(status);
}

static void unseen(const char *fifo)
{
	pid_t child;

	signal(SIGUSR1, SIG_IGN);
	child = fork();
	if (!child) {
		open(fifo, O_RDONLY);
		for (int i = 0; i < 100; i++)
			kill(getpid(), SIGUSR1);
		_exit(0);
	}
	printf("%d\n", child);
	fflush(stdout);
	pause();
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "zombie"))
		to_zombie(atoi(argv[2]));
	else if (argc == 2 && !strcmp(argv[1], "many"))
		to_many();
	else if (argc == 2 && !strcmp(argv[1], "leader"))
		return to_leader();
	else if (argc == 3 && !strcmp(argv[1], "unseen"))
		unseen(argv[2]);
	else
		return 2;
	return 0;
}
