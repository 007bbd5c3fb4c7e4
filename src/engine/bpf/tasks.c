/* SPDX-License-Identifier: MIT */
/*
 * The names and the process IDs of tasks (-Y, --decode-pids=pidns). The program reports them of
 * each tracee, so that they are known as of the event, and after the tracee has ended. Of other
 * processes /proc is asked when the event is shown.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/bpf/tasks.h"
#include "scry/proc.h"
#include "scry/util.h"

/* The number of tracees that are remembered after their ends. */
#define ENDED_MAX 4096

struct bpf_ended {
	pid_t tids[ENDED_MAX]; /* 0: unused */
	struct bpf_identity identities[ENDED_MAX];
	size_t next; /* the place for the next one, which replaces the oldest */
};

void bpf_identify(struct bpf_tracee *tracee, const struct record_task *task)
{
	struct bpf_identity *identity = &tracee->identity;

	identity->known = true;
	memcpy(identity->now.comm, task->comm, TASK_COMM_BYTES);
	identity->now.user = task->user;
	identity->now.parent = (pid_t)task->parent;
	memcpy(identity->levels, task->levels, sizeof(identity->levels));
}

void bpf_remember(struct bpf_engine *engine, const struct bpf_tracee *tracee)
{
	struct bpf_ended *ended;

	if (!tracee->identity.known)
		return;
	if (!engine->ended)
		engine->ended = xcalloc(1, sizeof(*engine->ended));
	ended = engine->ended;
	ended->tids[ended->next] = tracee->base.tid;
	ended->identities[ended->next] = tracee->identity;
	ended->next = (ended->next + 1) % ENDED_MAX;
}

static bool has_level(const struct bpf_identity *identity, uint64_t level)
{
	for (size_t i = 0; i < TASK_LEVELS; i++)
		if (identity->levels[i] == level)
			return true;
	return false;
}

/*
 * Finds the last tracee that has ended and has this tid or, if the tid is 0, this number in a
 * namespace (a word of struct bpf_identity). Returns its place in struct bpf_ended; -1: there is
 * none.
 */
static int find_ended(const struct bpf_engine *engine, pid_t tid, uint64_t level)
{
	const struct bpf_ended *ended = engine->ended;

	for (size_t i = 1; ended && i <= ENDED_MAX; i++) {
		size_t at = (ended->next + ENDED_MAX - i) % ENDED_MAX;

		if (!ended->tids[at])
			break;
		if (tid ? ended->tids[at] == tid : has_level(&ended->identities[at], level))
			return (int)at;
	}
	return -1;
}

/* --- numbers in other PID namespaces ------------------------------------------------------ */

/* A task with this number in this namespace: a word of struct bpf_identity. */
struct level_search {
	uint64_t level;
	pid_t tid; /* 0: not found */
};

static void look_for_level(struct tracee *tracee, void *ctx)
{
	struct level_search *search = ctx;

	if (has_level(&((struct bpf_tracee *)tracee)->identity, search->level))
		search->tid = tracee->tid;
}

static pid_t find_level(struct bpf_engine *engine, uint64_t level)
{
	struct level_search search = { .level = level };
	int ended;

	tracee_each(&engine->base.tracees, look_for_level, &search);
	if (search.tid)
		return search.tid;
	ended = find_ended(engine, 0, level);
	return ended < 0 ? 0 : engine->ended->tids[ended];
}

/* Whether the tracee is known to be in the PID namespace of scry. */
static bool is_at_home(const struct bpf_tracee *tracee)
{
	return tracee->identity.known && !tracee->identity.levels[0];
}

int bpf_pid_outside(void *ctx, int pid)
{
	struct bpf_tracee *tracee = ctx;
	uint64_t own = tracee->identity.levels[0];
	pid_t found = 0;

	if (pid <= 0 || is_at_home(tracee))
		return 0;
	if (tracee->identity.known)
		found = find_level(tracee->engine,
				   own >> TASK_NUMBER_BITS << TASK_NUMBER_BITS | (uint32_t)pid);
	return found ? found : tracee_fetch_ops.pid_outside(ctx, pid);
}

bool bpf_is_own_pid(struct bpf_tracee *tracee, pid_t pid)
{
	pid_t tid = is_at_home(tracee) ? pid : bpf_pid_outside(tracee, pid);

	return tid > 0 && (tid == tracee->base.tid || tid == tracee->base.tgid);
}

/* --- command names ------------------------------------------------------------------------ */

static ssize_t put_comm(const struct bpf_identity *identity, char *buf, size_t len)
{
	size_t n = strlen(identity->now.comm);

	n = n < len ? n : len;
	memcpy(buf, identity->now.comm, n);
	return (ssize_t)n;
}

ssize_t bpf_pid_comm(void *ctx, int pid, char *buf, size_t len)
{
	struct bpf_tracee *tracee = ctx, *named;
	pid_t tid = is_at_home(tracee) ? pid : bpf_pid_outside(ctx, pid);
	int ended;
	ssize_t n;

	if (pid <= 0)
		return -1;
	/* Of a tracee that is in the namespace of scry this may not be known. */
	if (!tid)
		return tracee_fetch_ops.pid_comm(ctx, pid, buf, len);
	named = (struct bpf_tracee *)tracee_find(&tracee->engine->base.tracees, tid);
	if (named && named->identity.known)
		return put_comm(&named->identity, buf, len);
	/* A process that has the number now. */
	n = proc_comm(tid, buf, len);
	ended = n < 0 ? find_ended(tracee->engine, tid, 0) : -1;
	return ended < 0 ? n : put_comm(&tracee->engine->ended->identities[ended], buf, len);
}
