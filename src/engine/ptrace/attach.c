/* SPDX-License-Identifier: MIT */
/* Attaches to processes that run already. */
#include "engine/ptrace/attach.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "engine/ptrace/options.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/refusal.h"
#include "engine/ptrace/tracees.h"
#include "scry/proc.h"
#include "scry/util.h"

static void warn_refusal(pid_t tid, int error)
{
	struct buf why = { 0 };

	buf_puts(&why, strerror(error));
	if (error != ESRCH && refusal_explain_filter(&why))
		;
	else if (error == EPERM && !refusal_explain(tid, false, &why))
		refusal_add_capability(&why);
	else if (error == ESRCH)
		refusal_add_namespace(&why);
	warn("cannot attach to process %d: %s", tid, buf_cstr(&why));
	buf_free(&why);
}

/*
 * True if the process is the tracer of scry, or a tracer of that one, and so on. Two processes that
 * trace each other wait for each other, and not even SIGKILL ends them. The chain has an end,
 * because no tracer in it is a tracee of scry.
 */
static bool traces_scry(pid_t tgid)
{
	long tracer = proc_status(getpid(), "TracerPid");

	while (tracer > 0) {
		if (proc_tgid((pid_t)tracer) == tgid)
			return true;
		tracer = proc_status((pid_t)tracer, "TracerPid");
	}
	return false;
}

static bool may_attach(const struct ptrace_engine *engine, pid_t pid, pid_t tgid)
{
	if (tgid == getpid() || (engine->supervisor && tgid == engine->supervisor))
		warn("cannot attach to process %d: it is scry itself", pid);
	else if (traces_scry(tgid))
		warn("cannot attach to process %d: it traces scry", pid);
	else
		return true;
	return false;
}

/* Returns 0 or errno. */
static int seize(struct ptrace_engine *engine, pid_t tid, pid_t tgid)
{
	if (ptrace(PTRACE_SEIZE, tid, NULL, options_new(engine)))
		return errno;
	/*
	 * PTRACE_SYSCALL takes effect at a stop. Without this stop, scry would see calls only after
	 * the next signal.
	 */
	ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
	tracees_add(engine, tid, tgid);
	return 0;
}

/* The tracee is reported as attached even if it never stops. */
static void announce(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	life_set(engine, tracee, LIFE_ATTACHED);
	tracees_enqueue(engine, tracee);
}

/*
 * Attaches to the threads in one list of /proc. Returns how many were new; a thread that is traced
 * already refuses.
 */
static int seize_listed(struct ptrace_engine *engine, pid_t tgid)
{
	pid_t *tids;
	ssize_t n = proc_threads(tgid, &tids);
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

/* Threads are made while the list is read, so it is read until it has no new one. */
static int seize_others(struct ptrace_engine *engine, pid_t tgid)
{
	int seized = 0, now;

	do {
		now = seize_listed(engine, tgid);
		seized += now;
	} while (now);
	return seized;
}

bool attach_is_needed(pid_t pid)
{
	char state = proc_state(pid);

	return state && state != 'Z' && state != 'X' && proc_status(pid, "TracerPid") != getpid();
}

bool attach_process(struct ptrace_engine *engine, pid_t pid)
{
	pid_t tgid = proc_tgid(pid), named = pid;
	struct ptrace_tracee *tracee;
	int error;

	if (find_tracee(engine, pid))
		return true;
	if (!may_attach(engine, pid, tgid))
		return false;
	error = seize(engine, pid, tgid);
	/* A leader that has ended refuses. With -f the threads that go on stand for the process. */
	if (error == EPERM && engine->base.config->follow && pid == tgid &&
	    (named = refusal_find_living(tgid)) && named != pid)
		error = seize(engine, named, tgid);
	/*
	 * It can have ended, or become a tracee as a child of one, since the caller has found it.
	 */
	if (error && !attach_is_needed(pid) && engine->base.config->waits)
		return false;
	if (error) {
		warn_refusal(pid, error);
		return false;
	}
	engine->childless = false;
	tracee = find_tracee(engine, named);
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
