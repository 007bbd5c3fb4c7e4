/* SPDX-License-Identifier: MIT */
/*
 * A program that makes a few calls all the time: bench/selections.py selects one of them.
 *
 * usage: repeat epoll|futex|sockets|dups|phases|polls|threads|failures N
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void epoll_events(long n)
{
	struct epoll_event event = { .events = EPOLLIN };
	int set = epoll_create1(0), fd = eventfd(0, 0);
	uint64_t one = 1;

	epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
	while (n--)
		if (write(fd, &one, 8) != 8 || epoll_wait(set, &event, 1, -1) != 1 ||
		    read(fd, &one, 8) != 8)
			exit(1);
}

static void futex_wakes(long n)
{
	static int word;

	while (n--) {
		syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
		syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
	}
}

static void socket_messages(long n)
{
	char buffer[64] = "message";
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		exit(1);
	while (n--)
		if (send(pair[0], buffer, 8, 0) != 8 ||
		    recv(pair[1], buffer, sizeof(buffer), 0) != 8)
			exit(1);
}

static void duplicates(long n)
{
	while (n--)
		close(dup(2));
}

/* Reads for half of the time, and writes for the other half. */
static void two_phases(long n)
{
	int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);
	char buffer[16];

	for (long i = 0; i < n; i++)
		if (read(zero, buffer, sizeof(buffer)) < 0)
			exit(1);
	for (long i = 0; i < n; i++)
		if (write(null, buffer, sizeof(buffer)) < 0)
			exit(1);
}

static void polls(long n)
{
	struct pollfd set[4];

	for (size_t i = 0; i < 4; i++)
		set[i] = (struct pollfd){ .fd = (int)i, .events = POLLIN };
	while (n--)
		poll(set, 4, 0);
}

static void *run_thread(void *unused)
{
	return unused;
}

static void threads(long n)
{
	pthread_t thread;

	while (n--)
		if (pthread_create(&thread, NULL, run_thread, NULL) || pthread_join(thread, NULL))
			exit(1);
}

static void failures(long n)
{
	struct stat file;

	while (n--) {
		stat("/none/of/these", &file);
		open("/none/of/these", O_RDONLY);
		rmdir("/none/of/these");
	}
}

static const struct {
	const char *name;
	void (*run)(long n);
} modes[] = {
	{ "epoll", epoll_events }, { "futex", futex_wakes }, { "sockets", socket_messages },
	{ "dups", duplicates },	   { "phases", two_phases }, { "polls", polls },
	{ "threads", threads },	   { "failures", failures },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc == 3 && i < sizeof(modes) / sizeof(*modes); i++) {
		if (!strcmp(argv[1], modes[i].name)) {
			modes[i].run(atol(argv[2]));
			return 0;
		}
	}
	fprintf(stderr, "usage: repeat MODE N\n");
	return 2;
}
