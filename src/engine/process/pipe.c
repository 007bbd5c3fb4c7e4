/* SPDX-License-Identifier: MIT */
/* Pipes between the processes of scry. */
#include "engine/process/pipe.h"

#include <fcntl.h>
#include <unistd.h>

static bool move_up(int *fd)
{
	int low = *fd;

	if (low > STDERR_FILENO)
		return true;
	*fd = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(low);
	return *fd >= 0;
}

bool pipe_open(int fds[2])
{
	bool moved;

	if (pipe2(fds, O_CLOEXEC))
		return false;
	moved = move_up(&fds[0]);
	if (move_up(&fds[1]) && moved)
		return true;
	close(fds[0]);
	close(fds[1]);
	return false;
}
