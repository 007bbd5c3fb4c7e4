/* SPDX-License-Identifier: MIT */
/* Judges ten times a second whether pinning pays. */
#include <unistd.h>

#include "engine/ptrace/colocate/masks.h"
#include "engine/ptrace/colocate/pin.h"
#include "engine/ptrace/colocate/tick.h"
#include "scry/proc.h"
#include "scry/util.h"

/* With fewer stops between two ticks (100 ms) no tracee stops all the time. */
#define MIN_STOPS 100
/* The maximum number of pinned tracees for which the CPU times are read. */
#define MAX_TIMED 8

static void add_times(struct colocate_times *times, pid_t tid)
{
	uint64_t ran, waited;

	if (!proc_times(tid, &ran, &waited))
		return;
	times->ran += ran;
	times->waited += waited;
}

static void take_times(const struct colocate *colocate, struct colocate_times *times)
{
	*times = (struct colocate_times){ .now = now_ns() };
	if (colocate->n_pinned > MAX_TIMED)
		return;
	add_times(times, getpid());
	for (unsigned i = 0; i < MASKS_MAX; i++)
		if (colocate->masks->slots[i].tid)
			add_times(times, colocate->masks->slots[i].tid);
}

/*
 * The CPU is busy with other programs if for a part of the time neither the tracer nor a pinned
 * tracee ran although they wanted to. They also wait for each other, and a tracee that sleeps does
 * not want to run. Where tracees come and go the sums mean nothing, and the answer is false.
 */
static bool is_busy(struct colocate *colocate)
{
	struct colocate_times times, before = colocate->tick.before;
	bool changed = colocate->tick.changed;
	uint64_t passed, ran, waited;

	take_times(colocate, &times);
	colocate->tick.before = times;
	colocate->tick.changed = false;
	passed = times.now - before.now;
	ran = times.ran - before.ran;
	waited = times.waited - before.waited;
	return !changed && ran < passed - passed / 4 && waited > passed - ran;
}

/*
 * Goes to the next CPU. After all CPUs were tried, none is pinned for a while, and the scheduler
 * may balance.
 */
static void move_to_next_cpu(struct colocate *colocate)
{
	pin_end(colocate);
	if (++colocate->moves < CPU_COUNT(&colocate->own))
		pin_begin(colocate);
	else
		colocate->not_before_ns = now_ns() + COLOCATE_PAUSE_NS;
}

void tick_pinned(struct colocate *colocate)
{
	bool busy = is_busy(colocate);

	if (colocate->tick.stops < MIN_STOPS)
		pin_end(colocate);
	else if (busy)
		move_to_next_cpu(colocate);
	else
		colocate->moves = 0;
	pin_begin_tick(colocate);
}
