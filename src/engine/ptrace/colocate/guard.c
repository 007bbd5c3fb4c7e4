/* SPDX-License-Identifier: MIT */
/*
 * The guard: a process that gives the masks back if the tracer is killed by a signal that it cannot
 * catch.
 */
#include "engine/ptrace/colocate/guard.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/process/pipe.h"
#include "engine/process/signals.h"
#include "engine/ptrace/colocate/colocate.h"
#include "engine/ptrace/colocate/masks.h"

/*
 * The kernel closes the other end of the pipe when the tracer ends. The guard has a session of its
 * own, so that a signal to all processes of the tracer's session does not kill it.
 */
static void __attribute__((noreturn)) guard_run(struct masks *masks, int fd)
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

bool guard_start(struct colocate *colocate)
{
	sigset_t before;
	int fds[2];

	if (!pipe_open(fds))
		return false;
	signals_block(&before);
	colocate->guard = fork();
	if (!colocate->guard)
		guard_run(colocate->masks, fds[0]);
	signals_unblock(&before);
	close(fds[0]);
	colocate->guard_fd = fds[1];
	if (colocate->guard > 0)
		return true;
	close(fds[1]);
	colocate->guard = 0;
	return false;
}

bool guard_has_ended(const struct colocate *colocate)
{
	return colocate->guard && waitpid(colocate->guard, NULL, WNOHANG) == colocate->guard;
}

void guard_forget(struct colocate *colocate)
{
	close(colocate->guard_fd);
	colocate->guard = 0;
}

void guard_end(struct colocate *colocate)
{
	if (!colocate->guard)
		return;
	kill(colocate->guard, SIGKILL);
	waitpid(colocate->guard, NULL, 0);
	guard_forget(colocate);
}
