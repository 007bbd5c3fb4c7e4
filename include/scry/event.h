/* SPDX-License-Identifier: MIT */
/* Shared types: what an engine reports. An event has everything that later stages need. */
#ifndef SCRY_EVENT_H
#define SCRY_EVENT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "scry/abi.h"
#include "scry/request.h"

struct tracee;
struct stack;

/* The parent of the process of a tracee, and its real user. */
struct event_owner {
	bool has_parent, has_user; /* false: it is not known */
	pid_t parent;
	uint32_t user;
};

/*
 * What the session finds out about an event beside what the engine reports. A recording keeps it,
 * and on replay the engine reports it.
 */
struct event_facts {
	const char *comm;	/* the command name of the tracee; NULL: not known */
	const char *context;	/* its SELinux context; NULL: none */
	/* where it runs, as struct target_place has them; NULL: none */
	const char *container, *unit;
	struct event_owner owner;	/* ENTER, SIGNAL */
	const struct stack *stack;	/* ENTER, SIGNAL: NULL: stacks were not recorded */
	/* ENTER: the time that taking the stack took, which is no time of the call */
	uint64_t stack_ns;
	bool injected_args, injected_result, delayed;	/* ENTER, EXIT: as in struct call */
	const char *denied;	/* ENTER: as in struct call */
	/* of the tracee's last call, also if it is not in the recording */
	uint64_t last_nr, last_ip;
};

enum event_kind {
	EVENT_ENTER,		/* a call begins: abi, nr, args, ip */
	EVENT_EXIT,		/* it returned: result, is_error; abi and nr as at the entry */
	/* a signal is about to be delivered: siginfo; verdict.signal is delivered */
	EVENT_SIGNAL,
	EVENT_GROUP_STOP,	/* job control stopped the tracee: signal */
	EVENT_NEW,		/* a child that the engine follows now: parent_tid made it */
	/* attached by -p; status: the number of threads, or 0 for a further thread */
	EVENT_ATTACHED,
	/* the engine let the tracee go; parent_tid: the process that debugs it, 0: none */
	EVENT_DETACHED,
	EVENT_EXEC,		/* execve succeeded; former_tid is the thread that called it */
	EVENT_SUPERSEDED,	/* this thread vanished because former_tid called execve */
	EVENT_EXITED,		/* status: exit code */
	EVENT_KILLED,		/* status: signal; core_dumped */
	EVENT_PERSONALITY,	/* made by the session: the tracee now makes calls through abi */
	/* made by the session: tid, in execve, becomes the leader, number status */
	EVENT_RENAMED,
	EVENT_LOST,		/* information was lost: text says which */
};

struct event {
	/* A member is 0 unless the event has it. */

	/*
	 * ENTER, EXIT; NULL: an architecture that scry does not know. SIGNAL: that of siginfo;
	 * NULL: the native one
	 */
	const struct abi *abi;
	uint64_t nr;
	uint64_t ip;		/* instruction pointer */
	int64_t result;
	uint32_t audit_arch;	/* ENTER, EXIT */
	bool is_error;
	bool core_dumped;
	/*
	 * the tracee did not stop, so that host->stop_ns is no part of the times; false: it did, or
	 * .stop_ns is 0
	 */
	bool unstopped;
	/* ENTER: a restart_syscall that resumes the call resumed_nr of the same ABI */
	bool resumes;
	uint64_t resumed_nr;
	/* EXIT: SIGSYS: a seccomp filter has refused the call by that signal: it did not run */
	int signal;
	int status;
	pid_t parent_tid, former_tid;
	const char *text;
	const char *context;	/* set by the session (--secontext): the tracee's; NULL: none */
	/* set by the session (-Y): the command name of the tracee; NULL: not known */
	const char *comm;
	/* set by the session (--show-container); NULL: none, or unknown */
	const char *container, *unit;
	/* the command name of the tracee at this event; NULL: the engine does not report it */
	const char *reported_comm;
	const uint32_t *reported_user;	/* its real user; NULL: the engine does not report it */
	const pid_t *reported_parent;	/* the same of the process that is its parent */
	const struct event_facts *facts;	/* on replay; else NULL */
	/*
	 * ENTER, EXIT: the call is a request of io_uring, which was submitted, and which has a
	 * result. nr is the number of the operation. An event of another kind says that a request
	 * in a recording has no result. Valid until resume() of this event. NULL: a system call.
	 */
	const struct request *request;
	/* Every event has these. */
	enum event_kind kind;
	pid_t tid;
	struct tracee *tracee;	/* valid until resume() of this event */
	struct timespec real;	/* CLOCK_REALTIME; 0 unless asked for */
	uint64_t mono_ns;	/* CLOCK_MONOTONIC; 0 unless asked for */
	/* CPU time that the tracee has spent in the kernel; 0 unless asked for */
	uint64_t system_ns;
	/* Events of other kinds leave these unset. */
	uint64_t args[6];	/* ENTER */
	uint64_t sp;		/* ENTER: stack pointer */
	siginfo_t siginfo;	/* SIGNAL: as the kernel's native ABI lays it out */
};

/* What is missing of the trace so far. */
struct losses {
	/*
	 * --sample: N: each selected call is counted with a chance of 1/N now; 0: all are counted
	 */
	uint64_t one_in;
	/* --sample: the selected calls, and how many of them were not counted */
	uint64_t seen, left_out;
	uint64_t records; /* of the bpf engine, because the ring was full */
};

#endif
