/* SPDX-License-Identifier: MIT */
/*
 * Tracees that confine themselves with seccomp, while scry filters their calls.
 *
 * Of several filters the kernel takes the strictest answer, and ERRNO, TRAP, KILL and USER_NOTIF
 * are stricter than TRACE (seccomp(2)). scry would not see the calls that the tracee's own filter
 * refuses. A process with a filter of its own is therefore resumed with PTRACE_SYSCALL, and stops
 * at the entry of every call, before any filter runs.
 */
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stopped_call.h"
#include "engine/ptrace/remote.h"
#include "engine/ptrace/stop.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/proc.h"
#include "scry/util.h"

/* linux/seccomp.h, since 5.0. */
#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif

static enum sandbox_request find_request(enum syscall_id id, const uint64_t *args)
{
	/* The kernel takes both first arguments as int. */
	uint32_t first = (uint32_t)args[0];

	if (id == ID_prctl && first == PR_GET_SECCOMP)
		return SANDBOX_ASK;
	if (id == ID_prctl && first == PR_SET_SECCOMP)
		return args[1] == SECCOMP_MODE_STRICT	? SANDBOX_STRICT
		       : args[1] == SECCOMP_MODE_FILTER ? SANDBOX_FILTER
							: SANDBOX_NONE;
	if (id == ID_seccomp && first == SECCOMP_SET_MODE_FILTER)
		return SANDBOX_FILTER;
	/*
	 * The kernel refuses strict mode with flags or arguments, whether there is a filter or not.
	 */
	return id == ID_seccomp && first == SECCOMP_SET_MODE_STRICT && !args[1] && !args[2]
		       ? SANDBOX_STRICT
		       : SANDBOX_NONE;
}

void sandbox_note_entry(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			const uint64_t *args)
{
	enum syscall_id id;

	tracee->call.sandbox = SANDBOX_NONE;
	if (!engine->filter || !tracee->call.abi || life_is(tracee, LIVES_LAUNCHING))
		return;
	id = abi_syscall(tracee->call.abi, tracee->call.nr);
	tracee->call.sandbox = find_request(id, args);
	tracee->call.sandbox_tsync = id == ID_seccomp && args[1] & SECCOMP_FILTER_FLAG_TSYNC;
	tracee->call.sandbox_listener =
		id == ID_seccomp && args[1] & SECCOMP_FILTER_FLAG_NEW_LISTENER;
}

/* --- threads that have to stop ---------------------------------------------------------- */

static void set_interrupt(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			  enum sandbox_interrupt interrupt)
{
	engine->n_overdue -= tracee->sandbox.interrupt == SANDBOX_OVERDUE;
	engine->n_overdue += interrupt == SANDBOX_OVERDUE;
	tracee->sandbox.interrupt = interrupt;
}

void sandbox_note_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	set_interrupt(engine, tracee, SANDBOX_NOT_INTERRUPTED);
}

/* What PTRACE_INTERRUPT does to a call in which a thread sleeps. */
enum interruption {
	INTERRUPTION_UNSEEN, /* the kernel goes on with the call */
	/* it fails with EINTR, and can be made again since it has no timeout */
	INTERRUPTION_REPAIRABLE,
	INTERRUPTION_SEEN, /* it fails with EINTR, and its timeout would begin anew */
};

/* How a call says how long it waits. */
enum wait_limit {
	LIMIT_NONE, /* it waits for ever */
	LIMIT_MILLISECONDS, /* an int argument; -1: for ever */
	LIMIT_POINTER, /* an argument that points to a time; NULL: for ever */
	LIMIT_OF_SOCKET, /* an option of the socket, which is not looked up */
};

/* The calls of signal(7), "Interruption of system calls and library functions by stop signals". */
static const struct {
	uint16_t id;
	enum wait_limit limit;
	uint8_t argument;
} failing_calls[] = {
	{ ID_epoll_wait, LIMIT_MILLISECONDS, 3 },   { ID_epoll_pwait, LIMIT_MILLISECONDS, 3 },
	{ ID_epoll_pwait2, LIMIT_POINTER, 3 },	    { ID_semop, LIMIT_NONE, 0 },
	{ ID_semtimedop, LIMIT_POINTER, 3 },	    { ID_semtimedop_time64, LIMIT_POINTER, 3 },
	{ ID_rt_sigtimedwait, LIMIT_POINTER, 2 },   { ID_rt_sigtimedwait_time64, LIMIT_POINTER, 2 },
	{ ID_io_getevents, LIMIT_POINTER, 4 },	    { ID_io_pgetevents, LIMIT_POINTER, 4 },
	{ ID_accept, LIMIT_OF_SOCKET, 0 },	    { ID_accept4, LIMIT_OF_SOCKET, 0 },
	{ ID_connect, LIMIT_OF_SOCKET, 0 },	    { ID_recvfrom, LIMIT_OF_SOCKET, 0 },
	{ ID_recvmsg, LIMIT_OF_SOCKET, 0 },	    { ID_recvmmsg, LIMIT_OF_SOCKET, 0 },
	{ ID_recvmmsg_time64, LIMIT_OF_SOCKET, 0 }, { ID_sendto, LIMIT_OF_SOCKET, 0 },
	{ ID_sendmsg, LIMIT_OF_SOCKET, 0 },	    { ID_sendmmsg, LIMIT_OF_SOCKET, 0 },
	{ ID_socketcall, LIMIT_OF_SOCKET, 0 },	    { ID_ipc, LIMIT_OF_SOCKET, 0 },
};

static bool waits_for_ever(enum wait_limit limit, uint64_t argument)
{
	switch (limit) {
	case LIMIT_NONE:
		return true;
	case LIMIT_MILLISECONDS:
		return (int32_t)argument == -1;
	case LIMIT_POINTER:
		return !argument;
	case LIMIT_OF_SOCKET:
		break;
	}
	return false;
}

static enum interruption judge_call(enum syscall_id id, const uint64_t args[CALL_ARGS])
{
	for (size_t i = 0; i < ARRAY_SIZE(failing_calls); i++)
		if (failing_calls[i].id == id)
			return waits_for_ever(failing_calls[i].limit,
					      args[failing_calls[i].argument])
				       ? INTERRUPTION_REPAIRABLE
				       : INTERRUPTION_SEEN;
	return INTERRUPTION_UNSEEN;
}

/* The ABI of a thread that may not have stopped at a call yet. */
static const struct abi *abi_of_thread(const struct ptrace_tracee *tracee)
{
	if (tracee->call.abi)
		return tracee->call.abi;
	return tracee->sandbox.abi ? tracee->sandbox.abi : abi_native();
}

static enum interruption judge_thread(struct ptrace_tracee *tracee)
{
	struct proc_call call;

	if (!proc_call_of(tracee->base.tid, &call))
		return INTERRUPTION_SEEN;
	if (!call.sleeps)
		return INTERRUPTION_UNSEEN;
	/* For sandbox_repair_call(): the result of the call may take the place of the argument. */
	tracee->call.first_argument = call.args[0];
	return call.nr < 0 ? INTERRUPTION_UNSEEN
			   : judge_call(abi_syscall(abi_of_thread(tracee), (uint64_t)call.nr),
					call.args);
}

/*
 * The tracee was resumed until the next stop of scry's filter, and has to stop so that it can be
 * resumed with PTRACE_SYSCALL. If it sleeps in a call with a timeout that PTRACE_INTERRUPT would
 * make fail, the engine looks again at the next tick. scry does not see calls that the tracee's
 * filter refuses before that.
 */
static void demand_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	bool stops_anyway = tracee->call.stage != CALL_NONE &&
			    (tracee->call.want_exit || tracee->call.untraced);
	enum interruption interruption;

	if (tracee->run != RUN_RUNNING || stops_anyway)
		return;
	interruption = judge_thread(tracee);
	set_interrupt(engine, tracee,
		      interruption == INTERRUPTION_SEEN		? SANDBOX_OVERDUE
		      : interruption == INTERRUPTION_REPAIRABLE ? SANDBOX_INTERRUPTED
								: SANDBOX_NOT_INTERRUPTED);
	if (interruption != INTERRUPTION_SEEN)
		ptrace(PTRACE_INTERRUPT, tracee->base.tid, NULL, NULL);
}

/* True if the tracee has a signal, which would have made the call fail without a tracer, too. */
static bool has_signal(pid_t tid)
{
	unsigned long long pending =
		proc_status_mask(tid, "SigPnd") | proc_status_mask(tid, "ShdPnd");

	return pending & ~proc_status_mask(tid, "SigBlk");
}

void sandbox_repair_call(struct ptrace_tracee *tracee)
{
	struct stopped_call call;
	pid_t tid = tracee->base.tid;
	int64_t nr;

	tracee->sandbox.interrupt = SANDBOX_NOT_INTERRUPTED;
	if (STATUS_EVENT(tracee->status) != PTRACE_EVENT_STOP || has_signal(tid) ||
	    !stopped_call_read(&call, tid, tracee->call.abi))
		return;
	nr = stopped_call_number(&call);
	if (nr < 0 || stopped_call_result(&call) != -EINTR)
		return;
	stopped_call_restart(&call, nr, tracee->call.first_argument);
	stopped_call_write(&call, tid);
}

static void demand_overdue(struct tracee *tracee, void *ctx)
{
	struct ptrace_tracee *overdue = tracee_of(tracee);

	if (overdue->sandbox.interrupt == SANDBOX_OVERDUE && !life_is(overdue, LIVES_LEAVING))
		demand_stop(ctx, overdue);
}

void sandbox_tick(struct ptrace_engine *engine)
{
	if (engine->n_overdue)
		tracee_each(&engine->base.tracees, demand_overdue, engine);
}

/* --- filters of the tracee's own -------------------------------------------------------- */

static void stop_at_every_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->sandbox.every_call)
		return;
	tracee->sandbox.every_call = true;
	demand_stop(engine, tracee);
	if (!engine->sandboxed && engine->base.config->debug)
		warn("process %d has a seccomp filter of its own: every call of it stops",
		     tracee->base.tgid);
	engine->sandboxed = true;
}

struct synchronized {
	struct ptrace_engine *engine;
	pid_t tgid;
	const struct abi *abi;
};

static void stop_thread(struct tracee *tracee, void *ctx)
{
	const struct synchronized *process = ctx;

	if (tracee->tgid != process->tgid)
		return;
	tracee_of(tracee)->sandbox.abi = process->abi;
	stop_at_every_call(process->engine, tracee_of(tracee));
}

/*
 * seccomp(2): with NEW_LISTENER a descriptor, otherwise 0. With TSYNC the result can be the tid of
 * a thread that refused.
 */
static bool installed(const struct ptrace_tracee *tracee, int64_t result)
{
	return tracee->call.sandbox_listener ? result >= 0 : result == 0;
}

/* PR_GET_SECCOMP would show the filter of scry to a tracee without a filter of its own. */
static void hide_filter(const struct ptrace_tracee *tracee, struct __ptrace_syscall_info *info)
{
	if (!tracee->sandbox.every_call && info->exit.rval == SECCOMP_MODE_FILTER)
		rewrite_result(tracee->base.tid, tracee->call.abi, info, SECCOMP_MODE_DISABLED);
}

void sandbox_note_exit(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct __ptrace_syscall_info *info)
{
	struct synchronized process = { engine, tracee->base.tgid, tracee->call.abi };

	if (tracee->call.sandbox == SANDBOX_ASK) {
		hide_filter(tracee, info);
	} else if (tracee->call.sandbox != SANDBOX_NONE && installed(tracee, info->exit.rval)) {
		stop_at_every_call(engine, tracee);
		if (tracee->call.sandbox_tsync)
			tracee_each(&engine->base.tracees, stop_thread, &process);
	}
	tracee->call.sandbox = SANDBOX_NONE;
}

void sandbox_note_child(struct ptrace_engine *engine, const struct ptrace_tracee *parent,
			struct ptrace_tracee *child)
{
	if (parent->sandbox.every_call)
		stop_at_every_call(engine, child);
}

void sandbox_note_orphan(const struct ptrace_engine *engine, struct ptrace_tracee *child)
{
	child->sandbox.every_call |= engine->sandboxed;
}

/* --- strict mode ------------------------------------------------------------------------ */

/*
 * With a second filter the kernel would refuse strict mode without a tracer, too. The field is
 * there since Linux 5.9.
 */
static bool has_one_filter(pid_t tid)
{
	return proc_status(tid, "Seccomp_filters") == 1;
}

bool sandbox_grant_strict(pid_t tid, int *status)
{
	static const uint64_t no_new_privs[3] = { PR_SET_NO_NEW_PRIVS, 1, 0 };
	struct seccomp_program program;
	struct __ptrace_syscall_info info;
	const struct abi *abi;
	struct remote remote;
	int64_t result;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_SECCOMP)
		return false;
	abi = abi_find(info.arch, info.seccomp.nr);
	if (!abi ||
	    find_request(abi_syscall(abi, info.seccomp.nr), info.seccomp.args) != SANDBOX_STRICT ||
	    !has_one_filter(tid))
		return false;
	seccomp_compile_strict(&program);
	/* A process in strict mode executes no program, so that NO_NEW_PRIVS changes nothing. */
	if (!remote_begin_instead(&remote, tid, abi) ||
	    !remote_call(&remote, abi_number(abi, ID_prctl), no_new_privs, &result) ||
	    !remote_install_filter(&remote, &program, 0, &result))
		stopped_call_restart(&remote.call, (int64_t)info.seccomp.nr, info.seccomp.args[0]);
	else if (result)
		stopped_call_set_result(&remote.call, -EINVAL);
	remote_end(&remote);
	*status = remote.status;
	seccomp_program_free(&program);
	return true;
}

/* kernel/seccomp.c, __secure_computing_strict(): do_exit(SIGKILL), for the thread alone. */
void sandbox_kill(pid_t tid)
{
	if (proc_status(tid, "Threads") > 1)
		rewrite_replace(tid, ID_exit);
	else
		kill(tid, SIGKILL);
}

/* --- debuggers -------------------------------------------------------------------------- */

/*
 * Returns the thread that ptrace(2) makes a tracee with these arguments; 0: none. A parent that is
 * scry is its tracer anyway.
 */
static pid_t debugged_by(pid_t tid, const uint64_t *args)
{
	if (args[0] == PTRACE_TRACEME)
		return proc_status(tid, "PPid") == getpid() ? 0 : tid;
	return args[0] == PTRACE_ATTACH || args[0] == PTRACE_SEIZE ? (pid_t)args[1] : 0;
}

void sandbox_note_ptrace(struct ptrace_engine *engine, pid_t tid,
			 const struct __ptrace_syscall_info *info)
{
	const struct abi *abi = abi_find(info->arch, info->seccomp.nr);
	pid_t target;

	if (engine->warned_of_ptrace || !abi || abi_syscall(abi, info->seccomp.nr) != ID_ptrace)
		return;
	target = debugged_by(tid, info->seccomp.args);
	/* A process has at most one tracer. */
	if (!target || proc_status(target, "TracerPid") != getpid())
		return;
	engine->warned_of_ptrace = true;
	/* Neither way out is open to options that need the filter. */
	warn("process %d cannot be debugged: it has scry's seccomp filter, and so scry traces it; "
	     "%s--seccomp-bpf=off leaves it to its debugger, and --engine=bpf traces it all the "
	     "same",
	     target,
	     engine->base.config->seccomp_strict
		     ? "without --try-policy and --seccomp-bpf=on, which need that filter, "
		     : "");
}

void sandbox_note_silent(struct ptrace_engine *engine, pid_t tid)
{
	struct __ptrace_syscall_info info;

	if (!engine->warned_of_ptrace &&
	    ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info) > 0 &&
	    info.op == PTRACE_SYSCALL_INFO_SECCOMP)
		sandbox_note_ptrace(engine, tid, &info);
}
