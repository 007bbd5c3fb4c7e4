/* SPDX-License-Identifier: MIT */
/* Ends scry as the command has ended. */
#include "engine/process/ending.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* scry must not dump core, since the command has done so. */
void ending_repeat(int status)
{
	struct rlimit none = { 0 };
	sigset_t fatal;

	if (!WIFSIGNALED(status))
		_exit(WEXITSTATUS(status));
	setrlimit(RLIMIT_CORE, &none);
	/* core(5): RLIMIT_CORE does not hold if core_pattern is a pipe */
	prctl(PR_SET_DUMPABLE, 0);
	signal(WTERMSIG(status), SIG_DFL);
	/* Another signal that is blocked and pending must not end scry first. */
	sigemptyset(&fatal);
	sigaddset(&fatal, WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &fatal, NULL);
	raise(WTERMSIG(status));
	/* process 1 of a PID namespace does not die of its own signals */
	_exit(128 + WTERMSIG(status));
}
