/* SPDX-License-Identifier: MIT */
/* Applies the verdict of the session to an event. */
#include "engine/ptrace/verdict.h"

#include <sys/wait.h>

#include "engine/ptrace/debugger.h"
#include "engine/ptrace/delay.h"
#include "engine/ptrace/detach.h"
#include "engine/ptrace/late_filter.h"
#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/resume.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/stop.h"
#include "engine/ptrace/tracees.h"
#include "engine/ptrace/untraced.h"

/*
 * Handles a stop that came before the event was reported, or while the tracee was being released.
 */
static void resume_queued(struct ptrace_engine *engine, struct ptrace_tracee *tracee)
{
	if (tracee->run != RUN_RUNNING || life_is(tracee, LIVES_REPORT_DUE))
		tracees_enqueue(engine, tracee);
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

void verdict_apply(struct engine *base, const struct event *event, const struct verdict *verdict)
{
	struct ptrace_engine *engine = engine_of(base);
	struct ptrace_tracee *tracee = tracee_of(event->tracee);
	bool announced = event->kind == EVENT_NEW || event->kind == EVENT_ATTACHED;

	if (tracee->run == RUN_ENDED && !announced && !life_is(tracee, LIVES_REPORT_DUE)) {
		tracees_remove(engine, tracee);
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
