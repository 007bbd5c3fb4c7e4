/* SPDX-License-Identifier: MIT */
/* Hands tracees over to another engine while both run. */
#include "engine/ptrace/hand_over.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

#include "engine/ptrace/debugger.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/timer.h"
#include "engine/ptrace/tracees.h"
#include "scry/arch.h"
#include "scry/proc.h"

/*
 * Whether a tracee is in a stop after which the other engine sees everything, and nothing twice.
 * The kernel runs the tracepoint sys_exit before the syscall-exit-stop, and before it looks for
 * signals: so the next thing that the other engine sees is the entry of the next call. That is also
 * true for the first stop of a child, which comes after its return from clone(2), and for the stop
 * that ends a group-stop. At a signal-delivery-stop the tracepoint signal_deliver is still to come.
 */
static bool is_outside_call(const struct ptrace_tracee *tracee)
{
	if (tracee->call.stage != CALL_NONE || tracee->call.interrupted)
		return false;
	if (STATUS_EVENT(tracee->status))
		return STATUS_EVENT(tracee->status) == PTRACE_EVENT_STOP &&
		       !stop_is_group_stop(tracee->status);
	return WSTOPSIG(tracee->status) == SYSCALL_STOP;
}

/*
 * What /proc/PID/status says as "Seccomp" of a thread that a filter ends because of a call:
 * SECCOMP_MODE_DEAD of the kernel, since 5.17.
 */
#define SECCOMP_DEAD 3

/*
 * Whether a thread ends because of a call that was reported, and which the other engine would
 * report again.
 */
static bool is_ended_by_filter(const struct ptrace_tracee *tracee)
{
	return proc_status(tracee->base.tid, "Seccomp") == SECCOMP_DEAD;
}

/* Whether the other engine would take no stacks of a tracee, because it is one of 32 bits. */
static bool loses_stacks(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	struct registers raw;

	return engine->base.config->stacks &&
	       tracee_registers(&tracee->base, raw.bytes, sizeof(raw.bytes)) !=
		       arch_of_machine()->calls[0].size;
}

/*
 * The other engine knows the thread before ptrace lets it go. If it is killed meanwhile,
 * PTRACE_DETACH fails with ESRCH, and waitpid(2) reports its end. The thread keeps its mark: it
 * makes no call any more, and its tid may already be that of another thread of the process, which
 * has executed a program, and which the other engine has marked.
 */
bool hand_over_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
{
	struct hand_over *other = engine->hand_over;
	pid_t tid = tracee->base.tid;

	if (!other->runs || signal || engine->stopping || engine->released ||
	    tracee->life != LIFE_FOLLOWED || !is_outside_call(tracee) ||
	    is_ended_by_filter(tracee) || loses_stacks(engine, tracee) ||
	    !other->mark(other->ctx, tid))
		return false;
	if (ptrace(PTRACE_DETACH, tid, NULL, NULL))
		return false;
	other->take(other->ctx, &tracee->base);
	hand_over_forget(engine, tracee);
	return true;
}

void hand_over_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	tracee->base.session = NULL;
	tracees_remove(engine, tracee);
}

bool hand_over_command_status(const struct ptrace_engine *engine, int *status)
{
	*status = engine->command_status;
	return engine->command_ended;
}

void hand_over_prepare(struct ptrace_engine *engine)
{
	colocate_end(&engine->colocate);
}

void hand_over_begin(struct ptrace_engine *engine)
{
	engine->hand_over->stops_left = 0;
	engine->timer_on = false;
	/* The other engine does not report what its tracees change. */
	names_watch_stop(&engine->base.tracees.watch);
	timer_update(engine);
	signals_catch_children();
	engine->hand_over->runs = true;
	debugger_look(engine);
}
