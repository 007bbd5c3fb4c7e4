/* SPDX-License-Identifier: MIT */
/* Attaches to processes that run already. */
#include "engine/ptrace/attach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "engine/ptrace/launch.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/refusal.h"
#include "engine/ptrace/wait.h"
#include "scry/util.h"

static void say_refusal(pid_t tid, int error)
{
	struct buf why = { 0 };

	buf_puts(&why, strerror(error));
	if (error == EPERM && !refusal_explain(tid, false, &why))
		buf_puts(&why, "; CAP_SYS_PTRACE is needed");
	warn("cannot attach to process %d: %s", tid, buf_cstr(&why));
	buf_free(&why);
}

/*
 * Two processes that trace each other wait for each other, and not even SIGKILL helps. The chain of
 * tracers above us is finite: none of them can be below us.
 */
static bool traces_us(pid_t tgid)
{
	long tracer = tracee_status(getpid(), "TracerPid");

	while (tracer > 0) {
		if (tracee_tgid((pid_t)tracer) == tgid)
			return true;
		tracer = tracee_status((pid_t)tracer, "TracerPid");
	}
	return false;
}

static bool is_sane(const struct ptrace_engine *engine, pid_t pid, pid_t tgid)
{
	if (tgid == getpid() || (engine->supervisor && tgid == engine->supervisor))
		warn("cannot attach to process %d: it is scry itself", pid);
	else if (traces_us(tgid))
		warn("cannot attach to process %d: it traces scry", pid);
	else
		return true;
	return false;
}

/* Returns 0 or errno. */
static int seize(struct ptrace_engine *engine, pid_t tid, pid_t tgid)
{
	if (ptrace(PTRACE_SEIZE, tid, NULL, launch_options(engine)))
		return errno;
	/* Calls are seen from the first stop on: without this one, from the next signal on. */
	ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
	wait_add(engine, tid, tgid);
	return 0;
}

/* It is reported, even if it never stops. */
static void announce(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	life_set(engine, tracee, LIFE_ATTACHED);
	wait_enqueue(engine, tracee);
}

/* One look at the threads; returns how many were new. Those we have already refuse. */
static int seize_listed(struct ptrace_engine *engine, pid_t tgid)
{
	pid_t *tids;
	ssize_t n = tracee_threads(tgid, &tids);
	int seized = 0;

	for (ssize_t i = 0; i < n; i++) {
		if (find_tracee(engine, tids[i]) || seize(engine, tids[i], tgid))
			continue;
		announce(engine, find_tracee(engine, tids[i]));
		seized++;
	}
	free(tids);
	return seized;
}

/* Threads that are made while the list is read: until a look finds no new one. */
static int seize_others(struct ptrace_engine *engine, pid_t tgid)
{
	int seized = 0, now;

	do {
		now = seize_listed(engine, tgid);
		seized += now;
	} while (now);
	return seized;
}

static bool attach_process(struct ptrace_engine *engine, pid_t pid)
{
	pid_t tgid = tracee_tgid(pid);
	struct ptrace_tracee *tracee;
	int error;

	if (find_tracee(engine, pid))
		return true;
	if (!is_sane(engine, pid, tgid))
		return false;
	error = seize(engine, pid, tgid);
	if (error) {
		say_refusal(pid, error);
		return false;
	}
	tracee = find_tracee(engine, pid);
	announce(engine, tracee);
	tracee->n_threads = 1;
	if (engine->base.config->follow)
		tracee->n_threads += seize_others(engine, tgid);
	return true;
}

int attach_all(struct ptrace_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	size_t attached = 0;

	for (size_t i = 0; i < config->n_pids; i++)
		attached += attach_process(engine, config->pids[i]);
	return attached || config->argv || !config->n_pids ? 0 : 1;
}
