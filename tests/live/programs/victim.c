/* SPDX-License-Identifier: MIT */
/*
 * A process that sees whether another one changes it. Without randomization of addresses (setarch
 * -R) its buffer has the same address in each process.
 *
 * usage: victim watch             says "changed" and ends when the buffer has changed; it has a
 * second thread
 *	victim read FILE	reads 8 bytes of the file into the buffer, and prints them
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile char buffer[4096] = "untouched";

static void *rest(void *unused)
{
	pause();
	return unused;
}

static int watch(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, rest, NULL))
		return 77;
	while (!strcmp((const char *)buffer, "untouched"))
		usleep(20000);
	puts("changed");
	return 1;
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 3)
		return watch();
	fd = open(argv[2], O_RDONLY);
	if (fd < 0 || read(fd, (char *)buffer, 8) <= 0)
		return 1;
	printf("buffer: %.8s\n", buffer);
	return 0;
}
