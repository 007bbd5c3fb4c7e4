/* SPDX-License-Identifier: MIT */
/* Pending children: those that stopped before their parents reported them. */
#include "engine/ptrace/pending.h"

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/timer.h"
#include "engine/ptrace/tracees.h"

void pending_begin(struct ptrace_engine *engine, struct ptrace_tracee *child)
{
	if (child->life != LIFE_UNKNOWN)
		return;
	life_set(engine, child, LIFE_PENDING);
	timer_update(engine);
}

static void make_orphan(struct tracee *tracee, void *engine)
{
	struct ptrace_tracee *child = tracee_of(tracee);

	if (!life_is(child, LIVES_PENDING))
		return;
	if (child->life != LIFE_ORPHAN)
		life_set(engine, child, LIFE_ORPHAN);
	tracees_enqueue(engine, child);
}

void pending_end_all(struct ptrace_engine *engine)
{
	if (life_count(engine, LIVES_PENDING))
		tracee_each(&engine->base.tracees, make_orphan, engine);
}

static void grow_old(struct tracee *tracee, void *engine)
{
	struct ptrace_tracee *child = tracee_of(tracee);

	if (child->life == LIFE_PENDING)
		life_set(engine, child, LIFE_PENDING_LONG);
	else
		make_orphan(tracee, engine);
}

void pending_tick(struct ptrace_engine *engine)
{
	if (life_count(engine, LIVES_PENDING))
		tracee_each(&engine->base.tracees, grow_old, engine);
}
