/* SPDX-License-Identifier: MIT */
/*
 * usage: numbered [thread] Makes three children, one after the other, that all have the same
 * process ID: the first calls getuid(2), the next ones getgid(2) and geteuid(2), and their exit
 * statuses are 0, 1 and 2. Prints the ID. thread: it does so in a thread. Ends with 77 if the
 * kernel does not let it choose IDs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *make_children(void *unused)
{
	static const long calls[] = { SYS_getuid, SYS_getgid, SYS_geteuid };
	pid_t wanted = getpid() + 77;
	struct clone_args args = { .exit_signal = SIGCHLD,
				   .set_tid = (uintptr_t)&wanted,
				   .set_tid_size = 1 };

	for (int i = 0; i < 3; i++) {
		long pid = syscall(SYS_clone3, &args, sizeof(args));

		/* Another process has the number. */
		while (pid < 0 && errno == EEXIST && !i) {
			wanted++;
			pid = syscall(SYS_clone3, &args, sizeof(args));
		}
		if (pid < 0)
			exit(77);
		if (!pid) {
			syscall(calls[i]);
			_exit(i);
		}
		waitpid((pid_t)pid, NULL, 0);
	}
	printf("%d\n", (int)wanted);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (argc > 1 && !strcmp(argv[1], "thread"))
		return pthread_create(&thread, NULL, make_children, NULL) ||
		       pthread_join(thread, NULL);
	make_children(NULL);
	return 0;
}
