/* SPDX-License-Identifier: MIT */
/* The table of tracees, and the queue of those with a stop or an end that is not dealt with. */
#include "engine/ptrace/tracees.h"

#include <stdlib.h>

#include "engine/ptrace/delay.h"
#include "engine/ptrace/ptrace.h"

struct ptrace_tracee *tracees_add(struct ptrace_engine *engine, pid_t tid, pid_t tgid)
{
	struct ptrace_tracee *leader = find_tracee(engine, tgid);
	struct ptrace_tracee *tracee =
		tracee_of(tracee_add(&engine->base.tracees, tid, tgid > 0 ? tgid : tid));

	life_begin(engine);
	tracee->leader = tgid == tid;
	if (leader && !tracee->leader)
		leader->leads = true;
	return tracee;
}

void tracees_remove(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	tracees_dequeue(engine, tracee);
	delay_forget(engine, tracee);
	free(tracee->last_comm);
	colocate_exit(&engine->colocate, &tracee->colocate);
	engine->n_unsettled -= tracee->unsettled;
	engine->n_overdue -= tracee->sandbox.interrupt == SANDBOX_OVERDUE;
	life_end(engine, tracee);
	tracee_remove(&engine->base.tracees, &tracee->base);
}

void tracees_enqueue(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->ready)
		return;
	tracee->ready = true;
	tracee->next_ready = NULL;
	*engine->ready_end = tracee;
	engine->ready_end = &tracee->next_ready;
}

void tracees_dequeue(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	struct ptrace_tracee **link = &engine->ready;

	if (!tracee->ready)
		return;
	while (*link != tracee)
		link = &(*link)->next_ready;
	*link = tracee->next_ready;
	if (!*link)
		engine->ready_end = link;
	tracee->ready = false;
}
