/* SPDX-License-Identifier: MIT */
/* Resumes a stopped tracee. */
#include "engine/ptrace/resume.h"

#include <sys/wait.h>

#include "engine/ptrace/collect.h"
#include "engine/ptrace/debugger.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/remote.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"

/* A filtered tracee stops by itself at the calls that matter. Only at their exits it does not. */
static bool stops_at_next_syscall_stop(const struct ptrace_engine *engine,
				       const struct ptrace_tracee *tracee)
{
	return !engine->filter || tracee->sandbox.every_call ||
	       (tracee->call.stage != CALL_NONE &&
		(tracee->call.want_exit || tracee->call.untraced ||
		 tracee->call.sandbox != SANDBOX_NONE));
}

/*
 * Changes a call to which the filter of scry would do harm. True: the tracee has left the stop for
 * another one.
 */
static bool prepare_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	int status;

	if (tracee->call.refused) {
		tracee->call.refused = false;
		if (!remote_refuse(tracee->base.tid, tracee->call.abi, &status))
			return false;
		collect_take_status(engine, tracee->base.tid, status);
		return true;
	}
	tracee->call.untraced = untraced_clear_known(tracee);
	if (tracee->call.sandbox != SANDBOX_STRICT ||
	    !sandbox_grant_strict(tracee->base.tid, &status))
		return false;
	collect_take_status(engine, tracee->base.tid, status);
	return true;
}

/*
 * True if the tid means this thread until it stops. execve(2) in another thread gives that one the
 * tid of the leader, and without -f the other threads are not known.
 */
static bool keeps_tid(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee)
{
	return engine->base.config->follow && !tracee->leads;
}

void resume_tracee(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
{
	bool stops;

	if (tracee->run != RUN_STOPPED ||
	    (tracee->attacher && debugger_release(engine, tracee, signal)))
		return;
	if (engine->filter && STATUS_EVENT(tracee->status) == PTRACE_EVENT_SECCOMP &&
	    prepare_call(engine, tracee))
		return;
	if (engine->hand_over && hand_over_tracee(engine, tracee, signal))
		return;
	life_set_run(tracee, RUN_RUNNING);
	stops = stops_at_next_syscall_stop(engine, tracee);
	if ((!stops || tracee->call.stage == CALL_NONE) && keeps_tid(engine, tracee))
		colocate_resumed(&engine->colocate, &tracee->colocate);
	/*
	 * ESRCH: the tracee was killed in its stop, or (since Linux 5.13) another thread's execve
	 * took its tid, and that thread is in its PTRACE_EVENT_EXEC stop. waitpid(2) will report
	 * either.
	 */
	ptrace_at_stop(stops ? PTRACE_SYSCALL : PTRACE_CONT, tracee->base.tid, 0,
		       (uintptr_t)signal);
}

/*
 * After PTRACE_LISTEN the tracee stays stopped until SIGCONT. PTRACE_CONT would end the stop, and
 * break job control.
 */
void resume_group_stop(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->attacher && debugger_release(engine, tracee, 0))
		return;
	life_set_run(tracee, RUN_LISTENING);
	ptrace(PTRACE_LISTEN, tracee->base.tid, NULL, NULL);
}

bool resume_unreported(struct ptrace_engine *engine, struct ptrace_tracee *tracee, int signal)
{
	resume_tracee(engine, tracee, signal);
	return false;
}
