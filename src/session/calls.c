/* SPDX-License-Identifier: MIT */
/*
 * Handles events: what an event means for the call of its tracee, and which functions of consumers
 * receive it.
 */
#include <stdlib.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "session/session.h"

/* --- the call -------------------------------------------------------------------------------- */

/*
 * Replaces a multiplexer (socketcall, ipc) by the real call, and reads arguments from memory where
 * the ABI passes them there. A multiplexer stays as it is, for the filter too, if its arguments
 * cannot be read. The memory of a call that is not selected is not read, unless the selection
 * depends on it.
 */
static void resolve_call(const struct session *session, const struct event *event,
			 struct call *call)
{
	enum syscall_id real = call->id;

	if (!call->row || !(call->row->flags & (CALL_MULTIPLEX | CALL_MEMORY_ARGS)))
		return;
	if (call->row->flags & CALL_MULTIPLEX)
		real = multiplexed_call(call->id, event->args[0]);
	/* decode_resolve() does not read the arguments of a raw call. */
	call->raw = call_set_has(&session->config->raw, call->id, call->abi);
	if (real != call->id || call_set_has(&session->selection.trace, real, call->abi))
		decode_resolve(reading_fetch(session, event), call, real);
}

/* On replay: what was done to the call when it was recorded. */
static void replay_facts(struct tracee_state *state, const struct event *event)
{
	const struct event_facts *facts = event->facts;
	struct call *call = &state->call;

	if (!facts)
		return;
	call->injected_args |= facts->injected_args;
	call->injected_result |= facts->injected_result;
	call->delayed |= facts->delayed;
	if (!facts->denied)
		return;
	free(state->denied);
	state->denied = xstrdup(facts->denied);
	call->denied = state->denied;
}

/* Sets which call it is. */
static void identify_call(struct call *call, const struct event *event)
{
	if (event->request) {
		call->id = event->request->id;
		call->row = event->request->row;
	} else if (event->abi) {
		call->id = abi_syscall(call->abi, call->nr);
		call->row = syscall_row(call->id, call->abi);
		if (event->resumes)
			call->resumed = syscall_name(abi_syscall(call->abi, event->resumed_nr));
	}
	if (event->abi)
		call->name = syscall_name(call->id);
}

/* Initializes state->call from the event of its entry. */
static void begin_call(const struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	struct call *call = &state->call;

	state->renamed = false;
	*call = (struct call){
		.abi = event->abi ? event->abi : state->abi,
		.nr = event->nr,
		.request = event->request,
		.ip = event->ip,
		.sp = event->sp,
		.entered = event->real,
		.entered_ns = event->mono_ns,
	};
	memcpy(call->args, event->args, sizeof(call->args));
	identify_call(call, event);
	resolve_call(session, event, call);
	replay_facts(state, event);
	call->raw = call_set_has(&session->config->raw, call->id, call->abi);
	state->last_nr = event->nr;
	state->last_ip = event->ip;
	state->system_ns = event->system_ns;
}

/* --- events that are shown ------------------------------------------------------------------- */

/*
 * Returns whether no call of a tracee was shown, and --system, --cgroup, --comm or --uid has
 * selected the tracee. Other events of such a tracee are not shown: of thousands of selected
 * threads only few make a call of -e trace.
 */
static bool is_bystander(const struct session *session, const struct tracee_state *state)
{
	return bpf_selected(&session->engine_config.targets) && (!state || !state->has_shown);
}

/*
 * Fills in the moment in place: a copy right after its members were stored takes the CPU longer
 * than all that follows.
 */
static void begin_moment(struct moment *moment, const struct event *event)
{
	const struct tracee_state *state = tracees_of(event);

	*moment = (struct moment){
		.event = event,
		.last_nr = state ? state->last_nr : 0,
		.last_ip = state ? state->last_ip : 0,
		.last_abi = state ? state->abi : NULL,
	};
}

static void show(struct session *session, const struct event *event)
{
	struct moment moment;

	begin_moment(&moment, event);
	if (is_bystander(session, tracees_of(event)) && event->kind != EVENT_LOST &&
	    event->kind != EVENT_ATTACHED &&
	    !(event->kind == EVENT_KILLED && select_asks_for_signals(session)))
		return;
	consumers_tell(session, TELL_EVENT, &moment);
}

/*
 * Records the ABI of a call, and shows a change of it. As in strace, -e trace does not hide that.
 */
static void update_abi(struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	struct event change;

	if (!event->abi || event->abi == state->abi)
		return;
	state->abi = event->abi;
	change = *event;
	change.kind = EVENT_PERSONALITY;
	show(session, &change);
}

/* A call is shown now: from now on the other events of its tracee are shown, too. */
static void note_shown(struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	if (state->has_shown || !session_needs(session, NEED_LINES))
		return;
	state->has_shown = true;
	update_abi(session, event, state);
}

/* --- entry and exit -------------------------------------------------------------------------- */

static void on_enter(struct session *session, struct moment *moment, struct verdict *verdict)
{
	const struct event *event = moment->event;
	struct tracee_state *state = tracees_get(session, event->tracee);
	const struct abi *before = state->abi;
	struct decode decode;

	if (!is_bystander(session, state))
		update_abi(session, event, state);
	moment->new_abi = state->abi != before;
	begin_call(session, event, state);
	moment->last_nr = state->last_nr;
	moment->last_abi = state->abi;
	moment->last_ip = state->last_ip;
	/* A test of the stack needs it before the call is selected. */
	if (select_needs_stack(session)) {
		state->in_call =
			call_set_has(&session->selection.trace, state->call.id, state->call.abi);
		gather_stack(session, state, moment);
	}
	state->in_call = select_call(session, event, state, verdict);
	if (state->in_call && !event->request)
		tamper_at_entry(session, event, state, verdict);
	else
		state->injection = NULL;
	state->in_call &= session_needs(session, NEED_EXIT);
	verdict->want_exit =
		state->in_call ||
		call_set_has(&session->consumers.watched, state->call.id, state->call.abi) ||
		(session->stacks && stacks_wants_return(event->tracee, &state->call));
	if (!select_needs_stack(session))
		gather_stack(session, state, moment);
	if (!state->in_call) {
		session->n_left_out +=
			!event->request &&
			!call_set_has(&session->selection.trace, state->call.id, state->call.abi);
		consumers_tell(session, TELL_EACH, moment);
		return;
	}
	moment->call = &state->call;
	moment->undecided = state->undecided;
	moment->stack = state->stack;
	if (!state->undecided && !select_waits(session))
		note_shown(session, event, state);
	decode = reading_decoder(session, event, state);
	moment->decode = &decode;
	gather_entry(session, state, moment);
	consumers_tell(session, TELL_ENTER, moment);
	consumers_tell(session, TELL_EACH, moment);
	if (!state->builder.n)
		gather_return_buffers(session, state);
}

/* Sets the result of a call that has returned. */
static void set_result(struct call *call, const struct event *event)
{
	uint64_t result = (uint64_t)event->result;

	call->returned = true;
	call->request = event->request;
	call->not_run = event->signal;
	call->is_error = event->is_error;
	call->result = event->result;
	call->returned_ns = event->mono_ns;
	call->errno_32 = !call->not_run && call->row && call->row->flags & CALL_ERRNO_32 &&
			 result <= UINT32_MAX && result > UINT32_MAX - ERRNO_MAX;
	if (!call->errno_32)
		return;
	call->is_error = true;
	call->result = (int32_t)result;
}

static void on_exit_of_call(struct session *session, struct moment *moment, struct verdict *verdict)
{
	const struct event *event = moment->event;
	struct tracee_state *state = tracees_get(session, event->tracee);
	struct call *call = &state->call;
	struct decode decode;

	if (session->stacks && !event->request && stacks_wants_return(event->tracee, call))
		stacks_note_return(session->stacks, event->tracee, call, event->result);
	if (!state->in_call) {
		consumers_tell(session, TELL_EACH, moment);
		return;
	}
	state->in_call = false;
	set_result(call, event);
	decode_resolve_result(reading_fetch(session, event), call);
	replay_facts(state, event);
	tamper_at_exit(session, event, state, verdict);
	moment->call = call;
	decode = reading_decoder(session, event, state);
	moment->decode = &decode;
	if (!select_returned(session, event, state)) {
		moment->call = NULL;
	} else if (select_shown(session, state)) {
		session->n_calls++;
		note_shown(session, event, state);
		gather_exit(session, state, moment);
		consumers_tell(session, TELL_EXIT, moment);
	}
	consumers_tell(session, TELL_EACH, moment);
	gather_return_buffers(session, state);
}

void calls_abandon(struct session *session, const struct event *event, bool detached)
{
	struct tracee_state *state = tracees_of(event);
	struct moment moment;

	if (!state || !state->in_call)
		return;
	state->in_call = false;
	if (!select_unfinished(session, event, state, detached))
		return;
	state->has_shown |= session_needs(session, NEED_LINES);
	begin_moment(&moment, event);
	moment.call = &state->call;
	session->n_calls += detached;
	gather_unfinished(session, state, &moment);
	consumers_tell(session, TELL_UNFINISHED, &moment);
}

/* --- other events ---------------------------------------------------------------------------- */

static void on_signal(struct session *session, struct moment *moment, struct verdict *verdict)
{
	const struct event *event = moment->event;
	struct tracee_state *state = tracees_get(session, event->tracee);
	struct decode decode = reading_decoder(session, event, state);

	verdict->signal = event->signal;
	decode.config = &session->config->decode;
	moment->decode = &decode;
	gather_signal_stack(session, moment);
	if (select_signal(session, event, event->signal) &&
	    (!is_bystander(session, state) || select_asks_for_signals(session))) {
		gather_signal(session, state, moment);
		consumers_tell(session, TELL_EVENT, moment);
	}
	consumers_tell(session, TELL_EACH, moment);
}

static void on_gone(struct session *session, struct moment *moment, bool detached)
{
	const struct event *event = moment->event;

	calls_abandon(session, event, detached);
	/* As in strace, -e signal hides also the ends by signals that it does not select. */
	if (event->kind != EVENT_KILLED || select_signal(session, event, event->status))
		show(session, event);
	if (session->stacks && event->tid == event->tracee->tgid)
		stacks_forget(session->stacks, event->tid);
	consumers_tell(session, TELL_EACH, moment);
	tracees_forget(session, event->tracee);
}

/*
 * With -e status=detached an execve(2) that changes the tid of its thread is shown under the former
 * tid, where it has no result. Returns false if it is not: the status does not select it, or it is
 * shown already.
 */
static bool show_renamed_call(struct session *session, const struct event *rename)
{
	struct tracee_state *state = tracees_of(rename);
	struct moment moment;

	if (!state || !state->in_call || state->undecided || !select_waits(session) ||
	    !select_status(session, state, true))
		return false;
	begin_moment(&moment, rename);
	moment.call = &state->call;
	moment.stack = state->stack;
	moment.text = session->text ? &state->builder : NULL;
	/*
	 * If its success is selected as well, the exit shows it once more, in text as a second part
	 * of the line.
	 */
	if (select_status(session, state, false)) {
		if (state->renamed)
			return true;
		state->renamed = true;
		consumers_tell(session, TELL_EVENT, &moment);
		return true;
	}
	state->in_call = false;
	state->has_shown |= session_needs(session, NEED_LINES);
	consumers_tell(session, TELL_UNFINISHED, &moment);
	return true;
}

/* Shows that the thread that called execve goes on under the tid of its leader. */
static void show_rename(struct session *session, const struct event *event, struct tracee *former)
{
	struct event rename = *event;

	rename.kind = EVENT_RENAMED;
	rename.tracee = former;
	rename.tid = event->former_tid;
	rename.status = event->tid;
	if (!show_renamed_call(session, &rename))
		show(session, &rename);
}

static void on_superseded(struct session *session, struct moment *moment)
{
	const struct event *event = moment->event;
	struct tracee *former = engine_find(session->engine, event->former_tid);

	calls_abandon(session, event, false);
	if (former)
		show_rename(session, event, former);
	/* The two threads are one now, so this line may need no "[pid N]" prefix. */
	tracees_count(session, -1);
	show(session, event);
	tracees_count(session, 1);
	consumers_tell(session, TELL_EACH, moment);
	tracees_forget(session, event->tracee);
}

static void on_exec(struct session *session, struct moment *moment, struct verdict *verdict)
{
	const struct event *event = moment->event;
	struct tracee_state *state = tracees_get(session, event->tracee);

	state->launching = false;
	state->comm_ns = 0;
	if (session->stacks)
		stacks_note_exec(session->stacks, event->tracee);
	/* The first execve is that of the launch: -b execve does not apply to it. */
	verdict->detach = session->config->detach_on_execve && session->launched;
	session->launched = true;
	if (event->former_tid != event->tid) {
		show_rename(session, event, event->tracee);
		places_release(session, state->place);
		state->place = places_get(session, event->tid);
	}
	show(session, event);
	consumers_tell(session, TELL_EACH, moment);
}

/* On replay: the last call of the tracee, which may not be in the recording. */
static void replay_last_call(const struct event *event)
{
	struct tracee_state *state = tracees_of(event);

	if (!event->facts || !state)
		return;
	state->last_nr = event->facts->last_nr;
	state->last_ip = event->facts->last_ip;
}

/* An event that is shown, and means nothing for the call of its tracee. */
static void on_other(struct session *session, struct moment *moment)
{
	const struct event *event = moment->event;

	switch (event->kind) {
	case EVENT_GROUP_STOP:
		if (select_signal(session, event, event->signal))
			show(session, event);
		break;
	case EVENT_NEW:
	case EVENT_ATTACHED:
		tracees_get(session, event->tracee)->launching = false;
		gather_child_stacks(session, event);
		show(session, event);
		break;
	case EVENT_PERSONALITY:
		update_abi(session, event, tracees_get(session, event->tracee));
		break;
	default:
		show(session, event);
		break;
	}
	consumers_tell(session, TELL_EACH, moment);
}

static void handle(struct session *session, struct moment *moment, struct verdict *verdict)
{
	switch (moment->event->kind) {
	case EVENT_ENTER:
		on_enter(session, moment, verdict);
		break;
	case EVENT_EXIT:
		on_exit_of_call(session, moment, verdict);
		break;
	case EVENT_SIGNAL:
		on_signal(session, moment, verdict);
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
		on_gone(session, moment, false);
		break;
	case EVENT_SUPERSEDED:
		on_superseded(session, moment);
		break;
	case EVENT_EXEC:
		on_exec(session, moment, verdict);
		break;
	case EVENT_DETACHED:
		on_gone(session, moment, true);
		break;
	case EVENT_GROUP_STOP:
	case EVENT_NEW:
	case EVENT_ATTACHED:
	case EVENT_LOST:
	case EVENT_PERSONALITY:
	case EVENT_RENAMED:
		on_other(session, moment);
		break;
	}
}

void calls_handle(struct session *session, const struct event *event, struct verdict *verdict)
{
	bool first = event->tracee && !event->tracee->session;
	struct moment moment;
	struct event named;

	reading_begin(session, event);
	if (event->kind == EVENT_ENTER && !first)
		tracees_begin_call(event->tracee->session);
	/* Both sides of a request have names already. */
	if (event->tracee && !event->request && tracees_have_names(session)) {
		named = *event;
		tracees_find_names(session, &named);
		event = &named;
	}
	replay_last_call(event);
	begin_moment(&moment, event);
	moment.first = first;
	handle(session, &moment, verdict);
}
