/* SPDX-License-Identifier: MIT */
/* Stops of tracees, as waitpid(2) reports them. */
#include "engine/ptrace/stop.h"

#include <sys/wait.h>

#include "engine/ptrace/ptrace.h"

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

pid_t stop_child(const struct ptrace_tracee *tracee)
{
	unsigned long child;

	switch (STATUS_EVENT(tracee->status)) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		return ptrace(PTRACE_GETEVENTMSG, tracee->base.tid, NULL, &child) ? 0
										  : (pid_t)child;
	}
	return 0;
}

bool stop_is_in_call(const struct ptrace_tracee *tracee)
{
	struct __ptrace_syscall_info info;

	if (STATUS_EVENT(tracee->status))
		return STATUS_EVENT(tracee->status) != PTRACE_EVENT_STOP;
	return WSTOPSIG(tracee->status) == SYSCALL_STOP &&
	       ptrace(PTRACE_GET_SYSCALL_INFO, tracee->base.tid, sizeof(info), &info) > 0 &&
	       info.op == PTRACE_SYSCALL_INFO_ENTRY;
}
