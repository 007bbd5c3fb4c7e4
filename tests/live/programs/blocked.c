/* SPDX-License-Identifier: MIT */
/*
 * One thread blocks in read(2) on a pipe. The other one waits until the first one sleeps, and
 * writes.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];
static volatile pid_t reader;

static void *wait_for_byte(void *unused)
{
	char byte;

	/*
	 * A call of the thread alone, by a function of the C library that is no assembly:
	 * frames_test looks at its frames.
	 */
	fsync(-1);
	reader = (pid_t)syscall(SYS_gettid);
	return read(ends[0], &byte, 1) == 1 ? unused : &ends;
}

/* Returns whether the thread sleeps in a system call: its state in /proc is S. */
static int is_asleep(pid_t tid)
{
	char path[64], line[64] = "";
	int fd;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return 0;
	n = read(fd, line, sizeof(line) - 1);
	close(fd);
	return n > 0 && strstr(line, ") S ");
}

int main(void)
{
	pthread_t thread;
	void *result;

	if (pipe(ends) || pthread_create(&thread, NULL, wait_for_byte, NULL))
		return 1;
	while (!reader || !is_asleep(reader))
		usleep(1000);
	if (write(ends[1], "x", 1) != 1 || pthread_join(thread, &result))
		return 1;
	return result != NULL;
}
