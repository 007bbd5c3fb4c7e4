/* SPDX-License-Identifier: MIT */
/* Tracees that confine themselves with seccomp, while scry filters their calls. */
#ifndef ENGINE_SANDBOX_H
#define ENGINE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct __ptrace_syscall_info;
struct ptrace_engine;
struct ptrace_tracee;

/* What a call asks of the tracee's own seccomp. */
enum sandbox_request {
	SANDBOX_NONE,
	SANDBOX_FILTER, /* to install a filter */
	SANDBOX_STRICT, /* strict mode */
	SANDBOX_ASK, /* prctl(PR_GET_SECCOMP) */
};

/* How a running thread comes to a stop after it got a filter from another thread or its parent. */
enum sandbox_interrupt {
	SANDBOX_NOT_INTERRUPTED,
	SANDBOX_OVERDUE, /* it is interrupted once that cannot make its call fail */
	SANDBOX_INTERRUPTED, /* it was interrupted in a call that it must make again */
};

/* What a filter of the tracee's own changes. */
struct sandbox_state {
	bool every_call : 1; /* the tracee stops at every call although it is filtered */
	enum sandbox_interrupt interrupt : 2;
	const struct abi *abi; /* of the thread that has confined this one; NULL: none has */
};

/* The tracee makes a call with these arguments, which are masked to the width of its ABI. */
void sandbox_note_entry(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			const uint64_t *args);
/*
 * That call returned. Changes the result in *info if it would show the filter of scry to the
 * tracee.
 */
void sandbox_note_exit(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct __ptrace_syscall_info *info);
/* The child inherits the filters of its parent. */
void sandbox_note_child(struct ptrace_engine *engine, const struct ptrace_tracee *parent,
			struct ptrace_tracee *child);
/* The parent of the child is not known. */
void sandbox_note_orphan(const struct ptrace_engine *engine, struct ptrace_tracee *child);
/*
 * At the PTRACE_EVENT_SECCOMP stop of a call: if the call asks for strict mode, which the kernel
 * would refuse because of the filter of scry, grants it. Returns false if the call does not ask for
 * it; the tracee waits in the same stop then. Otherwise *status is the stop or end that followed,
 * normally the syscall-exit-stop.
 */
bool sandbox_grant_strict(pid_t tid, int *status);
/* What strict mode does to a thread that makes a forbidden call: it dies of SIGKILL. */
void sandbox_kill(pid_t tid);
/* The tracee stopped, and so need not be interrupted any more. */
void sandbox_note_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/*
 * At the first stop after PTRACE_INTERRUPT ended a call that has no timeout: the tracee makes the
 * call again.
 */
void sandbox_repair_call(struct ptrace_tracee *tracee);
/* Has to be called every 100 ms while tracees are overdue. */
void sandbox_tick(struct ptrace_engine *engine);
/*
 * A filtered tracee is at a PTRACE_EVENT_SECCOMP stop: if it calls ptrace(2), which fails because
 * scry traces its target, the user is warned once.
 */
void sandbox_note_ptrace(struct ptrace_engine *engine, pid_t tid,
			 const struct __ptrace_syscall_info *info);
/* The same for a process that is followed silently. */
void sandbox_note_silent(struct ptrace_engine *engine, pid_t tid);

#endif
