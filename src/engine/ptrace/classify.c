/* SPDX-License-Identifier: MIT */
/* What a stop means: an event for the session, or nothing that it needs to know. */
#include "engine/ptrace/classify.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/ptrace/detach.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/late_filter.h"
#include "engine/ptrace/launch.h"
#include "engine/ptrace/pending.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"
#include "engine/ptrace/wait.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/util.h"

static bool report(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event,
		   enum event_kind kind)
{
	const struct engine_config *config = engine->base.config;

	event->kind = kind;
	event->tracee = &tracee->base;
	event->tid = tracee->base.tid;
	event->system_ns = tracee->system_ns;
	event->real = (struct timespec){ 0 };
	if (config->real_times)
		clock_gettime(CLOCK_REALTIME, &event->real);
	event->mono_ns = config->mono_times ? now_ns() : 0;
	return true;
}

/* There is nothing to report: the tracee goes on. */
static bool pass(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
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

static void kernel_too_old(struct ptrace_engine *engine)
{
	if (engine->failed)
		return;
	warn("the kernel has no PTRACE_GET_SYSCALL_INFO: Linux 5.3 or newer is needed");
	engine->failed = true;
	if (engine->command)
		kill(engine->command, SIGKILL);
	detach_stop(&engine->base);
}

static bool syscall_info(struct ptrace_engine *engine, const struct ptrace_tracee *tracee,
			 struct __ptrace_syscall_info *info)
{
	if (ptrace_at_stop(PTRACE_GET_SYSCALL_INFO, tracee->base.tid, sizeof(*info),
			   (uintptr_t)info) > 0)
		return true;
	if (errno == EIO)
		kernel_too_old(engine);
	return false; /* with another error: the tracee was killed in its stop */
}

static void set_call(const struct ptrace_tracee *tracee, struct event *event)
{
	event->abi = tracee->call.abi;
	event->audit_arch = tracee->call.audit_arch;
	event->nr = tracee->call.nr;
}

/* At int $0x80 in a 64-bit process the kernel uses the lower halves of the registers, and ptrace(2) shows all of them. */
static uint64_t argument_mask(const struct abi *abi)
{
	return abi && abi->klong_size == 4 ? UINT32_MAX : UINT64_MAX;
}

static void begin_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       const struct __ptrace_syscall_info *info, enum call_stage stage,
		       uint64_t args[CALL_ARGS])
{
	uint64_t mask;

	tracee->call.stage = stage;
	tracee->call.want_exit = false;
	tracee->call.audit_arch = info->arch;
	/* info->seccomp begins with the same members. */
	tracee->call.nr = info->entry.nr;
	tracee->call.abi = abi_find(tracee->call.audit_arch, tracee->call.nr);
	mask = argument_mask(tracee->call.abi);
	for (size_t i = 0; i < CALL_ARGS; i++)
		args[i] = info->entry.args[i] & mask;
	tracee->call.first_argument = args[0];
	sandbox_note_entry(engine, tracee, args);
	if (tracee->call.abi)
		colocate_call(&engine->colocate, &tracee->colocate,
			      abi_syscall(tracee->call.abi, tracee->call.nr));
}

/* True at the execve of launch.c. The user does not want to see what the child does before it. */
static bool is_launch(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	return tracee->call.abi && abi_syscall(tracee->call.abi, tracee->call.nr) == ID_execve &&
	       tracee->call.first_argument == (uintptr_t)engine->base.config->path;
}

static bool enter(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		  const struct __ptrace_syscall_info *info, enum call_stage stage,
		  struct event *event)
{
	begin_call(engine, tracee, info, stage, event->args);
	if (life_is(tracee, LIVES_LAUNCHING) && !is_launch(engine, tracee))
		return pass(engine, tracee, 0);
	if (tracee->life == LIFE_LAUNCHING)
		life_set(engine, tracee, LIFE_EXECUTING);
	set_call(tracee, event);
	event->ip = info->instruction_pointer;
	event->sp = info->stack_pointer;
	return report(engine, tracee, event, EVENT_ENTER);
}

/* Where there was no entry, scry attached to the tracee in its call. */
static bool leave(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		  struct __ptrace_syscall_info *info, struct event *event)
{
	bool wanted = tracee->call.stage != CALL_NONE && tracee->call.want_exit;

	tracee->call.stage = CALL_NONE;
	if (tracee->call.sandbox != SANDBOX_NONE)
		sandbox_note_exit(engine, tracee, info);
	if (tracee->call.untraced)
		untraced_restore(tracee);
	if (!wanted && engine->late.due && !late_filter_install(engine, tracee, info))
		return false;
	if (!wanted)
		return pass(engine, tracee, 0);
	set_call(tracee, event);
	event->ip = info->instruction_pointer;
	event->result = info->exit.rval;
	event->is_error = info->exit.is_error;
	rewrite_exit(tracee, event);
	return report(engine, tracee, event, EVENT_EXIT);
}

/* A filter answered SECCOMP_RET_TRACE: the one of scry, the one for strict mode, or one of the tracee's own. */
static bool seccomp_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const struct __ptrace_syscall_info *info, struct event *event)
{
	untraced_judge(tracee->base.tid, info);
	if (tracee->call.stage != CALL_AT_ENTRY)
		return enter(engine, tracee, info, CALL_BEGUN, event);
	tracee->call.stage = CALL_BEGUN;
	return pass(engine, tracee, 0);
}

/* The kernel reports whether the stop is an entry or an exit. Counting stops would go wrong after the first missed one. */
static bool syscall_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 struct event *event)
{
	struct __ptrace_syscall_info info;

	if (!syscall_info(engine, tracee, &info))
		return false;
	if (info.op == PTRACE_SYSCALL_INFO_EXIT)
		return leave(engine, tracee, &info, event);
	if (info.op == PTRACE_SYSCALL_INFO_SECCOMP)
		return seccomp_stop(engine, tracee, &info, event);
	if (engine->filter && !tracee->sandbox.every_call)
		return pass(engine, tracee,
			    0); /* if the call is selected, the filter stops it next */
	return enter(engine, tracee, &info, CALL_AT_ENTRY, event);
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
		return pass(engine, tracee, launch_lost_filter(engine, tracee) ? 0 : signal);
	if (ptrace(PTRACE_GETSIGINFO, tracee->base.tid, NULL, &event->siginfo))
		return false;
	event->signal = signal;
	set_address(tracee, event);
	return report(engine, tracee, event, EVENT_SIGNAL);
}

static bool event_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	if (!stop_is_group_stop(tracee->status)) {
		launch_choose_options(engine, tracee);
		return pass(engine, tracee, 0);
	}
	if (tracee->life == LIFE_LAUNCHING) {
		resume_group_stop(tracee);
		return false;
	}
	event->signal = WSTOPSIG(tracee->status);
	set_address(tracee, event);
	return report(engine, tracee, event, EVENT_GROUP_STOP);
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
	return report(engine, tracee, event, EVENT_NEW);
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
		child = wait_add(engine, tid, forked ? tid : tracee_tgid(tid));
	if (!child || !life_is(child, LIVES_UNREPORTED))
		return false;
	sandbox_note_child(engine, parent, child);
	return report_new(engine, child, parent->base.tid, event);
}

/* The first stop of a child waits for the parent's report, since only that has the tid of the thread that made the child. */
static bool first_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	pid_t tid = tracee->base.tid, tgid = tracee->base.tgid;

	if (tracee->life != LIFE_ORPHAN) {
		pending_begin(engine, tracee);
		return false;
	}
	colocate_orphan(&engine->colocate, tid);
	sandbox_note_orphan(engine, tracee);
	return report_new(engine, tracee, tgid == tid ? (pid_t)tracee_status(tid, "PPid") : tgid,
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
	if (WIFSIGNALED(status)) {
		event->status = WTERMSIG(status);
		event->core_dumped = WCOREDUMP(status);
		return report(engine, tracee, event, EVENT_KILLED);
	}
	event->status = WEXITSTATUS(status);
	return report(engine, tracee, event, EVENT_EXITED);
}

/*
 * The kernel removed the thread-group leader without a report, and gave its tid to the thread that called execve(2). The
 * status that waitpid(2) reported for the tid is that of the other thread.
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
	return report(engine, leader, event, EVENT_SUPERSEDED);
}

/*
 * ptrace(2), "execve(2) under ptrace": the stop is that of the tgid, whichever thread made the call. All other threads
 * have ended.
 */
static bool exec(struct ptrace_engine *engine, struct ptrace_tracee *tracee, struct event *event)
{
	struct ptrace_tracee *former;
	unsigned long message;

	pending_end_all(engine);
	if (ptrace(PTRACE_GETEVENTMSG, tracee->base.tgid, NULL, &message))
		return false;
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
	colocate_rename(&engine->colocate, &tracee->colocate, tracee->base.tgid);
	if (tracee->base.tid != tracee->base.tgid)
		tracee_rename(&engine->base.tracees, &tracee->base, tracee->base.tgid);
	tracee->leader = true;
	if (tracee->life != LIFE_FOLLOWED)
		life_set(engine, tracee, LIFE_FOLLOWED);
	launch_choose_options(engine, tracee);
	event->former_tid = (pid_t)message;
	return report(engine, tracee, event, EVENT_EXEC);
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
			return syscall_stop(engine, tracee, event);
		return signal_stop(engine, tracee, event);
	case PTRACE_EVENT_SECCOMP:
		return syscall_stop(engine, tracee, event);
	case PTRACE_EVENT_STOP:
		return event_stop(engine, tracee, event);
	case PTRACE_EVENT_EXEC:
		return exec(engine, tracee, event);
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		return new_child(engine, tracee, event);
	}
	return pass(engine, tracee, 0);
}

/* Reports what attach.c or detach.c left to be reported. The stop, if there is one, is dealt with after that. */
static bool report_due(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct event *event)
{
	if (tracee->life == LIFE_LEAVING) {
		life_set(engine, tracee, LIFE_RELEASED);
		return report(engine, tracee, event, EVENT_DETACHED);
	}
	if (tracee->life == LIFE_ATTACHED_LEAVING)
		life_set(engine, tracee, LIFE_LEAVING);
	else
		life_set(engine, tracee,
			 tracee->base.tid == engine->command ? LIFE_LAUNCHING : LIFE_FOLLOWED);
	event->status = tracee->n_threads;
	return report(engine, tracee, event, EVENT_ATTACHED);
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
