/* SPDX-License-Identifier: MIT */
/* Children that have stopped, and wait until their parents have told of them. */
#include "engine/ptrace/ptrace.h"

void held_begin(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->held)
		return;
	tracee->held = true;
	engine->n_held++;
	ptrace_update_timer(engine);
}

void held_end(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	engine->n_held -= tracee->held;
	tracee->held = false;
}

static void make_orphan(struct ptrace_engine *engine, struct ptrace_tracee *held)
{
	held->orphan = true;
	wait_enqueue(engine, held);
}

static void free_one(struct tracee *tracee, void *ctx)
{
	if (tracee_of(tracee)->held)
		make_orphan(ctx, tracee_of(tracee));
}

void held_free(struct ptrace_engine *engine)
{
	if (engine->n_held)
		tracee_each(&engine->base.tracees, free_one, engine);
}

static void grow_old(struct tracee *tracee, void *ctx)
{
	struct ptrace_tracee *held = tracee_of(tracee);

	if (held->held && held->waited)
		make_orphan(ctx, held);
	held->waited = held->held;
}

void held_tick(struct ptrace_engine *engine)
{
	if (engine->n_held)
		tracee_each(&engine->base.tracees, grow_old, engine);
}
