/* SPDX-License-Identifier: MIT */
/*
 * Makes a known number of calls of getppid(2) in many threads or processes.
 *
 * usage: crowd threads N CALLS [FILE]	N threads make CALLS each; FILE is created after that
 *	crowd forks N	N children make one each
 *	crowd execs N	N children execute "true" in a thread that is not the leader
 *	crowd loop N	N threads and the leader make one each millisecond until a signal ends the process
 *	crowd leaderless N	the same, but the leader ends
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define AT_ONCE 50 /* children */

static unsigned long calls;

static void *make_calls(void *unused)
{
	for (unsigned long i = 0; i < calls; i++)
		syscall(SYS_getppid);
	return unused;
}

static void *loop(void *unused)
{
	struct timespec ms = { 0, 1000000 };

	for (;;) {
		syscall(SYS_getppid);
		nanosleep(&ms, NULL);
	}
	return unused;
}

static void *execute(void *unused)
{
	execlp("true", "true", NULL);
	_exit(127);
	return unused;
}

static void make_threads(unsigned long n, void *(*run)(void *), pthread_t *threads)
{
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 65536);
	for (unsigned long i = 0; i < n; i++)
		if (pthread_create(&threads[i], &attributes, run, NULL))
			exit(77);
}

static void child(int execs)
{
	pthread_t thread;

	if (!execs) {
		syscall(SYS_getppid);
		_exit(0);
	}
	make_threads(1, execute, &thread);
	pthread_join(thread, NULL);
	_exit(1);
}

static void collect(void)
{
	int status;

	while (wait(&status) > 0)
		if (status)
			exit(1);
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	pthread_t *threads = calloc(n + 1, sizeof(*threads));

	if (argc < 3 || !threads)
		return 2;
	if (!strcmp(argv[1], "threads") && argc >= 4) {
		calls = strtoul(argv[3], NULL, 10);
		make_threads(n, make_calls, threads);
		for (unsigned long i = 0; i < n; i++)
			pthread_join(threads[i], NULL);
		if (argc > 4 && open(argv[4], O_CREAT | O_WRONLY | O_CLOEXEC, 0666) < 0)
			return 3;
		return 0;
	}
	if (!strcmp(argv[1], "loop")) {
		make_threads(n, loop, threads);
		loop(NULL);
	}
	if (!strcmp(argv[1], "leaderless")) {
		make_threads(n, loop, threads);
		pthread_exit(NULL);
	}
	for (unsigned long i = 0; i < n; i++) {
		pid_t pid = fork();

		if (pid < 0)
			return 77;
		if (!pid)
			child(!strcmp(argv[1], "execs"));
		if (i % AT_ONCE == AT_ONCE - 1)
			collect();
	}
	collect();
	return 0;
}
