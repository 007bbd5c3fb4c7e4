/* SPDX-License-Identifier: MIT */
/*
 * A process ends while two of its threads are in pause(2).
 *
 *	dying exit | exec | fault | kill SIGNAL | thread SIGNAL
 *
 * kill: the first thread sends the process a signal; thread: another one does, and the first one is
 * in pause(2) as well.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static int signal_number;
static pid_t waiting;

/*
 * Waits until a thread is in pause(2): /proc shows the number of the call in which a thread sleeps.
 */
static void wait_for_pause(pid_t tid)
{
	char path[64], line[16];
	size_t n;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", (int)tid);
	do {
		usleep(1000);
		file = fopen(path, "r");
		n = file ? fread(line, 1, sizeof(line) - 1, file) : 0;
		line[n] = '\0';
		if (file)
			fclose(file);
	} while (strtol(line, NULL, 10) != SYS_pause);
}

static void *sleep_here(void *unused)
{
	__atomic_store_n(&waiting, (pid_t)syscall(SYS_gettid), __ATOMIC_RELEASE);
	syscall(SYS_pause);
	return unused;
}

static void make_sleeper(void)
{
	pthread_t thread;

	waiting = 0;
	pthread_create(&thread, NULL, sleep_here, NULL);
	while (!__atomic_load_n(&waiting, __ATOMIC_ACQUIRE))
		usleep(1000);
	wait_for_pause(waiting);
}

static void *send_signal(void *unused)
{
	wait_for_pause(getpid());
	kill(getpid(), signal_number);
	return unused;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "exit";
	pthread_t thread;

	signal_number = argc > 2 ? atoi(argv[2]) : SIGKILL;
	make_sleeper();
	make_sleeper();
	if (!strcmp(how, "exec"))
		execl("/bin/true", "true", NULL);
	if (!strcmp(how, "fault"))
		*(volatile int *)NULL = 0;
	if (!strcmp(how, "kill"))
		kill(getpid(), signal_number);
	if (!strcmp(how, "thread")) {
		pthread_create(&thread, NULL, send_signal, NULL);
		syscall(SYS_pause);
	}
	_exit(3);
}
