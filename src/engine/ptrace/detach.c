/* SPDX-License-Identifier: MIT */
/* Lets tracees go. */
#include "engine/ptrace/detach.h"

#include <sys/wait.h>

#include "engine/ptrace/classify.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/signals.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/supervisor.h"
#include "engine/ptrace/wait.h"
#include "scry/util.h"

/* How long one that is not in a call may take to come to the next. */
#define SETTLE_NS 20000000u
/* How long one that shares our CPU may take to come to its next stop, and a child to be made. */
#define MAKE_NS 100000000u

static void set_unsettled(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			  bool unsettled)
{
	engine->n_unsettled += (size_t)unsettled - (size_t)tracee->unsettled;
	tracee->unsettled = unsettled;
}

/*
 * A signal that was about to be delivered is; a group-stop stays one. Filtered tracees cannot be left
 * alone and go on in silence; so do all at the end of scry, for the kernel detaches who runs without
 * waking it. While scry goes on, PTRACE_DETACH has to do it, but not within a call: it makes
 * epoll_wait(2), semop(2) and others that do not restart fail with EINTR.
 */
static void release(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	set_unsettled(engine, tracee, false);
	colocate_fork(&engine->colocate, &tracee->colocate, tracee->base.tid,
		      classify_child(tracee));
	if (engine->filter || engine->stopping) {
		keeper_resume(tracee->base.tid, tracee->status);
		life_set_run(tracee, RUN_RUNNING);
	} else if (classify_is_in_call(tracee)) {
		resume_tracee(engine, tracee, 0);
	} else {
		ptrace(PTRACE_DETACH, tracee->base.tid, NULL, stop_signal(tracee->status));
		life_set_run(tracee, RUN_ENDED);
	}
}

/*
 * One that runs is left alone until it stops or scry ends: PTRACE_INTERRUPT would be noticed as well, and
 * does not reach the parent in a vfork(2). If it is between two calls, its next stop is an entry, at which
 * the end of scry would detach it.
 */
static void let_go(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		   enum tracee_life life)
{
	colocate_suspend(&engine->colocate);
	life_set(engine, tracee, life);
	wait_dequeue(engine, tracee);
	delay_forget(engine, tracee);
	if (tracee->run == RUN_STOPPED)
		release(engine, tracee);
	else if (tracee->run == RUN_RUNNING)
		set_unsettled(engine, tracee, tracee->call.stage == CALL_NONE);
}

void detach_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	let_go(engine, tracee,
	       tracee->life == LIFE_ATTACHED ? LIFE_ATTACHED_LEAVING : LIFE_LEAVING);
	wait_enqueue(engine, tracee);
}

/* The child of one that was let go goes the same way. */
static void let_child_go(struct ptrace_engine *engine, pid_t tid)
{
	struct ptrace_tracee *child = find_tracee(engine, tid);

	if (!child)
		child = wait_add(engine, tid, tid);
	if (life_is(child, LIVES_UNREPORTED))
		let_go(engine, child, LIFE_RELEASED);
}

void detach_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	pid_t child;

	/* execve in a thread that is not the leader; the leader is gone. */
	if (STATUS_EVENT(tracee->status) == PTRACE_EVENT_EXEC &&
	    tracee->base.tid != tracee->base.tgid)
		tracee_rename(&engine->base.tracees, &tracee->base, tracee->base.tgid);
	if (tracee->run == RUN_STOPPED) {
		child = classify_child(tracee);
		release(engine, tracee);
		if (child && !follows_silently(engine))
			let_child_go(engine, child);
	}
	if (tracee->run == RUN_ENDED)
		wait_forget(engine, tracee);
}

static void say_farewell(struct tracee *tracee, void *ctx)
{
	struct ptrace_tracee *gone = tracee_of(tracee);

	if (life_is(gone, LIVES_LET_GO) || gone->run == RUN_ENDED)
		return;
	if (life_is(gone, LIVES_UNREPORTED | LIFE_BIT(LIFE_LAUNCHING)))
		let_go(ctx, gone, LIFE_RELEASED);
	else
		detach_tracee(ctx, gone);
}

void detach_all(struct ptrace_engine *engine)
{
	tracee_each(&engine->base.tracees, say_farewell, engine);
}

/* How the command stands when scry ends. */
struct last_look {
	const struct ptrace_engine *engine;
	bool in_group_stop; /* SIGCONT is needed */
	bool has_signal; /* it is about to get the signal already: ^C goes to both */
};

static void look_at_command(struct tracee *tracee, void *ctx)
{
	struct last_look *look = ctx;
	const struct ptrace_tracee *thread = tracee_of(tracee);
	bool stopped = (thread->run == RUN_STOPPED || thread->run == RUN_DELAYED) &&
		       !life_is(thread, LIVES_LET_GO);

	if (tracee->tgid != look->engine->command)
		return;
	look->in_group_stop |=
		thread->run == RUN_LISTENING || (stopped && stop_is_group_stop(thread->status));
	look->has_signal |= stopped && stop_signal(thread->status) == look->engine->interrupted_by;
}

struct makers {
	const struct ptrace_engine *engine;
	size_t n;
};

/* One that shares our CPU, or did, may be making a child, which has inherited its mask: its next stop tells who that is. */
static void count_maker(struct tracee *tracee, void *ctx)
{
	const struct ptrace_tracee *maker = tracee_of(tracee);
	struct makers *makers = ctx;

	makers->n += maker->run == RUN_RUNNING &&
		     !(maker->call.stage != CALL_NONE && maker->call.want_exit) &&
		     colocate_may_hand_on(&makers->engine->colocate, &maker->colocate, tracee->tid);
}

static void let_makers_stop(struct ptrace_engine *engine)
{
	uint64_t until = now_ns() + MAKE_NS;
	struct makers makers = { .engine = engine };

	for (;;) {
		makers.n = 0;
		tracee_each(&engine->base.tracees, count_maker, &makers);
		if (!makers.n || now_ns() >= until)
			return;
		sched_yield();
		wait_collect(engine, WNOHANG);
	}
}

/* What scry launched ends with scry, as under strace. */
static void pass_signal_on(const struct ptrace_engine *engine, const struct last_look *look)
{
	if (!look->has_signal)
		kill(engine->command, engine->interrupted_by);
	if (look->in_group_stop)
		kill(engine->command, SIGCONT);
}

void detach_stop(struct engine *base)
{
	struct ptrace_engine *engine = engine_of(base);
	struct last_look look = { .engine = engine };
	bool launched = !base->config->daemonize && engine->command &&
			tracee_find(&base->tracees, engine->command);

	if (engine->stopping)
		return;
	engine->killing = base->config->kill_on_exit;
	if (engine->killing)
		return;
	wait_collect(engine, WNOHANG);
	if (engine->filter)
		let_makers_stop(engine);
	colocate_end(&engine->colocate);
	engine->stopping = true;
	engine->settle_until_ns = now_ns() + SETTLE_NS;
	signals_timer(0);
	tracee_each(&base->tracees, look_at_command, &look);
	detach_all(engine);
	if (launched && engine->interrupted_by)
		pass_signal_on(engine, &look);
}

void detach_release(struct engine *base)
{
	struct ptrace_engine *engine = engine_of(base);

	if (!engine->command) {
		detach_stop(base);
		return;
	}
	engine->released = true;
	detach_all(engine);
}

void detach_one(struct engine *base, struct tracee *tracee)
{
	struct ptrace_tracee *one = tracee_of(tracee);

	if (!life_is(one, LIVES_LET_GO) && one->run != RUN_ENDED)
		detach_tracee(engine_of(base), one);
}

static void release_stopped(struct tracee *tracee, void *ctx)
{
	delay_forget(ctx, tracee_of(tracee));
	if (tracee_of(tracee)->run == RUN_STOPPED)
		release(ctx, tracee_of(tracee));
}

/* Nothing here allocates. */
void detach_without_memory(void *ctx)
{
	struct ptrace_engine *engine = ctx;

	colocate_end(&engine->colocate);
	engine->stopping = true;
	tracee_each(&engine->base.tracees, release_stopped, engine);
	if (engine->unknown_tid && engine->filter)
		keeper_resume(engine->unknown_tid, engine->unknown_status);
	if (engine->supervisor)
		supervisor_report_end(engine, STATUS_OF_EXIT(1), engine->filter);
	if (engine->filter && !engine->base.config->kill_on_exit)
		keeper_stay();
}
