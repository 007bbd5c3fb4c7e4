/* SPDX-License-Identifier: MIT */
/* Gives up the descriptors that scry was given for the command. */
#include "engine/process/descriptors.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "scry/proc.h"

/* Without /proc all descriptors below this number are tried. */
#define DESCRIPTORS_WITHOUT_PROC 1024

/*
 * True if scry was started with the descriptor. Such a descriptor does not have FD_CLOEXEC, because
 * execve(2) would have closed it. Each descriptor that scry opens has FD_CLOEXEC.
 */
static bool is_given(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	return flags >= 0 && !(flags & FD_CLOEXEC);
}

/* The numbers 0 and 1 stay in use, so that no file that scry opens later gets one of them. */
static void release_standard(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = STDIN_FILENO; fd <= STDOUT_FILENO; fd++)
		if (is_given(fd) && (null < 0 || dup2(null, fd) < 0))
			close(fd);
	if (null >= 0)
		close(null);
}

static void release_other(int fd)
{
	if (fd > STDERR_FILENO && is_given(fd))
		close(fd);
}

void descriptors_release(void)
{
	DIR *dir = proc_opendir(PROC_SELF, "fd");
	struct dirent *entry;

	release_standard();
	for (int fd = 0; !dir && fd < DESCRIPTORS_WITHOUT_PROC; fd++)
		release_other(fd);
	while (dir && (entry = readdir(dir)))
		release_other(atoi(entry->d_name));
	if (dir)
		closedir(dir);
}
