/* SPDX-License-Identifier: MIT */
/* The table of tracees. */
#include "engine/bpf/tracees.h"

#include <stdlib.h>

#include "engine/bpf/exec.h"
#include "engine/bpf/names.h"
#include "engine/bpf/stacks.h"
#include "engine/bpf/tasks.h"

struct bpf_tracee *bpf_track(struct bpf_engine *engine, pid_t tid, pid_t tgid)
{
	struct tracee *tracee = tracee_find(&engine->base.tracees, tid);
	struct bpf_tracee *own = (struct bpf_tracee *)tracee;

	if (tracee)
		return own;
	tracee = tracee_add(&engine->base.tracees, tid, tgid);
	tracee->fetch.ops = &engine->fetch_ops;
	own = (struct bpf_tracee *)tracee;
	own->engine = engine;
	return own;
}

void bpf_forget(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	engine->base.n_released -= tracee->is_released;
	bpf_remember(engine, tracee);
	free(tracee->ignored);
	bpf_forget_names(tracee);
	exec_forget(tracee);
	bpf_forget_stacks(tracee);
	chunks_free(&tracee->entry);
	chunks_free(&tracee->request);
	chunks_free(&tracee->result);
	chunks_free(&tracee->exit);
	chunks_free(&tracee->late);
	chunks_free(&tracee->more);
	chunks_free(&tracee->more_late);
	tracee_remove(&engine->base.tracees, &tracee->base);
}
