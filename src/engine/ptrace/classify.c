/* SPDX-License-Identifier: MIT */
/* What a stop means: an event for the session, or nothing that it needs to know. */
#include "engine/ptrace/classify.h"

#include <stddef.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/ptrace/detach.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/launch.h"
#include "engine/ptrace/options.h"
#include "engine/ptrace/pending.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/report.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/rights.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/syscall_stop.h"
#include "engine/ptrace/tracees.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/proc.h"
#include "scry/util.h"

static bool pass_silently(struct ptrace_tracee *tracee)
{
	keeper_resume(tracee->base.tid, tracee->status);
	life_set_run(tracee, RUN_RUNNING);
	return false;
}

/* The instruction pointer at a stop that is no syscall-stop. */
static void set_address(const struct ptrace_tracee *tracee, struct event *event)
{
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tracee->base.tid, sizeof(info), &info) > 0)
		event->ip = info.instruction_pointer;
}

static bool signal_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			struct event *event)
{
	int signal = WSTOPSIG(tracee->status);

	if (life_is(tracee, LIVES_LAUNCHING))
		return resume_unreported(engine, tracee,
					 launch_lost_filter(engine, tracee) ? 0 : signal);
	if (ptrace(PTRACE_GETSIGINFO, tracee->base.tid, NULL, &event->siginfo))
		return false;
	event->signal = signal;
	set_address(tracee, event);
	return report_event(engine, tracee, event, EVENT_SIGNAL);
}

static bool event_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	if (!stop_is_group_stop(tracee->status)) {
		syscall_stop_note_interrupted(tracee);
		options_choose(engine, tracee);
		return resume_unreported(engine, tracee, 0);
	}
	/* A debugger interrupts a group-stop that was reported. */
	if (tracee->life == LIFE_LAUNCHING || (tracee->attacher && tracee->listened)) {
		resume_group_stop(engine, tracee);
		return false;
	}
	event->signal = WSTOPSIG(tracee->status);
	set_address(tracee, event);
	return report_event(engine, tracee, event, EVENT_GROUP_STOP);
}

/* False: the child ended, and its end was collected, before its first stop was. */
static bool is_tracee(pid_t tid)
{
	siginfo_t info;

	return !waitid(P_PID, (id_t)tid, &info, WEXITED | WSTOPPED | WNOHANG | WNOWAIT | __WALL);
}

static bool report_new(struct ptrace_engine *engine, struct ptrace_tracee *tracee, pid_t parent,
		       struct event *event)
{
	life_set(engine, tracee, LIFE_FOLLOWED);
	event->parent_tid = parent;
	return report_event(engine, tracee, event, EVENT_NEW);
}

static bool new_child(struct ptrace_engine *engine, struct ptrace_tracee *parent,
		      struct event *event)
{
	pid_t tid = stop_child(parent);
	bool forked = STATUS_EVENT(parent->status) != PTRACE_EVENT_CLONE;
	struct ptrace_tracee *child;

	colocate_fork(&engine->colocate, &parent->colocate, parent->base.tid, tid);
	resume_tracee(engine, parent, 0);
	if (!tid || follows_silently(engine))
		return false;
	child = find_tracee(engine, tid);
	if (!child && is_tracee(tid))
		child = tracees_add(engine, tid, forked ? tid : proc_tgid(tid));
	if (!child || !life_is(child, LIVES_UNREPORTED))
		return false;
	sandbox_note_child(engine, parent, child);
	syscall_stop_note_child(engine, parent, child);
	return report_new(engine, child, parent->base.tid, event);
}

/*
 * The first stop of a child waits for the parent's report, since only that has the tid of the
 * thread that made the child.
 */
static bool first_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	pid_t tid = tracee->base.tid, tgid = tracee->base.tgid;

	if (tracee->life != LIFE_ORPHAN) {
		pending_begin(engine, tracee);
		return false;
	}
	colocate_orphan(&engine->colocate, tid);
	/* Which descriptors the tracee shares with others is unknown. */
	names_watch_stop(&engine->base.tracees.watch);
	sandbox_note_orphan(engine, tracee);
	return report_new(engine, tracee, tgid == tid ? (pid_t)proc_status(tid, "PPid") : tgid,
			  event);
}

static bool ended(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event)
{
	int status = tracee->status;

	pending_end_all(engine);
	if (life_is(tracee, LIVES_LAUNCHING))
		launch_failed(engine);
	if (life_is(tracee, LIVES_UNREPORTED | LIFE_BIT(LIFE_LAUNCHING))) {
		tracees_remove(engine, tracee);
		return false;
	}
	event->reported_comm = tracee->last_comm;
	if (WIFSIGNALED(status)) {
		event->status = WTERMSIG(status);
		event->core_dumped = WCOREDUMP(status);
		return report_event(engine, tracee, event, EVENT_KILLED);
	}
	event->status = WEXITSTATUS(status);
	return report_event(engine, tracee, event, EVENT_EXITED);
}

/*
 * The kernel removed the thread-group leader without a report, and gave its tid to the thread that
 * called execve(2). The status that waitpid(2) reported for the tid is that of the other thread.
 */
static bool supersede(struct ptrace_engine *engine, struct ptrace_tracee *leader,
		      struct ptrace_tracee *former, struct event *event)
{
	former->base.tgid = leader->base.tid; /* without /proc it was not known */
	former->status = leader->status;
	former->system_ns = leader->system_ns;
	life_set_run(former, RUN_STOPPED);
	tracees_enqueue(engine, former);
	life_set_run(leader, RUN_ENDED);
	event->former_tid = former->base.tid;
	return report_event(engine, leader, event, EVENT_SUPERSEDED);
}

/*
 * ptrace(2), "execve(2) under ptrace": the stop is that of the tgid, whichever thread made the
 * call. All other threads have ended.
 */
static bool exec(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event)
{
	struct ptrace_tracee *former;
	unsigned long message;

	pending_end_all(engine);
	if (ptrace(PTRACE_GETEVENTMSG, tracee->base.tgid, NULL, &message))
		return false;
	rights_note_exec(engine, tracee->base.tgid);
	former = find_tracee(engine, (pid_t)message);
	if (former && former != tracee)
		return supersede(engine, tracee, former, event);
	/* The thread that called execve(2) is not followed, and has the tid of this one now. */
	if (!former && follows_silently(engine)) {
		life_set(engine, tracee, LIFE_MUTED);
		colocate_exit(&engine->colocate, &tracee->colocate);
		colocate_suspend(&engine->colocate);
		return pass_silently(tracee);
	}
	colocate_rename(&engine->colocate, &tracee->colocate, (pid_t)message, tracee->base.tgid);
	if (tracee->base.tid != tracee->base.tgid)
		tracee_rename(&engine->base.tracees, &tracee->base, tracee->base.tgid);
	tracee->leader = true;
	tracee->leads = false;
	if (tracee->life != LIFE_FOLLOWED)
		life_set(engine, tracee, LIFE_FOLLOWED);
	options_choose(engine, tracee);
	event->former_tid = (pid_t)message;
	return report_event(engine, tracee, event, EVENT_EXEC);
}

static bool stopped(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event)
{
	if (tracee->sandbox.interrupt == SANDBOX_INTERRUPTED)
		sandbox_repair_call(tracee);
	if (tracee->life == LIFE_MUTED)
		return pass_silently(tracee);
	if (life_is(tracee, LIVES_UNREPORTED))
		return first_stop(engine, tracee, event);
	switch (STATUS_EVENT(tracee->status)) {
	case 0:
		if (WSTOPSIG(tracee->status) == SYSCALL_STOP)
			return syscall_stop_report(engine, tracee, event);
		return signal_stop(engine, tracee, event);
	case PTRACE_EVENT_SECCOMP:
		return syscall_stop_report(engine, tracee, event);
	case PTRACE_EVENT_STOP:
		return event_stop(engine, tracee, event);
	case PTRACE_EVENT_EXEC:
		return exec(engine, tracee, event);
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		return new_child(engine, tracee, event);
	}
	return resume_unreported(engine, tracee, 0);
}

/*
 * Reports what attach.c or detach.c left to be reported. The stop, if there is one, is dealt with
 * after that.
 */
static bool report_due(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	if (tracee->life == LIFE_LEAVING) {
		life_set(engine, tracee, LIFE_RELEASED);
		event->parent_tid = tracee->debugger;
		return report_event(engine, tracee, event, EVENT_DETACHED);
	}
	if (tracee->life == LIFE_ATTACHED_LEAVING)
		life_set(engine, tracee, LIFE_LEAVING);
	else
		life_set(engine, tracee,
			 tracee->base.tid == engine->command && !tracee->returned ? LIFE_LAUNCHING
										  : LIFE_FOLLOWED);
	event->status = tracee->n_threads;
	return report_event(engine, tracee, event, EVENT_ATTACHED);
}

bool classify(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event)
{
	memset(event, 0, offsetof(struct event, kind));
	if (life_is(tracee, LIVES_REPORT_DUE))
		return report_due(engine, tracee, event);
	if (tracee->life == LIFE_RELEASED) {
		detach_stopped(engine, tracee);
		return false;
	}
	if (tracee->run == RUN_ENDED)
		return ended(engine, tracee, event);
	return stopped(engine, tracee, event);
}
