/* SPDX-License-Identifier: MIT */
/* Attaches to the processes of -p: marks their threads, which do not stop. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/bpf/attach.h"
#include "engine/bpf/events.h"
#include "engine/bpf/load.h"
#include "engine/bpf/tracees.h"
#include "engine/ptrace/refusal.h"
#include "scry/proc.h"
#include "scry/util.h"

/* Without -f the iterator selects threads, otherwise thread groups. */
static pid_t selected(const struct bpf_engine *engine, pid_t pid)
{
	pid_t tgid = engine->base.config->follow ? proc_tgid(pid) : pid;

	return tgid > 0 ? tgid : pid;
}

/* Such a task makes no call, so that the kernel would mark it in vain. */
static bool is_refused(const struct bpf_engine *engine, pid_t pid)
{
	struct buf why = { 0 };
	bool refused = refusal_explain_any(pid, engine->base.config->follow, &why);

	buf_free(&why);
	return refused;
}

static bool add_process(struct bpf_engine *engine, pid_t pid)
{
	if (proc_tgid(pid) == getpid()) {
		warn("cannot attach to process %d: it is scry itself", pid);
		return false;
	}
	return !is_refused(engine, pid) && load_add_group(engine, selected(engine, pid));
}

/*
 * The exit code of a stopped process has the signal: proc_pid_stat(5). Before Linux 5.17 it has
 * none.
 */
static void report_stop(struct bpf_engine *engine, struct bpf_tracee *tracee)
{
	struct proc_stat stat;

	if (proc_stat_of(tracee->base.tid, &stat) && stat.state == 'T' && stat.status > 0 &&
	    stat.status <= SIGRTMAX)
		events_stopped(engine, tracee, stat.status);
}

/*
 * Reports the threads that the iterator has marked for one of -p, the named one first. Returns
 * their number.
 */
static int report_process(struct bpf_engine *engine, pid_t pid, const struct marked_task *marked,
			  size_t n)
{
	pid_t group = selected(engine, pid);
	bool follow = engine->base.config->follow;
	int n_threads = 0;

	for (size_t i = 0; i < n; i++)
		n_threads += (pid_t)(follow ? marked[i].tgid : marked[i].tid) == group;
	for (int first = 1; n_threads && first >= 0; first--) {
		for (size_t i = 0; i < n; i++) {
			pid_t tid = (pid_t)marked[i].tid;
			struct bpf_tracee *tracee;

			if ((pid_t)(follow ? marked[i].tgid : marked[i].tid) != group ||
			    (tid == pid) != first || tracee_find(&engine->base.tracees, tid))
				continue;
			tracee = bpf_track(engine, tid, (pid_t)marked[i].tgid);
			events_attached(engine, tracee, first ? n_threads : 0);
			report_stop(engine, tracee);
			if (marked[i].entry.kind != RECORD_ENTRY)
				continue;
			if (engine->base.config->count_only)
				tracee->held = marked[i].entry;
			else
				events_seen(engine, tracee, &marked[i]);
		}
	}
	return n_threads;
}

/* Appends why the iterator did not mark a process that exists. Returns errno. */
static int explain_unmarked(const struct bpf_engine *engine, pid_t pid, struct buf *why)
{
	if (engine->lender < 0 && load_lost_tasks(engine))
		return ENOMEM;
	if (refusal_explain_any(pid, engine->base.config->follow, why))
		return EPERM;
	if (engine->lender < 0)
		buf_puts(why, "; it exists, and the kernel does not show it to programs of bpf");
	else if (!refusal_explain(pid, false, why))
		buf_puts(why, "; it may hide its memory, or have other rights than scry");
	return EPERM;
}

static void say_unattached(const struct bpf_engine *engine, pid_t pid)
{
	struct buf why = { 0 };
	int error = ESRCH;

	if (proc_exists(pid))
		error = explain_unmarked(engine, pid, &why);
	else
		refusal_add_namespace(&why);
	warn("cannot attach to process %d: %s%s", pid, strerror(error), buf_cstr(&why));
	buf_free(&why);
}

bool bpf_attach_process(struct bpf_engine *engine, pid_t pid)
{
	struct marked_task *marked = NULL;
	bool attached = false;
	ssize_t n;

	if (tracee_find(&engine->base.tracees, pid))
		return true;
	if (proc_tgid(pid) < 0 || !add_process(engine, pid))
		return false;
	n = load_iterate(engine, &marked);
	if (n >= 0)
		attached = report_process(engine, pid, marked, (size_t)n) > 0 ||
			   tracee_find(&engine->base.tracees, pid);
	if (n < 0)
		warn("cannot attach to process %d: %s", pid, strerror(errno));
	load_remove_group(engine, selected(engine, pid));
	free(marked);
	return attached;
}

int bpf_attach_all(struct bpf_engine *engine)
{
	const struct engine_config *config = engine->base.config;
	struct marked_task *marked = NULL;
	size_t attached = 0, named = 0;
	ssize_t n = 0;

	for (size_t i = 0; i < config->n_pids; i++)
		named += add_process(engine, config->pids[i]);
	if (named)
		n = load_iterate(engine, &marked);
	if (n < 0) {
		warn_errno("cannot list the tasks of this machine");
		return 1;
	}
	for (size_t i = 0; i < config->n_pids; i++) {
		pid_t pid = config->pids[i];

		if (proc_tgid(pid) == getpid())
			continue;
		if (report_process(engine, pid, marked, (size_t)n) ||
		    tracee_find(&engine->base.tracees, pid))
			attached++;
		else
			say_unattached(engine, pid);
		load_remove_group(engine, selected(engine, pid));
	}
	free(marked);
	/*
	 * --comm and the like select further processes; that no process of -p exists is an error
	 * nevertheless.
	 */
	return attached || config->argv || !config->n_pids ? 0 : 1;
}
