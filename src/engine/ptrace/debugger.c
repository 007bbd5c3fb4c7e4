/* SPDX-License-Identifier: MIT */
/*
 * Tracees that other tracees want to trace. A process has one tracer: scry releases a tracee that
 * asks to be traced (PTRACE_TRACEME), or to which another tracee attaches, and attaches to it again
 * when its debugger lets it go. A filtered tracee cannot be released.
 */
#include "engine/ptrace/debugger.h"

#include <stdlib.h>
#include <sys/ptrace.h>
#include <time.h>
#include <unistd.h>

#include "engine/ptrace/attach.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/tracees.h"
#include "scry/proc.h"
#include "scry/target.h"
#include "scry/util.h"

/*
 * How long a call that attaches to a tracee waits until that stops. A thread in an uninterruptible
 * sleep does not stop.
 */
#define HOLD_NS 1000000000u

/* --- the thread that a call asks for ------------------------------------------------------ */

struct search {
	pid_t caller, number;
	struct ptrace_tracee *found;
};

static void find_numbered(struct tracee *tracee, void *ctx)
{
	struct search *search = ctx;

	if (!search->found && proc_is_numbered(tracee->tid, search->caller, search->number))
		search->found = tracee_of(tracee);
}

/* Returns the tracee that has a number in the PID namespace of the caller; NULL: there is none. */
static struct ptrace_tracee *find_target(struct ptrace_engine *engine,
					 const struct ptrace_tracee *caller, uint64_t number)
{
	struct search search = { .caller = caller->base.tid, .number = (pid_t)number };
	struct ptrace_tracee *target = find_tracee(engine, search.number);

	if (target && proc_is_numbered(target->base.tid, search.caller, search.number))
		return target;
	tracee_each(&engine->base.tracees, find_numbered, &search);
	return search.found;
}

/* --- threads that are lent to debuggers --------------------------------------------------- */

/* The time in the unit of proc_start(). */
static uint64_t start_now(void)
{
	struct timespec now;
	uint64_t ticks = (uint64_t)sysconf(_SC_CLK_TCK);

	clock_gettime(CLOCK_BOOTTIME, &now);
	return (uint64_t)now.tv_sec * ticks + (uint64_t)now.tv_nsec * ticks / 1000000000u;
}

static void lend(struct ptrace_engine *engine, pid_t tid, pid_t debugger)
{
	struct lent_threads *lent = &engine->lent;

	lent->items = xgrow(lent->items, lent->n, &lent->capacity, sizeof(*lent->items));
	lent->items[lent->n++] = (struct lent_thread){
		.tid = tid,
		.debugger = debugger,
		.start = proc_start(tid),
		.since = start_now(),
	};
}

static bool is_lent(const struct lent_threads *lent, pid_t tid)
{
	for (size_t i = 0; i < lent->n; i++)
		if (lent->items[i].tid == tid)
			return true;
	return false;
}

/*
 * Adds those of some threads that were made since another one was released, which scry has not
 * seen. The debugger may follow them.
 */
static void lend_new(struct ptrace_engine *engine, struct lent_thread from, const pid_t *tids,
		     ssize_t n)
{
	struct lent_threads *lent = &engine->lent;

	for (ssize_t i = 0; i < n; i++) {
		if (find_tracee(engine, tids[i]) || is_lent(lent, tids[i]) ||
		    !attach_is_needed(tids[i]) || proc_start(tids[i]) < from.since)
			continue;
		lend(engine, tids[i], from.debugger);
		lent->items[lent->n - 1].since = from.since;
		lent->items[lent->n - 1].is_held = true;
	}
}

/* Adds the threads and the children that the process of a thread has made while that was lent. */
static void lend_made(struct ptrace_engine *engine, struct lent_thread thread)
{
	pid_t tgid = proc_tgid(thread.tid), *tids = NULL;
	bool complete;
	ssize_t n;

	if (!engine->base.config->follow || tgid <= 0)
		return;
	n = proc_threads(tgid, &tids);
	lend_new(engine, thread, tids, n);
	free(tids);
	n = proc_children(tgid, &tids, &complete);
	lend_new(engine, thread, tids, n);
	free(tids);
}

/* Whether scry can have a thread again. tracer: the process that traces it; 0: none. */
static bool is_free(const struct ptrace_engine *engine, struct lent_thread *thread, long tracer)
{
	if (tracer)
		thread->is_held = true;
	/*
	 * The other engine needs no ptrace. It waits until this one has reported that the thread
	 * is released.
	 */
	if (hand_over_runs(engine))
		return !find_tracee(engine, thread->tid);
	/* A thread that has had no tracer yet is about to get it. */
	return !tracer && thread->is_held;
}

/* Whether this engine traces another thread of the same process. */
static bool has_sibling(const struct ptrace_engine *engine, pid_t tid)
{
	pid_t *tids = NULL;
	ssize_t n = proc_threads(proc_tgid(tid), &tids);
	bool found = false;

	for (ssize_t i = 0; i < n && !found; i++)
		found = find_tracee(engine, tids[i]);
	free(tids);
	return found;
}

/* Returns false when nothing more is to be done for a thread: it has ended, or scry has it again. */
static bool look_at_thread(struct ptrace_engine *engine, struct lent_thread *thread)
{
	long tracer = proc_status(thread->tid, "TracerPid");

	if (tracer < 0 || proc_start(thread->tid) != thread->start)
		return false;
	if (!is_free(engine, thread, tracer))
		return true;
	if (hand_over_runs(engine))
		engine->hand_over->attach(engine->hand_over->ctx, thread->tid,
					  has_sibling(engine, thread->tid));
	else if (attach_is_needed(thread->tid) && attach_process(engine, thread->tid))
		find_tracee(engine, thread->tid)->returned = true;
	lend_made(engine, *thread);
	return false;
}

static void look_at_all(struct ptrace_engine *engine)
{
	struct lent_threads *lent = &engine->lent;
	size_t kept = 0;

	if (engine->stopping || engine->released)
		return;
	for (size_t i = 0; i < lent->n; i++)
		if (look_at_thread(engine, &lent->items[i]))
			lent->items[kept++] = lent->items[i];
	lent->n = kept;
}

void debugger_look(struct ptrace_engine *engine)
{
	if (engine->lent.n)
		look_at_all(engine);
}

static bool has_unheld(const struct lent_threads *lent)
{
	for (size_t i = 0; i < lent->n; i++)
		if (!lent->items[i].is_held)
			return true;
	return false;
}

/* Releases a stopped tracee to a process. Returns false if it was killed in its stop. */
static bool release_to(struct ptrace_engine *engine, struct ptrace_tracee *tracee, pid_t process,
		       int signal)
{
	pid_t tid = tracee->base.tid;

	colocate_suspend(&engine->colocate);
	colocate_fork(&engine->colocate, &tracee->colocate, tid, stop_child(tracee));
	if (ptrace(PTRACE_DETACH, tid, NULL, signal))
		return false;
	/*
	 * It may share its descriptors with tracees that stay, and what it does to files is not
	 * seen.
	 */
	names_end(&tracee->base);
	names_watch_stop(&engine->base.tracees.watch);
	tracee->debugger = process;
	life_set(engine, tracee, LIFE_LEAVING);
	life_set_run(tracee, RUN_ENDED);
	tracees_enqueue(engine, tracee);
	return true;
}

void debugger_note_end(struct ptrace_engine *engine, pid_t tid)
{
	struct lent_threads *lent = &engine->lent;

	for (size_t i = 0; i < lent->n; i++)
		lent->items[i].is_held |= lent->items[i].debugger == tid;
	look_at_all(engine);
}

/* --- calls -------------------------------------------------------------------------------- */

/*
 * The tracer is to be the parent. If that is scry, the kernel refuses the call, because the tracee
 * has this tracer already.
 */
static bool release_to_parent(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			      int signal)
{
	pid_t tid = tracee->base.tid, parent = (pid_t)proc_status(tid, "PPid");

	if (parent <= 0 || parent == getpid() || !release_to(engine, tracee, parent, signal))
		return false;
	lend(engine, tid, parent);
	return true;
}

/*
 * Returns false if the caller need not wait: the kernel lets no thread attach to its own process.
 */
static bool wait_for_target(struct ptrace_engine *engine, struct ptrace_tracee *caller,
			    uint64_t number, int signal)
{
	struct ptrace_tracee *target = find_target(engine, caller, number);

	if (!target || target->life != LIFE_FOLLOWED || target->run == RUN_ENDED ||
	    target->attacher || target->base.tgid == caller->base.tgid)
		return false;
	target->attacher = caller->base.tid;
	target->listened = target->run == RUN_LISTENING;
	caller->call.attaches_to = target->base.tid;
	delay_begin(engine, caller, signal, HOLD_NS);
	if (target->run == RUN_RUNNING || target->run == RUN_LISTENING)
		ptrace(PTRACE_INTERRUPT, target->base.tid, NULL, NULL);
	return true;
}

bool debugger_begin_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const uint64_t *args, int signal)
{
	tracee->call.attaches_to = 0;
	if (has_unheld(&engine->lent))
		look_at_all(engine);
	if (engine->stopping || engine->released || tracee->life != LIFE_FOLLOWED)
		return false;
	switch (args[0]) {
	case PTRACE_TRACEME:
		return release_to_parent(engine, tracee, signal);
	case PTRACE_ATTACH:
	case PTRACE_SEIZE:
		return wait_for_target(engine, tracee, args[1], signal);
	}
	return false;
}

/* A failed call leaves the thread without a tracer. */
void debugger_end_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee, bool failed)
{
	struct lent_threads *lent = &engine->lent;
	pid_t attached = tracee->call.attaches_to;

	tracee->call.attaches_to = 0;
	for (size_t i = 0; attached && i < lent->n; i++)
		lent->items[i].is_held |= lent->items[i].tid == attached;
	if (attached ? failed : !failed && tracee->call.first_argument == PTRACE_DETACH)
		look_at_all(engine);
}

bool debugger_release(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
{
	struct ptrace_tracee *caller = find_tracee(engine, tracee->attacher);
	bool released;

	tracee->attacher = 0;
	/* The caller has ended, or has waited for too long. */
	if (!caller || caller->run != RUN_DELAYED || caller->call.attaches_to != tracee->base.tid)
		return false;
	released = release_to(engine, tracee, caller->base.tgid, signal);
	if (released)
		lend(engine, tracee->base.tid, caller->base.tid);
	delay_end(engine, caller);
	return released;
}
