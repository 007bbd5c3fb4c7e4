/* SPDX-License-Identifier: MIT */
/* The entry and the exit of a call. */
#include "engine/ptrace/syscall_stop.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>

#include "engine/ptrace/debugger.h"
#include "engine/ptrace/detach.h"
#include "engine/ptrace/late_filter.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stopped_call.h"
#include "engine/ptrace/report.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"
#include "scry/arch.h"
#include "scry/call.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "scry/util.h"

/* asm-generic/siginfo.h; the C library has no such code. */
#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif

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

/*
 * At int $0x80 in a 64-bit process the kernel uses the lower halves of the registers, and ptrace(2)
 * shows all of them.
 */
static uint64_t argument_mask(const struct abi *abi)
{
	return abi && abi_has_pairs(abi) ? UINT32_MAX : UINT64_MAX;
}

static void begin_stopped_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
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
	/* Linux 6.1 shows what is at these addresses in the tracer. */
	if (tracee->call.abi && tracee->call.abi->stack_args)
		registers_read_stack_args(tracee->base.tid, tracee->call.abi, info->stack_pointer,
					  args);
	tracee->call.first_argument = args[0];
	tracee->call.flags = args[untraced_argument(tracee->call.abi, tracee->call.nr)];
	sandbox_note_entry(engine, tracee, args);
	if (tracee->call.abi)
		colocate_call(&engine->colocate, &tracee->colocate,
			      abi_syscall(tracee->call.abi, tracee->call.nr));
}

/*
 * x86 still has the result of the interrupted call, -ERESTART_RESTARTBLOCK. arm64 and riscv64 have
 * already gone back to the instruction, so that the result is the first argument again. The number
 * alone says which call it is; it means something only if the next call is restart_syscall(2),
 * which programs do not call themselves.
 */
void syscall_stop_note_interrupted(struct ptrace_tracee *tracee)
{
	struct stopped_call call;
	int64_t nr;

	if (tracee->call.abi || !stopped_call_read(&call, tracee->base.tid, NULL))
		return;
	nr = stopped_call_number(&call);
	if (nr < 0)
		return;
	tracee->call.interrupted = true;
	tracee->call.nr = (uint64_t)nr;
}

/*
 * The kernel resumes a call by the same ABI. If another tracer interrupted it before, the call that
 * scry interrupted is restart_syscall(2) as well, and which call that resumes is unknown.
 */
static void set_resumed(const struct ptrace_tracee *tracee, uint64_t nr, struct event *event)
{
	const struct abi *abi = tracee->call.abi;

	if (!abi || abi_syscall(abi, tracee->call.nr) != ID_restart_syscall ||
	    abi_syscall(abi, nr) == ID_restart_syscall)
		return;
	event->resumes = true;
	event->resumed_nr = nr;
}

/* True at the execve of launch.c. The user does not want to see what the child does before it. */
static bool is_launch(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	return tracee->call.abi && abi_syscall(tracee->call.abi, tracee->call.nr) == ID_execve &&
	       tracee->call.first_argument == (uintptr_t)engine->base.config->path;
}

/*
 * Says what a call means for names that are remembered. See doc/engine-ptrace.md, "Names of
 * descriptors".
 */
static void note_names(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       const uint64_t args[CALL_ARGS])
{
	enum syscall_id id = current_call(tracee);
	const struct syscall *row = syscall_row(id, tracee->call.abi);

	if (!engine->base.tracees.watch.on)
		return;
	if (!row || (row->flags & CALL_SHARES_FILES && !(row->flags & CALL_MAKES_CHILD)))
		names_end(&tracee->base);
	/* No stop reports them. */
	if (row && names_change_later(row))
		names_watch_stop(&engine->base.tracees.watch);
	tracee->call.has_child = false;
	names_enter(&tracee->base, names_effect_of(id, row, args), (int)args[0]);
}

/*
 * A child that is not traced can have the table of descriptors of its parent, and what it does to
 * files is not seen, although the parent waits for it.
 */
static void leave_names(struct ptrace_engine *engine, struct ptrace_tracee *tracee, bool failed)
{
	const struct syscall *row;

	if (!engine->base.tracees.watch.on)
		return;
	names_leave(&tracee->base);
	row = syscall_row(current_call(tracee), tracee->call.abi);
	if (row && row->flags & CALL_MAKES_CHILD && !failed && !tracee->call.has_child)
		names_watch_stop(&engine->base.tracees.watch);
}

/*
 * clone(2), clone3(2): the flags of clone3 are in memory, so that its child may share everything.
 * vfork(2) and fork(2) copy the table of descriptors and the current directory.
 */
void syscall_stop_note_child(const struct ptrace_engine *engine, struct ptrace_tracee *parent,
			     struct ptrace_tracee *child)
{
	enum syscall_id id = current_call(parent);
	uint64_t flags = id == ID_clone ? parent->call.flags : 0;
	bool all = id != ID_clone && id != ID_fork && id != ID_vfork;

	if (!engine->base.tracees.watch.on)
		return;
	parent->call.has_child = true;
	names_inherit(&parent->base, &child->base, all || flags & CLONE_FILES,
		      all || (flags & CLONE_FS && !(flags & CLONE_THREAD)));
}

/*
 * execve(2): the caller stays alone in its process, and its table of descriptors is not shared any
 * more. A filter of the tracee's own lets another process put a descriptor in the place of an open
 * one (SECCOMP_IOCTL_NOTIF_ADDFD, seccomp_unotify(2)).
 */
static void begin_names(const struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (syscall_executes(current_call(tracee)) && engine->base.tracees.watch.on &&
	    !proc_status(tracee->base.tid, "Seccomp"))
		names_begin(&tracee->base);
}

static bool enter_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       const struct __ptrace_syscall_info *info, enum call_stage stage,
		       struct event *event)
{
	bool interrupted = tracee->call.interrupted;
	uint64_t interrupted_nr = tracee->call.nr;

	tracee->call.interrupted = false;
	begin_stopped_call(engine, tracee, info, stage, event->args);
	if (interrupted)
		set_resumed(tracee, interrupted_nr, event);
	note_names(engine, tracee, event->args);
	if (life_is(tracee, LIVES_LAUNCHING) && !is_launch(engine, tracee))
		return resume_unreported(engine, tracee, 0);
	if (tracee->life == LIFE_LAUNCHING)
		life_set(engine, tracee, LIFE_EXECUTING);
	set_call(tracee, event);
	event->ip = info->instruction_pointer;
	event->sp = info->stack_pointer;
	return report_event(engine, tracee, event, EVENT_ENTER);
}

/* What the register of the result had before the call: its number, or its first argument. */
static uint64_t result_before(const struct ptrace_tracee *tracee)
{
	/* The same holds for all layouts of a machine. */
	const struct call_registers *layout = arch_of_machine()->calls;

	return layout->result == layout->first ? tracee->call.first_argument : tracee->call.nr;
}

/*
 * Whether a seccomp filter has refused the call by SIGSYS (SECCOMP_RET_TRAP and KILL). The kernel
 * then has put back what the register of the result had, and the signal is pending for the thread.
 */
static bool is_refused_by_signal(const struct ptrace_tracee *tracee, int64_t result)
{
	struct __ptrace_peeksiginfo_args which = { .nr = 8 };
	siginfo_t signals[8];
	long n;

	if ((uint64_t)result != result_before(tracee))
		return false;
	while ((n = ptrace(PTRACE_PEEKSIGINFO, tracee->base.tid, &which, signals)) > 0) {
		for (long i = 0; i < n; i++)
			if (signals[i].si_signo == SIGSYS && signals[i].si_code == SYS_SECCOMP)
				return true;
		which.off += (uint64_t)n;
	}
	return false;
}

/* Where there was no entry, scry attached to the tracee in its call. */
static bool leave_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
		       struct __ptrace_syscall_info *info, struct event *event)
{
	bool wanted = tracee->call.stage != CALL_NONE && tracee->call.want_exit;

	tracee->call.stage = CALL_NONE;
	leave_names(engine, tracee, info->exit.is_error);
	if (!info->exit.is_error)
		begin_names(engine, tracee);
	if (tracee->call.sandbox != SANDBOX_NONE)
		sandbox_note_exit(engine, tracee, info);
	if (tracee->call.untraced)
		untraced_restore(tracee);
	if (engine->lent.n && current_call(tracee) == ID_ptrace)
		debugger_end_call(engine, tracee, info->exit.is_error);
	if (!wanted && engine->late.due && !late_filter_install(engine, tracee, info))
		return false;
	if (!wanted)
		return resume_unreported(engine, tracee, 0);
	set_call(tracee, event);
	event->ip = info->instruction_pointer;
	event->result = info->exit.rval;
	event->is_error = info->exit.is_error;
	if (!tracee->call.set_result && is_refused_by_signal(tracee, event->result)) {
		event->signal = SIGSYS;
		event->is_error = true;
	}
	rewrite_exit(tracee, event);
	return report_event(engine, tracee, event, EVENT_EXIT);
}

/*
 * A filter answered SECCOMP_RET_TRACE: the one of scry, the one for strict mode, or one of the
 * tracee's own.
 */
static bool seccomp_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 const struct __ptrace_syscall_info *info, struct event *event)
{
	tracee->call.refused = untraced_judge(tracee->base.tid, info);
	sandbox_note_ptrace(engine, tracee->base.tid, info);
	if (tracee->call.stage != CALL_AT_ENTRY)
		return enter_stop(engine, tracee, info, CALL_BEGUN, event);
	tracee->call.stage = CALL_BEGUN;
	return resume_unreported(engine, tracee, 0);
}

/*
 * The kernel reports whether the stop is an entry or an exit. Counting stops would go wrong after
 * the first missed one.
 */
bool syscall_stop_report(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			 struct event *event)
{
	struct __ptrace_syscall_info info;

	if (!syscall_info(engine, tracee, &info))
		return false;
	if (info.op == PTRACE_SYSCALL_INFO_EXIT)
		return leave_stop(engine, tracee, &info, event);
	if (info.op == PTRACE_SYSCALL_INFO_SECCOMP)
		return seccomp_stop(engine, tracee, &info, event);
	if (engine->filter && !tracee->sandbox.every_call)
		/* If the call is selected, the filter stops it next. */
		return resume_unreported(engine, tracee, 0);
	return enter_stop(engine, tracee, &info, CALL_AT_ENTRY, event);
}
