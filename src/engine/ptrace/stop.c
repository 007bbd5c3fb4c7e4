/* SPDX-License-Identifier: MIT */
/* Stops of tracees, as waitpid(2) reports them. */
#include "engine/ptrace/stop.h"

#include <sys/wait.h>

int stop_signal(int status)
{
	return STATUS_EVENT(status) || WSTOPSIG(status) == SYSCALL_STOP ? 0 : WSTOPSIG(status);
}

/* The first stop of a child and PTRACE_INTERRUPT make a PTRACE_EVENT_STOP, too, with SIGTRAP. */
bool stop_is_group_stop(int status)
{
	int signal = WSTOPSIG(status);

	return STATUS_EVENT(status) == PTRACE_EVENT_STOP &&
	       (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
}
