/* SPDX-License-Identifier: MIT */
/* Co-location: when tracees are pinned, and before which calls they are not. */
#include "engine/ptrace/colocate/colocate.h"

#include "engine/ptrace/colocate/guard.h"
#include "engine/ptrace/colocate/masks.h"
#include "engine/ptrace/colocate/pin.h"
#include "engine/ptrace/colocate/spread.h"
#include "engine/ptrace/colocate/tick.h"
#include "scry/util.h"

/*
 * The stops that are judged together, whichever tracees make them: fewer than a short program
 * makes.
 */
#define WINDOW_STOPS 256
/* Several tracees are pinned after this number of short windows in a row. */
#define WINDOWS_FOR_SEVERAL 8
/*
 * A tracee with more time from stop to stop keeps its mask: what it does matters more than its
 * stops.
 */
#define MAX_STOP_NS 500000u
/*
 * If a yield took longer than this, another program ran for its whole slice. One yield of
 * YIELDS_PER_TIMING is timed.
 */
#define MAX_YIELD_NS 200000u
#define YIELDS_PER_TIMING 8

void colocate_begin(struct colocate *colocate, const struct colocate_owner *owner, bool wanted,
		    bool follow)
{
	*colocate = (struct colocate){
		.owner = owner,
		.follow = follow,
	};
	if (wanted && !sched_getaffinity(0, sizeof(colocate->own), &colocate->own) &&
	    CPU_COUNT(&colocate->own) >= 2)
		colocate->mode = COLOCATE_WATCHES;
}

void colocate_end(struct colocate *colocate)
{
	pin_end(colocate);
	guard_end(colocate);
	colocate->mode = COLOCATE_NEVER;
}

void colocate_rescue(const struct colocate *colocate)
{
	if (colocate->mode != COLOCATE_PINS)
		return;
	masks_restore(colocate->masks);
	sched_setaffinity(0, sizeof(colocate->own), &colocate->own);
}

void colocate_suspend(struct colocate *colocate)
{
	pin_end(colocate);
}

/*
 * A program that has just started must not become slower, nor many tracees that do not stop much.
 */
static bool is_worth_it(struct colocate *colocate, size_t n_tracees)
{
	colocate->several =
		colocate->short_windows >= WINDOWS_FOR_SEVERAL && n_tracees <= MASKS_MAX;
	return (colocate->several || !colocate->window.mixed) &&
	       now_ns() >= colocate->not_before_ns;
}

static void end_window(struct colocate *colocate, size_t n_tracees)
{
	uint64_t now = now_ns(), took = now - colocate->window.since_ns;

	colocate->short_windows =
		took <= (uint64_t)MAX_STOP_NS * WINDOW_STOPS ? colocate->short_windows + 1 : 0;
	if (colocate->mode == COLOCATE_WATCHES) {
		colocate->moves = 0;
		if (colocate->short_windows && is_worth_it(colocate, n_tracees))
			pin_begin(colocate);
	}
	colocate->window = (struct colocate_window){ .since_ns = now };
}

bool colocate_stop(struct colocate *colocate, struct colocate_tracee *tracee,
		   const struct colocate_stop *stop)
{
	enum colocate_mode before = colocate->mode;
	bool spread = colocate->spreads;

	if (before == COLOCATE_NEVER)
		return false;
	/*
	 * With a second tracee that stops, the first one is unpinned unless several may share the
	 * CPU.
	 */
	if (colocate->watched != stop->tid) {
		colocate->watched = stop->tid;
		colocate->window.mixed = colocate->window.stops;
		if (!colocate->several)
			pin_end(colocate);
	}
	colocate->tick.stops++;
	if (++colocate->window.stops == WINDOW_STOPS)
		end_window(colocate, stop->n_tracees);
	if (colocate->mode == COLOCATE_PINS && !tracee->slot && stop->may_pin)
		pin_tracee(colocate, tracee, stop->tid);
	else if (tracee->slot &&
		 (colocate->spreads || masks_slot(colocate->masks, tracee->slot)->aside))
		spread_stopped(colocate, tracee);
	return (colocate->mode == COLOCATE_PINS && before != COLOCATE_PINS) ||
	       (colocate->spreads && !spread);
}

/* These calls show a mask or hand it on, or take from scry the right to put it back. */
void colocate_call(struct colocate *colocate, struct colocate_tracee *tracee, enum syscall_id id)
{
	if (colocate->mode != COLOCATE_PINS)
		return;
	switch (id) {
	case ID_sched_getaffinity: /* of which thread, is known only in the tracee's PID namespace */
	case ID_sched_setaffinity:
	case ID_sched_setattr: /* a thread that may not run on all CPUs cannot get a deadline: sched(7) */
		pin_end(colocate);
		break;
	case ID_clone:
	case ID_clone3:
	case ID_fork:
	case ID_vfork:
	case ID_execve:
	case ID_execveat:
	case ID_setuid:
	case ID_setuid32:
	case ID_setreuid:
	case ID_setreuid32:
	case ID_setresuid:
	case ID_setresuid32:
		/*
		 * A child that is not followed can read the mask of its parent at any time later.
		 */
		if (colocate->follow)
			pin_release(colocate, tracee);
		else
			pin_end(colocate);
		break;
	default:
		break;
	}
}

/*
 * The parent may have got its own mask back while it made the child, which had inherited the narrow
 * one by then: a fork of much memory takes long.
 */
void colocate_fork(struct colocate *colocate, const struct colocate_tracee *parent,
		   pid_t parent_tid, pid_t child)
{
	if (child && colocate->masks)
		masks_inherit(parent_tid,
			      parent->slot ? &masks_slot(colocate->masks, parent->slot)->given
					   : NULL,
			      child);
	if (!colocate->follow)
		pin_end(colocate);
}

void colocate_exit(struct colocate *colocate, struct colocate_tracee *tracee)
{
	colocate_halted(tracee);
	if (!tracee->slot)
		return;
	masks_slot(colocate->masks, tracee->slot)->tid = 0;
	pin_release(colocate, tracee);
}

void colocate_orphan(struct colocate *colocate, pid_t tid)
{
	if (colocate->mode == COLOCATE_PINS)
		masks_restore_child(colocate->masks, tid);
}

void colocate_rename(struct colocate *colocate, const struct colocate_tracee *tracee, pid_t former,
		     pid_t tid)
{
	if (tracee->slot)
		masks_slot(colocate->masks, tracee->slot)->tid = tid;
	else if (colocate->masks && former != tid)
		masks_restore_renamed(colocate->masks, former, tid);
}

void colocate_child_ended(struct colocate *colocate, pid_t pid)
{
	if (pid != colocate->guard)
		return;
	guard_forget(colocate);
	pin_end(colocate);
}

bool colocate_may_hand_on(const struct colocate *colocate, const struct colocate_tracee *tracee,
			  pid_t tid)
{
	return colocate->masks && (tracee->slot || tid == colocate->watched);
}

pid_t colocate_watched(const struct colocate *colocate)
{
	return colocate->mode == COLOCATE_PINS ? colocate->watched : 0;
}

bool colocate_yield(struct colocate *colocate)
{
	bool timed = colocate->no_yield_before_ns || colocate->yields++ % YIELDS_PER_TIMING == 0;
	uint64_t before = timed ? now_ns() : 0;

	if (before < colocate->no_yield_before_ns || !spread_all_stop_soon(colocate))
		return false;
	sched_yield();
	colocate->no_yield_before_ns = 0;
	if (timed && now_ns() - before > MAX_YIELD_NS)
		colocate->no_yield_before_ns = before + COLOCATE_PAUSE_NS;
	return true;
}

bool colocate_needs_ticks(const struct colocate *colocate)
{
	return colocate->guard || colocate->mode == COLOCATE_PINS;
}

void colocate_tick(struct colocate *colocate)
{
	/*
	 * While each look finds one tracee stopped, the engine does not wait for any child, and so
	 * not for the guard.
	 */
	if (guard_has_ended(colocate))
		colocate_child_ended(colocate, colocate->guard);
	if (colocate->mode == COLOCATE_PINS)
		tick_pinned(colocate);
	else
		/* A child that is no tracee: waitpid(2) would never fail with ECHILD. */
		guard_end(colocate);
	colocate->spreads = colocate->n_pinned > 1;
}

bool colocate_needs_balance(const struct colocate *colocate)
{
	return colocate->spreads;
}

void colocate_balance(struct colocate *colocate)
{
	if (colocate->spreads)
		spread_balance(colocate);
}
