/* SPDX-License-Identifier: MIT */
/* Collects stops and ends by waitpid(2). */
#include "engine/ptrace/collect.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/ptrace/debugger.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/keeper.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/tracees.h"
#include "scry/fetch.h"
#include "scry/proc.h"
#include "scry/util.h"

/*
 * The maximum number of stops that are collected before the engine deals with them. waitpid(2)
 * looks at tracees in the order in which they were attached, so that a tracee that stops all the
 * time would keep later ones waiting.
 */
#define MAX_COLLECTED 256

/*
 * waitpid(-1) is linear in the number of tracees. After it found one stop only, skip it for this
 * number of stops.
 */
#define STOPS_ALONE 15

/* The low byte of the status of a stop: WIFSTOPPED() of wait(2). */
#define WSTOPPED_BYTE 0x7f

/*
 * Finds a thread that was not the leader and called execve(2). It has the tgid as its tid before
 * the tracer gets a report, and if it alone is traced the tgid is not in the table (ptrace(2),
 * "execve(2) under ptrace").
 */
static struct ptrace_tracee *find_former(const struct ptrace_engine *engine, pid_t tid, int status)
{
	unsigned long former;

	if (!WIFSTOPPED(status) || STATUS_EVENT(status) != PTRACE_EVENT_EXEC ||
	    ptrace(PTRACE_GETEVENTMSG, tid, NULL, &former))
		return NULL;
	return find_tracee(engine, (pid_t)former);
}

/* If there is no memory for the entry, detach_without_memory() has to resume the tracee. */
static struct ptrace_tracee *add_stopped(struct ptrace_engine *engine, pid_t tid, int status)
{
	struct ptrace_tracee *tracee;

	engine->unknown_status = status;
	engine->unknown_tid = tid;
	tracee = tracees_add(engine, tid, proc_tgid(tid));
	engine->unknown_tid = 0;
	return tracee;
}

/*
 * Resumes a tracee that is not reported. The first stop of a child is a PTRACE_EVENT_STOP, as is
 * the end of a group-stop.
 */
static void resume_silently(struct ptrace_engine *engine, pid_t tid, int status)
{
	if (STATUS_EVENT(status) == PTRACE_EVENT_SECCOMP)
		sandbox_note_silent(engine, tid);
	if (STATUS_EVENT(status) == PTRACE_EVENT_STOP && !stop_is_group_stop(status))
		colocate_orphan(&engine->colocate, tid);
	keeper_resume(tid, status);
}

/*
 * Takes a status of a tid that is not in the table. A child's first stop can come before its
 * parent's report of it, and waits as a LIFE_UNKNOWN entry. A tracee that is not to be reported
 * goes on at once.
 */
static struct ptrace_tracee *take_unknown(struct ptrace_engine *engine, pid_t tid, int status)
{
	struct ptrace_tracee *tracee = find_former(engine, tid, status);

	if (tracee)
		return tracee;
	if (!WIFSTOPPED(status)) {
		colocate_child_ended(&engine->colocate, tid);
		return NULL;
	}
	if (follows_silently(engine))
		resume_silently(engine, tid, status);
	else if (!engine->base.config->follow)
		ptrace(PTRACE_DETACH, tid, NULL, NULL); /* made with CLONE_PTRACE */
	else
		return add_stopped(engine, tid, status);
	return NULL;
}

/* A later status of the same tid makes an earlier one void: see supersede() in classify.c. */
static void take_status(struct ptrace_engine *engine, pid_t tid, int status,
			const struct rusage *usage)
{
	struct ptrace_tracee *tracee = find_tracee(engine, tid);

	if (tid == engine->command && !WIFSTOPPED(status)) {
		engine->command_status = status;
		engine->command_ended = true;
	}
	if (!tracee)
		tracee = take_unknown(engine, tid, status);
	if (!tracee)
		return;
	tracee->status = status;
	delay_forget(engine, tracee);
	life_set_run(tracee, WIFSTOPPED(status) ? RUN_STOPPED : RUN_ENDED);
	colocate_halted(&tracee->colocate);
	if (tracee->sandbox.interrupt == SANDBOX_OVERDUE)
		sandbox_note_stop(engine, tracee);
	if (engine->lent.n && !WIFSTOPPED(status))
		debugger_note_end(engine, tid);
	if (usage)
		tracee->system_ns = (uint64_t)usage->ru_stime.tv_sec * 1000000000u +
				    (uint64_t)usage->ru_stime.tv_usec * 1000u;
	tracees_enqueue(engine, tracee);
}

void collect_take_status(struct ptrace_engine *engine, pid_t tid, int status)
{
	take_status(engine, tid, status, NULL);
}

/*
 * True if there is or may be more than one tracee. Tracees that are not reported are not in the
 * table.
 */
static bool has_others(const struct ptrace_engine *engine)
{
	return engine->base.tracees.n > 1 || follows_silently(engine);
}

/*
 * The end of a thread is the last moment at which /proc has its command name. The calls that have
 * changed the name since the last event may be hidden by the filter.
 */
static void note_last_comm(const struct ptrace_engine *engine, pid_t tid)
{
	struct ptrace_tracee *tracee = find_tracee(engine, tid);
	const struct fetch *fetch;
	char comm[COMM_CAPACITY];
	ssize_t len;

	if (!tracee)
		return;
	fetch = &tracee->base.fetch;
	len = fetch->ops->own_comm(fetch->ctx, comm, sizeof(comm) - 1);
	free(tracee->last_comm);
	tracee->last_comm = len > 0 ? xstrndup(comm, (size_t)len) : NULL;
}

/* The status of a stop, for which waitid(2) gives what wait4(2) has above the low byte. */
static pid_t take_stop(pid_t tid, int *status, int flags, struct rusage *usage)
{
	siginfo_t info = { 0 };

	/* The function of the C library has no usage. */
	if (syscall(SYS_waitid, P_PID, tid, &info, WSTOPPED | WNOHANG | (flags & ~WNOHANG), usage))
		return -1;
	*status = (int)((unsigned)info.si_status << 8) | WSTOPPED_BYTE;
	return info.si_pid;
}

/*
 * Waits as wait4(2) does, with the flags of it. If command names are wanted, it looks at the name
 * of a thread that has ended before it takes the status, because nothing is left of the thread
 * after that.
 */
static pid_t wait_one(const struct ptrace_engine *engine, pid_t tid, int *status, int flags,
		      struct rusage *usage)
{
	siginfo_t info;
	pid_t found;

	if (!engine->base.config->task_names)
		return wait4(tid, status, flags, usage);
	do {
		info.si_pid = 0;
		if (waitid(tid > 0 ? P_PID : P_ALL, tid > 0 ? (id_t)tid : 0, &info,
			   WEXITED | WSTOPPED | WNOWAIT | flags))
			return -1;
		if (!info.si_pid)
			return 0;
		if (info.si_code == CLD_TRAPPED || info.si_code == CLD_STOPPED) {
			/* 0: SIGKILL has ended the stop, and the end of the thread comes next. */
			found = take_stop(info.si_pid, status, flags, usage);
		} else {
			note_last_comm(engine, info.si_pid);
			found = wait4(info.si_pid, status, flags | WNOHANG, usage);
		}
	} while (!found);
	return found;
}

/*
 * Yields the CPU to the tracee that shares it with the tracer. The tracee runs to its next stop
 * then, and the tracer finds it there without a wake-up. From time to time the engine looks at all
 * tracees instead.
 */
static pid_t collect_watched(struct ptrace_engine *engine, int *status, struct rusage *usage)
{
	pid_t tid = colocate_watched(&engine->colocate);

	if (!tid || (has_others(engine) && !engine->stops_alone) ||
	    !colocate_yield(&engine->colocate))
		return 0;
	return wait_one(engine, tid, status, __WALL | WNOHANG, usage);
}

/*
 * With another engine, other threads of scry have children and tracees: scry-capture, and tasks
 * that hold.c of the bpf engine has attached to.
 */
static int wait_flags(const struct ptrace_engine *engine, int flags)
{
	return __WALL | flags | (engine->hand_over ? __WNOTHREAD : 0) |
	       (hand_over_runs(engine) ? WNOHANG : 0);
}

int collect_stops(struct ptrace_engine *engine, int flags)
{
	struct rusage times, *usage = engine->base.config->cpu_times ? &times : NULL;
	int status, options = wait_flags(engine, flags);

	for (unsigned n = 0; n < MAX_COLLECTED; n++) {
		pid_t tid = n || flags ? 0 : collect_watched(engine, &status, usage);

		if (tid <= 0)
			tid = wait_one(engine, -1, &status, options, usage);
		if (tid <= 0) {
			engine->stops_alone = n == 1 ? STOPS_ALONE : 0;
			return n || !tid ? 0 : errno;
		}
		take_status(engine, tid, status, usage);
		if (!has_others(engine))
			return 0;
		if (!n && !flags && engine->stops_alone) {
			engine->stops_alone--;
			return 0;
		}
		options |= WNOHANG;
	}
	return 0;
}
