/* SPDX-License-Identifier: MIT */
/*
 * Hands tracees over to another engine while both run: src/engine/auto/ has that engine beside this
 * one.
 */
#ifndef ENGINE_HAND_OVER_H
#define ENGINE_HAND_OVER_H

#include "engine/ptrace/ptrace.h"

/* What the ptrace engine asks and reports while it may hand tracees over. */
struct hand_over {
	/*
	 * How many stops the engine makes until it calls due(), which sets this again; 0: it does
	 * not call it.
	 */
	uint64_t stops_left;
	void (*due)(void *ctx);
	/*
	 * Tracees are handed over when they are in a stop outside a call. The engine then waits for
	 * no stop: next() returns IDLE if there is none.
	 */
	bool runs;
	/* Lets the other engine know a stopped thread. Returns false if it cannot trace it. */
	bool (*mark)(void *ctx, pid_t tid);
	/* The thread runs, and belongs to the other engine, which takes over tracee->session. */
	void (*take)(void *ctx, const struct tracee *tracee);
	/*
	 * Attaches the other engine to a thread that this one has released to its tracer; alone:
	 * this engine has other threads of the process.
	 */
	void (*attach)(void *ctx, pid_t tid, bool alone);
	void *ctx;
};

static inline bool hand_over_runs(const struct ptrace_engine *engine)
{
	return engine->hand_over && engine->hand_over->runs;
}

static inline void hand_over_note_stop(struct hand_over *hand_over)
{
	if (hand_over->stops_left && !--hand_over->stops_left)
		hand_over->due(hand_over->ctx);
}

/*
 * Hands a stopped tracee over, which is about to be resumed with a signal. Returns false if it
 * stays.
 */
bool hand_over_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal);
/*
 * Forgets a leader that has vanished without a report: a thread that the other engine has called
 * execve(2), and has its tid now. The session of the leader stays with the caller.
 */
void hand_over_forget(struct ptrace_engine *engine, struct ptrace_tracee *leader);
/* The command has ended: its status as waitpid(2) gave it. Returns false if it has not. */
bool hand_over_command_status(const struct ptrace_engine *engine, int *status);
/* The tracer and its tracees get their own CPU masks back, for good. */
void hand_over_prepare(struct ptrace_engine *engine);
/* From now on both engines run, and a stop sends SIGCHLD. */
void hand_over_begin(struct ptrace_engine *engine);

#endif
