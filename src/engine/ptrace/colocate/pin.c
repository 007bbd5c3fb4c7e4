/* SPDX-License-Identifier: MIT */
/* Pins tracer and tracees to a CPU. */
#include <errno.h>

#include "engine/ptrace/colocate/guard.h"
#include "engine/ptrace/colocate/masks.h"
#include "engine/ptrace/colocate/pin.h"
#include "scry/util.h"

void pin_tracee(struct colocate *colocate, struct colocate_tracee *tracee, pid_t tid)
{
	struct mask_slot *slot;

	if (colocate->n_pinned == MASKS_MAX)
		return;
	slot = masks_pin(colocate->masks, tid);
	if (slot) {
		tracee->slot = (uint8_t)(slot - colocate->masks->slots + 1);
		colocate->n_pinned++;
		colocate->spreads |= colocate->n_pinned > 1;
		colocate->tick.changed = true;
	} else if (errno == EPERM) {
		pin_end(colocate);
		colocate->mode = COLOCATE_NEVER;
	}
}

void pin_release(struct colocate *colocate, struct colocate_tracee *tracee)
{
	if (!tracee->slot)
		return;
	colocate_halted(tracee);
	masks_restore_one(colocate->masks, masks_slot(colocate->masks, tracee->slot));
	tracee->slot = 0;
	colocate->n_pinned--;
	colocate->tick.changed = true;
}

/*
 * Chooses the CPU on which the scheduler woke the tracer last, or after that one turned out to be
 * busy the next one. The tracee that stopped last must be allowed to run there. Returns -1 if there
 * is no such CPU.
 */
static int choose_cpu(const struct colocate *colocate)
{
	int cpu = colocate->moves ? colocate->cpu + 1 : sched_getcpu();
	cpu_set_t both;

	if (sched_getaffinity(colocate->watched, sizeof(both), &both))
		return -1;
	CPU_AND(&both, &both, &colocate->own);
	if (!CPU_COUNT(&both))
		return -1;
	while (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &both))
		cpu = cpu < 0 || cpu >= CPU_SETSIZE ? 0 : cpu + 1;
	return cpu;
}

/* Makes what gives the masks back if the tracer is killed. */
static bool prepare(struct colocate *colocate)
{
	if (!colocate->masks)
		colocate->masks = masks_new();
	if (!colocate->masks)
		return false;
	return colocate->owner->tracees_die_with_tracer(colocate->owner->ctx) || colocate->guard ||
	       guard_start(colocate);
}

void pin_begin_tick(struct colocate *colocate)
{
	colocate->tick.stops = 0;
}

/* If pinning is not allowed, it never will be. */
void pin_begin(struct colocate *colocate)
{
	int cpu = choose_cpu(colocate);
	cpu_set_t *narrow;

	if (cpu < 0)
		return;
	colocate->mode = COLOCATE_NEVER;
	if (!prepare(colocate))
		return;
	narrow = &colocate->masks->narrow;
	CPU_ZERO(narrow);
	CPU_SET(cpu, narrow);
	if (!sched_setaffinity(0, sizeof(*narrow), narrow))
		colocate->mode = COLOCATE_PINS;
	colocate->cpu = cpu;
	colocate->tick.changed = true;
	colocate->tick.before.now = now_ns();
	pin_begin_tick(colocate);
}

static void forget(struct colocate_tracee *tracee, void *unused)
{
	(void)unused;
	colocate_halted(tracee);
	tracee->slot = 0;
}

void pin_end(struct colocate *colocate)
{
	cpu_set_t mask;

	if (colocate->mode != COLOCATE_PINS)
		return;
	masks_restore(colocate->masks);
	/* Another program may have given the tracer another mask meanwhile; that one stays. */
	if (!sched_getaffinity(0, sizeof(mask), &mask) &&
	    CPU_EQUAL(&mask, &colocate->masks->narrow))
		sched_setaffinity(0, sizeof(colocate->own), &colocate->own);
	colocate->mode = COLOCATE_WATCHES;
	colocate->n_pinned = 0;
	colocate->spreads = false;
	colocate->tick.changed = true;
	colocate->owner->each_tracee(colocate->owner->ctx, forget, NULL);
	colocate->window = (struct colocate_window){ .since_ns = now_ns() };
}
