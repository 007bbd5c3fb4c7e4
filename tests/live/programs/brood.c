/* SPDX-License-Identifier: MIT */
/*
 * Many processes that end soon. Each has another name, user, path and status, and one of a few
 * parents, and logs that: where_facts_test.sh compares it with what scry shows.
 *
 *	brood LOG PROCESSES
 *
 * A line of the log: process, parent, user, name, path, status.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PARENTS 10
#define AT_ONCE 8 /* children of a parent that live at the same time */

static int log_fd;

static void live(unsigned number)
{
	struct timespec pause = { .tv_nsec = 300000 + (long)(number % 16) * 250000 };
	unsigned user = getuid() ? getuid() : 1000 + number % 7;
	char name[16], path[64], line[160];
	int len;

	snprintf(name, sizeof(name), "brood-%u", number % 1000000);
	snprintf(path, sizeof(path), "/nowhere/brood/%u", number);
	prctl(PR_SET_NAME, name);
	if (!getuid())
		syscall(SYS_setresuid, user, user, user);
	syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
	nanosleep(&pause, NULL);
	len = snprintf(line, sizeof(line), "%ld %ld %u %s %s %u\n", syscall(SYS_getpid),
		       syscall(SYS_getppid), user, name, path, number % 200);
	if (write(log_fd, line, (size_t)len) != len)
		_exit(255);
	_exit((int)(number % 200));
}

static void breed(unsigned first, unsigned n)
{
	unsigned living = 0;

	for (unsigned i = 0; i < n; i++) {
		if (living == AT_ONCE) {
			wait(NULL);
			living--;
		}
		if (!fork())
			live(first + i);
		living++;
	}
	while (wait(NULL) > 0)
		continue;
	_exit(0);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;

	log_fd = argc > 1 ? open(argv[1], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666) : -1;
	if (log_fd < 0)
		return 2;
	for (unsigned i = 0; i < PARENTS; i++)
		if (!fork())
			breed(i * (n / PARENTS), n / PARENTS);
	while (wait(NULL) > 0)
		continue;
	return 0;
}
