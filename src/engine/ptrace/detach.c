/* SPDX-License-Identifier: MIT */
/* Lets tracees go. */
#include "engine/ptrace/detach.h"

#include <sys/wait.h>

#include "engine/process/signals.h"
#include "engine/ptrace/collect.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/supervisor.h"
#include "engine/ptrace/tracees.h"
#include "scry/util.h"

/*
 * How long the end of scry waits for a tracee that is not in a call to come to the next one: on a
 * busy machine it waits for a CPU.
 */
#define SETTLE_NS 200000000u
/* How long the end of scry waits for a pinned tracee that may be making a child. */
#define CHILD_NS 100000000u

static void set_unsettled(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			  bool unsettled)
{
	engine->n_unsettled += (size_t)unsettled - (size_t)tracee->unsettled;
	tracee->unsettled = unsettled;
}

/*
 * Releases a stopped tracee. A signal that was about to be delivered is delivered, and a group-stop
 * goes on.
 *
 * A filtered tracee needs a tracer, and goes on in silence. At the end of scry every tracee does:
 * the kernel detaches a running tracee without waking it. While scry goes on it has to use
 * PTRACE_DETACH, but not within a call, since that makes epoll_wait(2), semop(2) and other calls
 * that do not restart fail with EINTR.
 */
static void release_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	set_unsettled(engine, tracee, false);
	colocate_fork(&engine->colocate, &tracee->colocate, tracee->base.tid, stop_child(tracee));
	if (engine->filter || engine->stopping) {
		keeper_resume(tracee->base.tid, tracee->status);
		life_set_run(tracee, RUN_RUNNING);
	} else if (stop_is_in_call(tracee)) {
		resume_tracee(engine, tracee, 0);
	} else {
		ptrace(PTRACE_DETACH, tracee->base.tid, NULL, stop_signal(tracee->status));
		life_set_run(tracee, RUN_ENDED);
	}
}

/*
 * A running tracee is released when it stops or scry ends. PTRACE_INTERRUPT would make calls fail
 * as well, and does not reach a parent in vfork(2). If the tracee is between two calls, its next
 * stop is an entry; scry waits a moment for that when it ends, because the kernel would detach the
 * tracee there.
 */
static void begin_release(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			  enum tracee_life life)
{
	colocate_suspend(&engine->colocate);
	/* It may share its descriptors with tracees that stay. */
	names_end(&tracee->base);
	life_set(engine, tracee, life);
	tracees_dequeue(engine, tracee);
	delay_forget(engine, tracee);
	if (tracee->run == RUN_STOPPED)
		release_tracee(engine, tracee);
	else if (tracee->run == RUN_RUNNING)
		set_unsettled(engine, tracee, tracee->call.stage == CALL_NONE);
}

void detach_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	begin_release(engine, tracee,
		      tracee->life == LIFE_ATTACHED ? LIFE_ATTACHED_LEAVING : LIFE_LEAVING);
	tracees_enqueue(engine, tracee);
}

/* Releases the child of a tracee that was released itself. */
static void let_child_go(struct ptrace_engine *engine, pid_t tid)
{
	struct ptrace_tracee *child = find_tracee(engine, tid);

	if (!child)
		child = tracees_add(engine, tid, tid);
	if (life_is(child, LIVES_UNREPORTED))
		begin_release(engine, child, LIFE_RELEASED);
}

void detach_stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	pid_t child;

	/* A thread that was not the leader called execve(2), and the leader has vanished. */
	if (STATUS_EVENT(tracee->status) == PTRACE_EVENT_EXEC &&
	    tracee->base.tid != tracee->base.tgid)
		tracee_rename(&engine->base.tracees, &tracee->base, tracee->base.tgid);
	if (tracee->run == RUN_STOPPED) {
		child = stop_child(tracee);
		release_tracee(engine, tracee);
		if (child && !follows_silently(engine))
			let_child_go(engine, child);
	}
	if (tracee->run == RUN_ENDED)
		tracees_remove(engine, tracee);
}

static void detach_each(struct tracee *tracee, void *engine)
{
	struct ptrace_tracee *one = tracee_of(tracee);

	if (life_is(one, LIVES_LEAVING) || one->run == RUN_ENDED)
		return;
	if (life_is(one, LIVES_UNREPORTED | LIFE_BIT(LIFE_LAUNCHING)))
		begin_release(engine, one, LIFE_RELEASED);
	else
		detach_tracee(engine, one);
}

void detach_all(struct ptrace_engine *engine)
{
	tracee_each(&engine->base.tracees, detach_each, engine);
}

/* The state of the command when scry ends. */
struct command_state {
	const struct ptrace_engine *engine;
	bool in_group_stop; /* it needs SIGCONT */
	bool has_signal; /* it is about to get the signal that ends scry: ^C sends it to both */
};

static void look_at_command(struct tracee *tracee, void *ctx)
{
	struct command_state *command = ctx;
	const struct ptrace_tracee *thread = tracee_of(tracee);
	bool stopped = (thread->run == RUN_STOPPED || thread->run == RUN_DELAYED) &&
		       !life_is(thread, LIVES_LEAVING);

	if (tracee->tgid != command->engine->command)
		return;
	command->in_group_stop |=
		thread->run == RUN_LISTENING || (stopped && stop_is_group_stop(thread->status));
	command->has_signal |=
		stopped && stop_signal(thread->status) == command->engine->interrupted_by;
}

struct parents {
	const struct ptrace_engine *engine;
	size_t n;
};

/*
 * A tracee that is or was pinned may be making a child, which has inherited its mask. The parent's
 * next stop reports the child.
 */
static void count_parent(struct tracee *tracee, void *ctx)
{
	const struct ptrace_tracee *parent = tracee_of(tracee);
	struct parents *parents = ctx;

	parents->n +=
		parent->run == RUN_RUNNING &&
		!(parent->call.stage != CALL_NONE && parent->call.want_exit) &&
		colocate_may_hand_on(&parents->engine->colocate, &parent->colocate, tracee->tid);
}

static void wait_for_parents(struct ptrace_engine *engine)
{
	uint64_t until = now_ns() + CHILD_NS;
	struct parents parents = { .engine = engine };

	for (;;) {
		parents.n = 0;
		tracee_each(&engine->base.tracees, count_parent, &parents);
		if (!parents.n || now_ns() >= until)
			return;
		sched_yield();
		collect_stops(engine, WNOHANG);
	}
}

void detach_stop(struct engine *base)
{
	struct ptrace_engine *engine = engine_of(base);
	struct command_state command = { .engine = engine };
	bool launched = !base->config->daemonize && engine->command &&
			tracee_find(&base->tracees, engine->command);

	if (engine->stopping)
		return;
	engine->killing = base->config->kill_on_exit;
	if (engine->killing)
		return;
	collect_stops(engine, WNOHANG);
	if (engine->filter)
		wait_for_parents(engine);
	colocate_end(&engine->colocate);
	engine->stopping = true;
	engine->settle_until_ns = now_ns() + SETTLE_NS;
	signals_timer(0);
	tracee_each(&base->tracees, look_at_command, &command);
	detach_all(engine);
	/* As under strace, a signal that ends scry ends the command that scry launched. */
	if (launched && engine->interrupted_by) {
		if (!command.has_signal)
			kill(engine->command, engine->interrupted_by);
		if (command.in_group_stop)
			kill(engine->command, SIGCONT);
	}
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

	if (!life_is(one, LIVES_LEAVING) && one->run != RUN_ENDED)
		detach_tracee(engine_of(base), one);
}

static void release_stopped(struct tracee *tracee, void *ctx)
{
	delay_forget(ctx, tracee_of(tracee));
	if (tracee_of(tracee)->run == RUN_STOPPED)
		release_tracee(ctx, tracee_of(tracee));
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
