/* SPDX-License-Identifier: MIT */
/* Lets tracees go. */
#include <sys/wait.h>

#include "engine/ptrace/ptrace.h"

/*
 * A signal that was about to be delivered is; a group-stop stays one. Filtered tracees cannot be left
 * alone: they go on in silence.
 */
static void release(const struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (engine->filter) {
		keeper_resume(tracee->base.tid, tracee->status);
		tracee->state = STATE_RUNNING;
		return;
	}
	ptrace(PTRACE_DETACH, tracee->base.tid, NULL, stop_signal(tracee->status));
	tracee->state = STATE_GONE;
}

/*
 * One that runs is left alone until it stops or until scry ends, when the kernel detaches it without
 * waking it. PTRACE_INTERRUPT would make its epoll_wait(2), semop(2) and the like fail with EINTR, and
 * does not reach the parent in a vfork(2).
 */
static void let_go(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	tracee->let_go = true;
	engine->n_let_go++;
	tracee->in_call = false;
	engine->n_held -= tracee->held;
	tracee->held = false;
	wait_dequeue(engine, tracee);
	if (tracee->state == STATE_STOPPED)
		release(engine, tracee);
}

void detach_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	let_go(engine, tracee);
	tracee->farewell = true;
	wait_enqueue(engine, tracee);
}

/* The child of one that was let go goes the same way. */
static void let_child_go(struct ptrace_engine *engine, pid_t tid)
{
	struct ptrace_tracee *child = find(engine, tid);

	if (!child)
		child = wait_add(engine, tid, tid);
	if (!child->announced && !child->let_go)
		let_go(engine, child);
}

void detach_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	pid_t child;

	if (tracee->state == STATE_STOPPED) {
		child = classify_child(tracee);
		release(engine, tracee);
		if (child && !follows_silently(engine))
			let_child_go(engine, child);
	}
	if (tracee->state == STATE_GONE)
		wait_forget(engine, tracee);
}

static void say_farewell(struct tracee *tracee, void *ctx)
{
	struct ptrace_tracee *gone = tracee_of(tracee);

	if (gone->let_go || gone->state == STATE_GONE)
		return;
	if (gone->announced)
		detach_tracee(ctx, gone);
	else
		let_go(ctx, gone);
}

/* What scry launched ends with scry, as under strace. SIGCONT only where it is needed: epoll_wait(2) notices. */
static void pass_signal_on(struct ptrace_engine *engine, bool is_stopped)
{
	kill(engine->command, engine->interrupted_by);
	if (is_stopped)
		kill(engine->command, SIGCONT);
}

void detach_stop(struct engine *base)
{
	struct ptrace_engine *engine = engine_of(base);
	struct ptrace_tracee *command = find(engine, engine->command);
	bool is_stopped =
		command && (command->state == STATE_LISTENING ||
			    (command->state == STATE_STOPPED && is_group_stop(command->status)));

	if (engine->stopping)
		return;
	engine->stopping = true;
	signals_timer(0);
	tracee_each(&base->tracees, say_farewell, engine);
	if (command && engine->interrupted_by)
		pass_signal_on(engine, is_stopped);
}

void detach_one(struct engine *base, struct tracee *tracee)
{
	struct ptrace_tracee *one = tracee_of(tracee);

	if (!one->let_go && one->state != STATE_GONE)
		detach_tracee(engine_of(base), one);
}

static void release_stopped(struct tracee *tracee, void *ctx)
{
	if (tracee_of(tracee)->state == STATE_STOPPED)
		release(ctx, tracee_of(tracee));
}

/* Nothing here allocates. */
void detach_in_need(void *ctx)
{
	struct ptrace_engine *engine = ctx;

	tracee_each(&engine->base.tracees, release_stopped, engine);
	if (engine->stranger && engine->filter)
		keeper_resume(engine->stranger, engine->stranger_status);
	if (engine->front)
		front_tell(engine, STATUS_OF_EXIT(1), engine->filter);
	if (engine->filter)
		keeper_become();
}
