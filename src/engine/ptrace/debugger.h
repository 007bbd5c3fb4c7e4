/* SPDX-License-Identifier: MIT */
/* Tracees that other tracees want to trace: debuggers, tracers and LeakSanitizer under scry. */
#ifndef ENGINE_DEBUGGER_H
#define ENGINE_DEBUGGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct ptrace_engine;
struct ptrace_tracee;

/* A thread that was released to its debugger. */
struct lent_thread {
	pid_t tid;
	pid_t debugger; /* the thread that is its tracer, or the process */
	/* when the thread began, as proc_start() returns it: the tid may be used again */
	uint64_t start;
	uint64_t since; /* when it was released, in the same unit */
	bool is_held; /* the debugger is its tracer, or has been */
};

/* The threads that scry attaches to again when their debuggers let them go. */
struct lent_threads {
	struct lent_thread *items;
	size_t n, capacity;
};

/*
 * An unfiltered tracee is at the entry of ptrace(2) with these arguments, which the session has
 * seen, and is to be resumed with a signal. Releases the thread that is to get another tracer.
 * Returns true if the caller must not be resumed now: it was released itself, or waits until the
 * other thread stops.
 */
bool debugger_begin_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const uint64_t *args, int signal);
/* That call has returned. */
void debugger_end_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee, bool failed);
/*
 * A tracee with .attacher has stopped, and is to be resumed with a signal. Returns true if it was
 * released instead. The call that attaches to it goes on in any case.
 */
bool debugger_release(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);
/* A thread has ended: the kernel has released what that has traced. */
void debugger_note_end(struct ptrace_engine *engine, pid_t tid);
/* While another engine takes over: lets it have the lent threads, though they have a tracer. */
void debugger_look(struct ptrace_engine *engine);

#endif
