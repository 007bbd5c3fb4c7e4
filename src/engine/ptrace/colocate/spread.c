/* SPDX-License-Identifier: MIT */
/*
 * Spreads pinned tracees that compute at the same time over the CPUs.
 *
 * A tracee that makes calls shares the tracer's CPU. A tracee that computes meanwhile would wait
 * for that CPU while others idle. At a stop of one tracee the others that compute are therefore
 * moved aside, to the CPUs that they have beside the tracer's, and brought back at their next stop.
 * While a tracee is stopped or waits for a CPU, its mask can be changed for a microsecond; only a
 * tracee that runs must be interrupted.
 */
#include "engine/ptrace/colocate/spread.h"

#include "engine/ptrace/colocate/masks.h"
#include "scry/util.h"

/*
 * A tracee with a longer mean time from stop to stop computes, and so does one that did not stop
 * for WAITED_NS. With shorter times two tracees that do nothing but calls would chase each other
 * from the tracer's CPU.
 */
#define COMPUTES_NS 20000u
#define WAITED_NS 15000u
/* What a stop of another tracee takes of the time of one that shares the tracer's CPU. */
#define OTHERS_STOP_NS 8000u
/*
 * A tracee that is aside computes if it did not stop for this time; else most of that was the
 * wake-up of the tracer.
 */
#define WAKE_UP_NS 80000u
/* One long time must not make a tracee look busy for long. */
#define MAX_COMPUTES_NS 200000u

static bool is_aside(const struct colocate *colocate, const struct colocate_tracee *tracee)
{
	return masks_slot(colocate->masks, tracee->slot)->aside;
}

static void move_tracee(const struct colocate *colocate, const struct colocate_tracee *tracee,
			bool aside)
{
	if (is_aside(colocate, tracee) != aside)
		masks_move(colocate->masks, masks_slot(colocate->masks, tracee->slot), aside);
}

/*
 * How long the tracee has computed since it was resumed: the time less what stops of others took of
 * it.
 */
static uint64_t computed_ns(const struct colocate *colocate, const struct colocate_tracee *tracee,
			    uint64_t now)
{
	uint64_t passed = now - tracee->resumed_ns;
	uint64_t others = (colocate->n_stops - tracee->resumed_at) * OTHERS_STOP_NS;

	return passed > others ? passed - others : 0;
}

/*
 * Notes how long the tracee computed. The time of a tracee that was aside has a wake-up of another
 * CPU in it.
 */
static void learn(const struct colocate *colocate, struct colocate_tracee *tracee, uint64_t now)
{
	uint64_t took = computed_ns(colocate, tracee, now);

	if (!tracee->resumed_ns)
		return;
	tracee->resumed_ns = 0;
	if (is_aside(colocate, tracee) && took < WAKE_UP_NS)
		return;
	if (is_aside(colocate, tracee) || took > MAX_COMPUTES_NS)
		took = MAX_COMPUTES_NS;
	tracee->computes_ns = (unsigned)((3 * (uint64_t)tracee->computes_ns + took) / 4);
}

void spread_stopped(struct colocate *colocate, struct colocate_tracee *tracee)
{
	uint64_t now = now_ns();

	learn(colocate, tracee, now);
	colocate->n_stops++;
	move_tracee(colocate, tracee, false);
	for (struct colocate_tracee *other = colocate->computing; other; other = other->next)
		if (other->computes_ns > COMPUTES_NS ||
		    computed_ns(colocate, other, now) > WAITED_NS)
			move_tracee(colocate, other, true);
}

bool spread_all_stop_soon(const struct colocate *colocate)
{
	for (const struct colocate_tracee *one = colocate->computing; one; one = one->next)
		if (is_aside(colocate, one) || one->computes_ns > COMPUTES_NS)
			return false;
	return true;
}

void colocate_halted(struct colocate_tracee *tracee)
{
	if (!tracee->link)
		return;
	*tracee->link = tracee->next;
	if (tracee->next)
		tracee->next->link = tracee->link;
	tracee->link = NULL;
}

void colocate_resumed(struct colocate *colocate, struct colocate_tracee *tracee)
{
	if (!tracee->slot || !colocate->spreads || tracee->link)
		return;
	tracee->resumed_ns = now_ns();
	tracee->resumed_at = colocate->n_stops;
	tracee->next = colocate->computing;
	tracee->link = &colocate->computing;
	if (tracee->next)
		tracee->next->link = &tracee->next;
	colocate->computing = tracee;
}

/* The number of computing tracees that share the tracer's CPU, or that are aside. */
static int count_computing(const struct colocate *colocate, bool aside)
{
	int n = 0;

	for (const struct colocate_tracee *one = colocate->computing; one; one = one->next)
		n += is_aside(colocate, one) == aside;
	return n;
}

/* Moves the tracee that was resumed first of all that are there. */
static void move_oldest(struct colocate *colocate, bool aside)
{
	struct colocate_tracee *oldest = NULL;

	for (struct colocate_tracee *one = colocate->computing; one; one = one->next)
		if (is_aside(colocate, one) != aside)
			oldest = one;
	if (oldest)
		move_tracee(colocate, oldest, aside);
}

void spread_balance(struct colocate *colocate)
{
	int near = count_computing(colocate, false), aside = count_computing(colocate, true);
	int others = CPU_COUNT(&colocate->own) - 1;

	/* Each CPU is to have as many computing tracees as the others. */
	if (near > 1 && aside < near * others)
		move_oldest(colocate, true);
	else if (!near && aside > others)
		move_oldest(colocate, false);
}
