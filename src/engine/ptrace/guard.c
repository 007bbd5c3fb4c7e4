/* SPDX-License-Identifier: MIT */
/* The guard: gives a tracee its CPUs back when the tracer is killed by what it cannot catch. */
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/ptrace/pipe.h"
#include "engine/ptrace/ptrace.h"

/* Whatever ends the tracer ends the pipe. In a session of its own: what kills scry's must not kill it. */
static void __attribute__((noreturn)) guard_run(struct place_masks *masks, int fd)
{
	char none;

	setsid();
	dup2(fd, STDIN_FILENO);
	closefrom(STDIN_FILENO + 1);
	prctl(PR_SET_NAME, "scry-guard");
	while (read(STDIN_FILENO, &none, 1) < 0)
		;
	masks_restore(masks);
	_exit(0);
}

bool guard_start(struct place *place)
{
	sigset_t before;
	int fds[2];

	if (!pipe_open(fds))
		return false;
	signals_block(&before);
	place->guard = fork();
	if (!place->guard)
		guard_run(place->masks, fds[0]);
	signals_unblock(&before);
	close(fds[0]);
	place->guard_fd = fds[1];
	if (place->guard > 0)
		return true;
	close(fds[1]);
	place->guard = 0;
	return false;
}

bool guard_has_ended(const struct place *place)
{
	return place->guard && waitpid(place->guard, NULL, WNOHANG) == place->guard;
}

void guard_forget(struct place *place)
{
	close(place->guard_fd);
	place->guard = 0;
}

void guard_end(struct place *place)
{
	if (!place->guard)
		return;
	kill(place->guard, SIGKILL);
	waitpid(place->guard, NULL, 0);
	guard_forget(place);
}
