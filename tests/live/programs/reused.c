/* SPDX-License-Identifier: MIT */
/*
 * Reads a byte from a descriptor that refers to one file after the other, so that the byte tells
 * which file it was.
 *
 * usage: reused FILE OTHER N [threads] Each file has one byte. Without threads: N times, the
 * descriptor is made to refer to the next file, and the byte is read. threads: one thread does the
 * former, and another one the latter N times. The second one waits for the first one now and then,
 * so that it reads both files also if one thread alone runs for long.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTOR 50

static int files[2];
static atomic_bool finished;
static atomic_long changes;

#define CHANGES 20 /* minimum number of changes while the bytes are read */

static void read_byte(void)
{
	char byte;

	if (pread(DESCRIPTOR, &byte, 1, 0) != 1)
		_exit(1);
}

/* The pause lets most calls be read between two changes. */
static void *change(void *unused)
{
	const struct timespec pause = { 0, 50000 };

	for (unsigned i = 0; !finished; i++) {
		dup2(files[i % 2], DESCRIPTOR);
		changes++;
		nanosleep(&pause, NULL);
	}
	return unused;
}

int main(int argc, char **argv)
{
	long n = argc > 3 ? atol(argv[3]) : 0;
	pthread_t thread;

	if (n <= 0)
		return 1;
	for (int i = 0; i < 2; i++)
		files[i] = open(argv[1 + i], O_RDONLY);
	dup2(files[0], DESCRIPTOR);
	if (argc > 4 && pthread_create(&thread, NULL, change, NULL))
		return 1;
	for (long i = 0; i < n; i++) {
		while (argc > 4 && changes < CHANGES * i / n)
			sched_yield();
		/* The number is free in between, and a new file has it. */
		if (argc <= 4 && i % 3 == 0)
			close(DESCRIPTOR);
		if (argc <= 4)
			dup2(files[i % 2], DESCRIPTOR);
		read_byte();
	}
	finished = true;
	if (argc > 4)
		pthread_join(thread, NULL);
	return 0;
}
