/* SPDX-License-Identifier: MIT */
/* Resumes a stopped tracee. */
#include "engine/ptrace/resume.h"

#include <sys/wait.h>

#include "engine/ptrace/debugger.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/detach.h"
#include "engine/ptrace/hand_over.h"
#include "engine/ptrace/late_filter.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/remote.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/sandbox.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/untraced.h"
#include "engine/ptrace/wait.h"

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
		wait_take_status(engine, tracee->base.tid, status);
		return true;
	}
	tracee->call.untraced = untraced_clear_known(tracee);
	if (tracee->call.sandbox != SANDBOX_STRICT ||
	    !sandbox_grant_strict(tracee->base.tid, &status))
		return false;
	wait_take_status(engine, tracee->base.tid, status);
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

/*
 * Handles a stop that came before the event was reported, or while the tracee was being released.
 */
static void resume_queued(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->run != RUN_RUNNING || life_is(tracee, LIVES_REPORT_DUE))
		wait_enqueue(engine, tracee);
}

/*
 * A call of an unfiltered tracee that is about tracers. With CLONE_UNTRACED programs make a task
 * that attaches to them, such as that of LeakSanitizer: the task has to be a tracee, so that they
 * can be released to it. Returns true if the caller is not to be resumed now.
 */
static bool prepare_unfiltered(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			       const struct event *event, const struct verdict *verdict)
{
	switch (current_call(tracee)) {
	case ID_ptrace:
		return debugger_begin_call(engine, tracee, event->args, verdict->send);
	case ID_clone:
	case ID_clone3:
		if (engine->base.config->follow)
			tracee->call.untraced = untraced_clear_known(tracee);
		break;
	default:
		break;
	}
	return false;
}

static void resume_from_call(struct ptrace_engine *engine, struct ptrace_tracee *tracee,
			     const struct event *event, const struct verdict *verdict)
{
	bool enters = event->kind == EVENT_ENTER;

	if (enters)
		rewrite_enter(tracee, verdict);
	/* ptrace(2): a signal that is given at a PTRACE_EVENT stop is ignored. */
	if (enters && verdict->send && STATUS_EVENT(tracee->status))
		tgkill(tracee->base.tgid, tracee->base.tid, verdict->send);
	if (enters && !engine->filter && !verdict->replace && !verdict->delay_ns &&
	    prepare_unfiltered(engine, tracee, event, verdict))
		return;
	if (verdict->delay_ns)
		delay_begin(engine, tracee, enters ? verdict->send : 0, verdict->delay_ns);
	else
		resume_tracee(engine, tracee, enters ? verdict->send : 0);
}

void resume_event(struct engine *base, const struct event *event, const struct verdict *verdict)
{
	struct ptrace_engine *engine = engine_of(base);
	struct ptrace_tracee *tracee = tracee_of(event->tracee);
	bool announced = event->kind == EVENT_NEW || event->kind == EVENT_ATTACHED;

	if (tracee->run == RUN_ENDED && !announced && !life_is(tracee, LIVES_REPORT_DUE)) {
		wait_forget(engine, tracee);
		return;
	}
	if (verdict->detach && !life_is(tracee, LIVES_LEAVING))
		detach_tracee(engine, tracee);
	if (event->kind == EVENT_ENTER) {
		tracee->call.want_exit = verdict->want_exit;
		late_filter_note_call(engine, tracee, verdict->want_exit);
	}
	if (announced || life_is(tracee, LIVES_LEAVING))
		resume_queued(engine, tracee);
	else if (event->kind == EVENT_GROUP_STOP)
		resume_group_stop(engine, tracee);
	else if (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT)
		resume_from_call(engine, tracee, event, verdict);
	else
		resume_tracee(engine, tracee, event->kind == EVENT_SIGNAL ? verdict->signal : 0);
}
