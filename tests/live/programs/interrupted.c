/* SPDX-License-Identifier: MIT */
/*
 * Makes the calls that a stop ends with EINTR, whatever SA_RESTART says (signal(7)), for a while
 * each, in a process each; prints those that failed so.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ms;

static int wait_epoll(void)
{
	struct epoll_event event;

	return epoll_wait(epoll_create1(0), &event, 1, ms);
}

static int receive(void)
{
	struct timeval limit = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
	int ends[2];
	char byte;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) ||
	    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit)))
		return 0;
	return (int)recv(ends[0], &byte, 1, 0);
}

static int wait_signal(void)
{
	struct timespec limit = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return sigtimedwait(&set, NULL, &limit);
}

static int wait_semaphore(void)
{
	struct timespec limit = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L };
	struct sembuf take = { .sem_op = -1 };
	int id = semget(IPC_PRIVATE, 1, 0600), result, error;

	result = semtimedop(id, &take, 1, &limit);
	error = errno;
	semctl(id, 0, IPC_RMID);
	errno = error;
	return result;
}

static const struct {
	const char *name;
	int (*make)(void);
} calls[] = {
	{ "epoll_wait", wait_epoll },
	{ "recv", receive },
	{ "sigtimedwait", wait_signal },
	{ "semtimedop", wait_semaphore },
};

int main(int argc, char **argv)
{
	ms = argc > 1 ? atoi(argv[1]) : 1000;
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		if (fork())
			continue;
		if (calls[i].make() < 0 && errno == EINTR)
			printf("%s\n", calls[i].name);
		return 0;
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
