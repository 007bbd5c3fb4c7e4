/* SPDX-License-Identifier: MIT */
/* Pipes between the processes of scry. */
#include "engine/process/pipe.h"

#include <fcntl.h>
#include <sys/socket.h>
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

static bool move_both_up(int fds[2])
{
	bool moved = move_up(&fds[0]);

	if (move_up(&fds[1]) && moved)
		return true;
	close(fds[0]);
	close(fds[1]);
	return false;
}

bool pipe_open(int fds[2])
{
	return !pipe2(fds, O_CLOEXEC) && move_both_up(fds);
}

bool pipe_open_both_ways(int fds[2])
{
	return !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) && move_both_up(fds);
}
