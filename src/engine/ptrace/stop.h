/* SPDX-License-Identifier: MIT */
/* Stops of tracees, as waitpid(2) reports them. */
#ifndef ENGINE_STOP_H
#define ENGINE_STOP_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

struct ptrace_tracee;

/* The PTRACE_EVENT_* of a wait status is in bits 16 and above, which waitpid(2) does not use. */
#define STATUS_EVENT(status) ((unsigned)(status) >> 16)
/* The WSTOPSIG() of a syscall-stop, under PTRACE_O_TRACESYSGOOD. */
#define SYSCALL_STOP (SIGTRAP | 0x80)
/* The wait status of a process that ended with an exit code. */
#define STATUS_OF_EXIT(code) ((code) << 8)

/* ptrace(2) at each stop. The C library's function takes its arguments apart first. */
static inline long ptrace_at_stop(long request, pid_t tid, uintptr_t address, uintptr_t data)
{
	return syscall(SYS_ptrace, request, tid, address, data);
}

/* The signal that a signal-delivery-stop is about to deliver; 0: another stop. */
int stop_signal(int status);
bool stop_is_group_stop(int status);
/*
 * The child that a PTRACE_EVENT_FORK, _VFORK or _CLONE stop reports; 0: another stop, or the tracee
 * was killed.
 */
pid_t stop_child(const struct ptrace_tracee *tracee);
/* True if the stop is one on the way into a call or within it. */
bool stop_is_in_call(const struct ptrace_tracee *tracee);

#endif
