/* SPDX-License-Identifier: MIT */
/* Handles events: passes each one through filter and decode to a writer. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/syscalls.h"

/* With more tracees the buffers of idle ones are returned to a pool. */
#define FEW_TRACEES 64

struct channel *session_channel(const struct session *session, const struct tracee *tracee)
{
	const struct tracee_state *state = tracee ? tracee->session : NULL;

	return state ? state->channel : session->channels.shared;
}

/* With --record the answers of the tracee are kept. */
static const struct fetch *session_fetch(const struct session *session, const struct event *event)
{
	return session->recorder ? &session->asked : &event->tracee->fetch;
}

struct decode session_decoder(const struct session *session, const struct event *event,
			      struct tracee_state *state)
{
	return (struct decode){
		.config = &session->decoding,
		.cache = session->decode_cache,
		.fetch = session_fetch(session, event),
		.sink = &state->channel->writer->sink,
		.builder = &state->builder,
		.call = &state->call,
		.snapshot = &state->snapshot,
	};
}

/*
 * Replaces a multiplexer (socketcall, ipc) by the real call, and reads arguments from memory where the
 * ABI passes them there. A multiplexer stays as it is, for the filter too, if its arguments cannot be
 * read. The memory of a call that is not selected is not read, unless the selection depends on it.
 */
static void resolve_call(const struct session *session, const struct event *event,
			 struct call *call)
{
	const struct config *config = session->config;
	enum syscall_id real = call->id;

	if (!call->row || !(call->row->flags & (CALL_MULTIPLEX | CALL_MEMORY_ARGS)))
		return;
	if (call->row->flags & CALL_MULTIPLEX)
		real = filter_real_call(call->id, event->args[0]);
	/* decode_resolve() does not read the arguments of a raw call. */
	call->raw = call_set_has(&config->raw, call->id, call->abi);
	if (real != call->id || call_set_has(&config->trace, real, call->abi))
		decode_resolve(session_fetch(session, event), call, real);
}

/* On replay: what was done to the call when it was recorded. */
static void replay_facts(struct tracee_state *state, const struct event *event)
{
	const struct event_facts *facts = event->facts;
	struct call *call = &state->call;
	struct rare_state *rare;

	if (!facts)
		return;
	call->injected_args |= facts->injected_args;
	call->injected_result |= facts->injected_result;
	call->delayed |= facts->delayed;
	if (!facts->denied)
		return;
	rare = session_get_rare_state(state);
	free(rare->denied);
	rare->denied = xstrdup(facts->denied);
	call->denied = rare->denied;
}

/* Initializes state->call from the event of its entry. */
static void begin_call(const struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	struct call *call = &state->call;

	*call = (struct call){
		.abi = event->abi ? event->abi : state->abi,
		.nr = event->nr,
		.ip = event->ip,
		.sp = event->sp,
		.entered = event->real,
		.entered_ns = event->mono_ns,
	};
	memcpy(call->args, event->args, sizeof(call->args));
	if (event->abi) {
		call->id = abi_syscall(call->abi, call->nr);
		call->row = syscall_row(call->id, call->abi);
		call->name = syscall_name(call->id);
		if (event->resumes)
			call->resumed = syscall_name(abi_syscall(call->abi, event->resumed_nr));
	}
	resolve_call(session, event, call);
	replay_facts(state, event);
	call->raw = call_set_has(&session->config->raw, call->id, call->abi);
}

/*
 * Returns whether an event is not shown. With -c the messages about attached and detached processes
 * remain, as in strace, but not as JSON records, which would stand between the records of the table.
 */
static bool is_silent(const struct config *config, const struct event *event)
{
	if (!config->silent)
		return false;
	if (!config->summary || config->format != FORMAT_TEXT)
		return true;
	return event->kind != EVENT_NEW && event->kind != EVENT_ATTACHED &&
	       event->kind != EVENT_DETACHED && event->kind != EVENT_PERSONALITY;
}

/*
 * Whether nothing of a tracee was shown that --system, --cgroup, --comm or --uid selects. Thousands of threads may be selected,
 * and only few make a call of -e trace: what else happens to the others is noise.
 */
static bool is_bystander(const struct session *session, const struct tracee_state *state)
{
	return bpf_selects(&session->config->engine.targets) && (!state || !state->has_shown);
}

/* The living tracees that share the output. Those that no event has reported count as one more, so that "[pid N]" is shown. */
static size_t count_sharing(const struct session *session)
{
	return session->channels.shared ? session->n_shown + session->unseen : 0;
}

/* The record of the current call of a tracee. */
static struct record call_record(const struct session *session, const struct event *event,
				 struct tracee_state *state)
{
	return (struct record){
		.event = event,
		.call = &state->call,
		.builder = &state->builder,
		.stack = session->config->stacks ? state->stack : NULL,
		.tracees = count_sharing(session),
	};
}

/* Passes an event to the writer of its tracee. */
static void show(struct session *session, const struct event *event)
{
	struct tracee_state *state = event->tracee ? event->tracee->session : NULL;
	struct channel *channel = session_channel(session, event->tracee);
	const struct record record = {
		.event = event,
		.builder = state ? &state->builder : NULL,
		.tracees = count_sharing(session),
	};

	if (is_bystander(session, state) && event->kind != EVENT_LOST &&
	    event->kind != EVENT_ATTACHED &&
	    !(event->kind == EVENT_KILLED && session->config->signals_given))
		return;
	session_export_event(session, event);
	if (is_silent(session->config, event) || !channel)
		return;
	channel->writer->ops->event(channel->writer, &record);
}

/* Records the ABI of a call, and shows a change of it. As in strace, -e trace does not hide that. */
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

/* A call is shown now, and with it what happens to its tracee from now on. */
static void note_shown(struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	state->has_shown = true;
	update_abi(session, event, state);
}

/* Copies the options of the current call to session->decoding, which session_decoder() uses. */
static void set_decoding(struct session *session, const struct tracee_state *state)
{
	session->decoding.verbose = state->verbose;
	session->decoding.shallow = state->shallow;
}

/* With many tracees, returns the buffers of a tracee that shows nothing now to the pool. */
static void return_buffers(struct session *session, struct tracee_state *state)
{
	if (session->n_shown <= FEW_TRACEES)
		return;
	builder_return_buffers(&state->builder, &session->pool);
	if (!state->in_call)
		entry_snapshot_free(&state->snapshot);
}

static void on_enter(struct session *session, const struct event *event, struct verdict *verdict)
{
	const struct config *config = session->config;
	struct tracee_state *state = session_get_state(session, event->tracee);
	const struct call *call = &state->call;
	struct decode decode;
	struct record record;

	if (!is_bystander(session, state))
		update_abi(session, event, state);
	state->builder.line.nr = event->nr;
	state->builder.line.ip = event->ip;
	begin_call(session, event, state);
	state->in_call = call_set_has(&config->trace, call->id, call->abi);
	if (session->policy)
		policy_add(session->policy, event->abi, event->nr, event->args);
	if (state->in_call && session->trial)
		state->in_call =
			call->abi && session_try_policy(session, event, &state->call, verdict);
	if (state->in_call && session->watch)
		state->in_call = session_matches_targets(session, event, state);
	state->injection = NULL;
	if (state->in_call && config->n_injections)
		session_tamper_at_entry(session, event, state, verdict);
	if (session->entries_only)
		state->in_call = false;
	verdict->want_exit = state->in_call;
	if (config->engine.cpu_times)
		session_get_rare_state(state)->system_ns = event->system_ns;
	session_take_stack(session, event, state);
	session_ask_at_entry(session, event, state);
	if (state->in_call)
		session_begin_subject(session, event, state);
	if (!state->in_call || (config->silent && !session->exports))
		return;
	if (config->status == STATUS_ALL)
		note_shown(session, event, state);
	state->verbose = !call_set_has(&config->abbrev, call->id, call->abi);
	state->shallow = !call_set_has(&config->verbose, call->id, call->abi);
	set_decoding(session, state);
	session_export_entry(session, event, state);
	if (config->silent)
		return;
	builder_take_buffers(&state->builder, &session->pool);
	builder_reset(&state->builder);
	decode = session_decoder(session, event, state);
	decode_enter(&decode);
	record = call_record(session, event, state);
	state->channel->writer->ops->entered(state->channel->writer, &record);
	if (!state->builder.n)
		return_buffers(session, state);
}

static bool status_wanted(const struct session *session, unsigned status)
{
	return session->config->status & status;
}

/* Counts a call that has returned in the tables of its channel and for the live screen. */
static void count(struct session *session, const struct event *event, struct tracee_state *state)
{
	uint64_t system_ns = event->system_ns - session_get_rare_state(state)->system_ns;
	const struct summary_subject *subject = session_finish_subject(session, event, state);

	channel_count(state->channel, &state->call, system_ns, subject);
	session_count_live(session, state, system_ns, subject);
}

static void on_exit_of_call(struct session *session, const struct event *event,
			    struct verdict *verdict)
{
	struct tracee_state *state = session_get_state(session, event->tracee);
	struct call *call = &state->call;
	struct decode decode;
	struct record record;

	if (!state->in_call)
		return;
	state->in_call = false;
	call->returned = true;
	call->is_error = event->is_error;
	call->result = event->result;
	call->returned_ns = event->mono_ns;
	replay_facts(state, event);
	session_tamper_at_exit(session, event, state, verdict);
	session_ask_at_exit(session, event, state);
	if (!status_wanted(session, call->is_error ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return;
	if (state->channel->summary)
		count(session, event, state);
	if (session->exports) {
		if (!state->has_shown)
			note_shown(session, event, state);
		set_decoding(session, state);
		session_export_exit(session, event, state,
				    session_finish_subject(session, event, state));
	}
	session->n_calls++;
	if (session->report.tree)
		call_tree_add(session->report.tree, call, state->stack);
	if (session->config->silent)
		return;
	if (!state->has_shown)
		note_shown(session, event, state);
	builder_take_buffers(&state->builder, &session->pool);
	set_decoding(session, state);
	decode = session_decoder(session, event, state);
	decode_exit(&decode);
	record = call_record(session, event, state);
	state->channel->writer->ops->exited(state->channel->writer, &record);
	if (session->dumping)
		session_dump_data(session, event, state->channel->writer, &decode);
	return_buffers(session, state);
}

/* Ends the current call of a tracee that will have no exit: the tracee has ended or was detached. */
static void abandon_call(struct session *session, const struct event *event, unsigned status)
{
	struct tracee_state *state = event->tracee ? event->tracee->session : NULL;
	struct writer *writer;
	struct record record;

	if (!state || !state->in_call)
		return;
	state->in_call = false;
	if (!status_wanted(session, status))
		return;
	state->has_shown |= session->exports || !session->config->silent;
	session_export_unfinished(session, event, state);
	if (session->config->silent)
		return;
	writer = state->channel->writer;
	record = call_record(session, event, state);
	writer->ops->unfinished(writer, &record);
}

static void on_signal(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct tracee_state *state = session_get_state(session, event->tracee);
	struct decode decode = session_decoder(session, event, state);
	struct record record;

	verdict->signal = event->signal;
	session_take_signal_stack(session, event);
	session_ask_at_signal(session, event, state);
	if (!(session->config->signals >> (event->signal - 1) & 1) ||
	    (is_bystander(session, state) && !session->config->signals_given))
		return;
	session_export_signal(session, event, state);
	if (session->config->silent)
		return;
	builder_reset(&session->signal_builder);
	session->signal_builder.line = state->builder.line;
	decode.builder = &session->signal_builder;
	decode.config = &session->config->decode;
	decode_siginfo(&decode, session->native, &event->siginfo, sizeof(event->siginfo));
	record = (struct record){
		.event = event,
		.builder = &session->signal_builder,
		.stack = session->config->stacks ? &session->signal_stack : NULL,
		.tracees = count_sharing(session),
	};
	state->channel->writer->ops->event(state->channel->writer, &record);
}

static void on_gone(struct session *session, const struct event *event, unsigned status)
{
	abandon_call(session, event, status);
	/* As in strace, -e signal hides also the ends by signals that it does not select. */
	if (event->kind != EVENT_KILLED || session->config->signals >> (event->status - 1) & 1)
		show(session, event);
	if (session->stacks && event->tid == event->tracee->tgid)
		stacks_forget(session->stacks, event->tid);
	session_end_capture(session, event);
	session_free_state(session, event->tracee);
}

/* Shows that the thread that called execve goes on under the tid of its leader. */
static void show_rename(struct session *session, const struct event *event, struct tracee *former)
{
	struct event rename = *event;

	rename.kind = EVENT_RENAMED;
	rename.tracee = former;
	rename.tid = event->former_tid;
	rename.status = event->tid;
	show(session, &rename);
}

static void on_superseded(struct session *session, const struct event *event)
{
	struct tracee *former = tracee_find(&session->engine->tracees, event->former_tid);

	abandon_call(session, event, STATUS_UNFINISHED);
	if (former)
		show_rename(session, event, former);
	/* The two threads are one now, so this line may need no "[pid N]" prefix. */
	session_count_tracees(session, -1);
	show(session, event);
	session_count_tracees(session, 1);
	session_end_capture(session, event);
	session_free_state(session, event->tracee);
}

static void on_exec(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct tracee_state *state = session_get_state(session, event->tracee);

	state->launching = false;
	session_forget_comm(state);
	if (session->stacks)
		stacks_note_exec(session->stacks, event->tracee);
	/* The first execve is that of the launch: -b execve does not apply to it. */
	verdict->detach = session->config->detach_on_execve && session->launched;
	session->launched = true;
	if (event->former_tid != event->tid) {
		show_rename(session, event, event->tracee);
		session_leave_channel(session, state);
		state->channel = channel_open(&session->channels, event->tid, true);
	}
	show(session, event);
}

/* On replay: the last call of the tracee, which may not be in the recording. */
static void replay_last_call(const struct event *event)
{
	struct tracee_state *state = event->tracee ? event->tracee->session : NULL;

	if (!event->facts || !state)
		return;
	state->builder.line.nr = event->facts->last_nr;
	state->builder.line.ip = event->facts->last_ip;
}

static void handle(struct session *session, const struct event *event, struct verdict *verdict)
{
	replay_last_call(event);
	switch (event->kind) {
	case EVENT_ENTER:
		on_enter(session, event, verdict);
		break;
	case EVENT_EXIT:
		on_exit_of_call(session, event, verdict);
		break;
	case EVENT_SIGNAL:
		on_signal(session, event, verdict);
		break;
	case EVENT_GROUP_STOP:
		if (session->config->signals >> (event->signal - 1) & 1)
			show(session, event);
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
		on_gone(session, event, STATUS_UNFINISHED);
		break;
	case EVENT_SUPERSEDED:
		on_superseded(session, event);
		break;
	case EVENT_EXEC:
		on_exec(session, event, verdict);
		break;
	case EVENT_DETACHED:
		on_gone(session, event, STATUS_DETACHED);
		break;
	case EVENT_NEW:
	case EVENT_ATTACHED:
		session_get_state(session, event->tracee)->launching = false;
		show(session, event);
		break;
	case EVENT_LOST:
		show(session, event);
		break;
	case EVENT_PERSONALITY:
		update_abi(session, event, session_get_state(session, event->tracee));
		break;
	case EVENT_RENAMED:
		show(session, event);
		break;
	}
}

void session_handle(struct session *session, const struct event *event, struct verdict *verdict)
{
	const struct decode_config *wanted = &session->config->decode;
	struct event named;

	session->last_ns = event->mono_ns;
	session_begin_capture(session, event);
	if ((wanted->pid_comms || wanted->contexts) && event->tracee && !session->config->summary) {
		named = *event;
		if (wanted->pid_comms)
			named.comm =
				session_get_comm(session_get_state(session, event->tracee), event);
		if (wanted->contexts)
			named.context =
				session_get_context(session,
						    session_get_state(session, event->tracee),
						    event);
		event = &named;
	}
	handle(session, event, verdict);
	session_end_capture(session, event);
}
