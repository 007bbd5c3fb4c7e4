/* SPDX-License-Identifier: MIT */
/* What a stop means: an event for the session, or nothing that it needs to know. */
#include "engine/ptrace/classify.h"

#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/ptrace/detach.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/launch.h"
#include "engine/ptrace/pending.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/rights.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/syscall_stop.h"
#include "engine/ptrace/wait.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/proc.h"
#include "scry/util.h"

/*
 * The maximum difference between two readings of both clocks that is the time between the readings,
 * ns.
 */
#define CLOCKS_APART_NS 2000

/*
 * Sets both clocks of an event. Unless CLOCK_REALTIME is set, it differs from CLOCK_MONOTONIC by
 * the same time, which is measured again only if it has changed: what a recording keeps of it is
 * mostly that it has not.
 */
static void set_clocks(struct ptrace_engine *engine, struct event *event)
{
	int64_t mono = (int64_t)now_ns(), apart, real;

	clock_gettime(CLOCK_REALTIME, &event->real);
	real = (int64_t)event->real.tv_sec * 1000000000 + event->real.tv_nsec;
	apart = real - mono - engine->clocks_apart;
	if (apart < 0 || apart > CLOCKS_APART_NS)
		engine->clocks_apart = real - mono;
	real = mono + engine->clocks_apart;
	event->real.tv_sec = (time_t)(real / 1000000000);
	event->real.tv_nsec = (long)(real % 1000000000);
	event->mono_ns = (uint64_t)mono;
}

bool classify_report(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		     struct event *event, enum event_kind kind)
{
	const struct engine_config *config = engine->base.config;

	event->kind = kind;
	event->tracee = &tracee->base;
	event->tid = tracee->base.tid;
	event->system_ns = tracee->system_ns;
	event->real = (struct timespec){ 0 };
	event->mono_ns = 0;
	if (config->real_times && config->mono_times)
		set_clocks(engine, event);
	else if (config->real_times)
		clock_gettime(CLOCK_REALTIME, &event->real);
	else if (config->mono_times)
		event->mono_ns = now_ns();
	return true;
}

bool classify_pass(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
{
	resume_tracee(engine, tracee, signal);
	return false;
}

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
		return classify_pass(engine, tracee,
				     launch_lost_filter(engine, tracee) ? 0 : signal);
	if (ptrace(PTRACE_GETSIGINFO, tracee->base.tid, NULL, &event->siginfo))
		return false;
	event->signal = signal;
	set_address(tracee, event);
	return classify_report(engine, tracee, event, EVENT_SIGNAL);
}

static bool event_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	if (!stop_is_group_stop(tracee->status)) {
		syscall_stop_note_interrupted(tracee);
		launch_choose_options(engine, tracee);
		return classify_pass(engine, tracee, 0);
	}
	/* A debugger interrupts a group-stop that was reported. */
	if (tracee->life == LIFE_LAUNCHING || (tracee->attacher && tracee->listened)) {
		resume_group_stop(engine, tracee);
		return false;
	}
	event->signal = WSTOPSIG(tracee->status);
	set_address(tracee, event);
	return classify_report(engine, tracee, event, EVENT_GROUP_STOP);
}

pid_t classify_child(const struct ptrace_tracee *tracee)
{
	unsigned long child;

	switch (STATUS_EVENT(tracee->status)) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		return ptrace(PTRACE_GETEVENTMSG, tracee->base.tid, NULL, &child) ? 0
										  : (pid_t)child;
	}
	return 0;
}

bool classify_is_in_call(const struct ptrace_tracee *tracee)
{
	struct __ptrace_syscall_info info;

	if (STATUS_EVENT(tracee->status))
		return STATUS_EVENT(tracee->status) != PTRACE_EVENT_STOP;
	return WSTOPSIG(tracee->status) == SYSCALL_STOP &&
	       ptrace(PTRACE_GET_SYSCALL_INFO, tracee->base.tid, sizeof(info), &info) > 0 &&
	       info.op == PTRACE_SYSCALL_INFO_ENTRY;
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
	return classify_report(engine, tracee, event, EVENT_NEW);
}

static bool new_child(struct ptrace_engine *engine, struct ptrace_tracee *parent,
		      struct event *event)
{
	pid_t tid = classify_child(parent);
	bool forked = STATUS_EVENT(parent->status) != PTRACE_EVENT_CLONE;
	struct ptrace_tracee *child;

	colocate_fork(&engine->colocate, &parent->colocate, parent->base.tid, tid);
	resume_tracee(engine, parent, 0);
	if (!tid || follows_silently(engine))
		return false;
	child = find_tracee(engine, tid);
	if (!child && is_tracee(tid))
		child = wait_add(engine, tid, forked ? tid : proc_tgid(tid));
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
		wait_forget(engine, tracee);
		return false;
	}
	event->reported_comm = tracee->last_comm;
	if (WIFSIGNALED(status)) {
		event->status = WTERMSIG(status);
		event->core_dumped = WCOREDUMP(status);
		return classify_report(engine, tracee, event, EVENT_KILLED);
	}
	event->status = WEXITSTATUS(status);
	return classify_report(engine, tracee, event, EVENT_EXITED);
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
	wait_enqueue(engine, former);
	life_set_run(leader, RUN_ENDED);
	event->former_tid = former->base.tid;
	return classify_report(engine, leader, event, EVENT_SUPERSEDED);
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
	launch_choose_options(engine, tracee);
	event->former_tid = (pid_t)message;
	return classify_report(engine, tracee, event, EVENT_EXEC);
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
	return classify_pass(engine, tracee, 0);
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
		return classify_report(engine, tracee, event, EVENT_DETACHED);
	}
	if (tracee->life == LIFE_ATTACHED_LEAVING)
		life_set(engine, tracee, LIFE_LEAVING);
	else
		life_set(engine, tracee,
			 tracee->base.tid == engine->command && !tracee->returned ? LIFE_LAUNCHING
										  : LIFE_FOLLOWED);
	event->status = tracee->n_threads;
	return classify_report(engine, tracee, event, EVENT_ATTACHED);
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
