/* SPDX-License-Identifier: MIT */
/*
 * Writes a growing number to a file until it is killed, and reports failed calls on stderr.
 *
 * usage: counter FILE [THREADS]
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void pause_briefly(void)
{
	struct timespec ms = { 0, 1000000 };

	if (nanosleep(&ms, NULL))
		fprintf(stderr, "nanosleep: %s\n", strerror(errno));
}

static void *tick(void *unused)
{
	for (;;)
		pause_briefly();
	return unused;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
	int threads = argc > 2 ? atoi(argv[2]) : 0;
	pthread_t thread;
	char text[32];

	if (fd < 0)
		return 1;
	while (threads-- > 0)
		if (pthread_create(&thread, NULL, tick, NULL))
			return 1;
	for (unsigned long n = 100000;; n++) {
		int len = snprintf(text, sizeof(text), "%lu\n", n);

		if (pwrite(fd, text, (size_t)len, 0) != len)
			fprintf(stderr, "pwrite: %s\n", strerror(errno));
		pause_briefly();
	}
}
