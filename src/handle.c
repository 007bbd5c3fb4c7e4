/* SPDX-License-Identifier: MIT */
/* Events, one by one, through filter and decode to a sink. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/syscalls.h"

#define FEW_TRACEES 64

static void count_tracees(struct session *session, int change)
{
	session->n_shown += (size_t)change;
	if (session->channels.shared)
		sink_text_set_tracees(session->channels.shared->sink, session->n_shown);
}

static struct follow_up *follow_up(struct session *session, struct tracee *tracee)
{
	if (!tracee->session) {
		struct follow_up *made = xcalloc(1, sizeof(*made));

		/* A process that had its number may have gone unseen. */
		if (session->stacks && tracee->tid == tracee->tgid)
			stacks_forget(session->stacks, tracee->tgid);
		made->launching = true; /* all others are announced first */
		made->abi = abi_native();
		if (session->stacks)
			made->stack = xcalloc(1, sizeof(*made->stack));
		made->channel = channel_open(&session->channels, tracee->tid, false);
		tracee->session = made;
		count_tracees(session, 1);
	}
	return tracee->session;
}

static void forget(struct session *session, struct tracee *tracee)
{
	struct follow_up *gone = tracee->session;

	if (!gone)
		return;
	channel_release(&session->channels, gone->channel);
	builder_free(&gone->builder);
	entry_snapshot_free(&gone->memo);
	if (gone->stack)
		stack_free(gone->stack);
	free(gone->stack);
	session_forget_noted(gone);
	free(gone);
	tracee->session = NULL;
	count_tracees(session, -1);
}

struct channel *session_channel(const struct session *session, const struct tracee *tracee)
{
	const struct follow_up *state = tracee ? tracee->session : NULL;

	return state ? state->channel : session->channels.shared;
}

/* The next decode shows structs as -e abbrev and -e verbose say for this tracee's call. */
static void use_decoding(struct session *session, const struct follow_up *state)
{
	session->decoding.verbose = state->verbose;
	session->decoding.shallow = state->shallow;
}

struct decode session_decoder(const struct session *session, const struct event *event,
			      struct follow_up *state)
{
	return (struct decode){
		.config = &session->decoding,
		.cache = session->decode_cache,
		.fetch = &event->tracee->fetch,
		.sink = state->channel->sink,
		.call = &state->call,
		.memo = &state->memo,
	};
}

/*
 * Makes of socketcall and ipc the calls that they stand for, since these are filtered and shown, and reads arguments
 * that are in memory; only if the call may be selected.
 */
static void resolve_call(const struct session *session, const struct event *event,
			 struct call *call)
{
	enum syscall_id real = call->id;

	call->raw = call_set_has(&session->config->raw, real, call->abi);
	if (!call->row || !(call->row->flags & (CALL_MULTIPLEX | CALL_MEMORY_ARGS)))
		return;
	if (call->row->flags & CALL_MULTIPLEX)
		real = filter_real_call(call->id, event->args[0]);
	call->raw = call_set_has(&session->config->raw, real, call->abi);
	/* One whose arguments cannot be read stays a socketcall, also for the filter. */
	if (real != call->id || call_set_has(&session->config->trace, real, call->abi))
		decode_resolve(&event->tracee->fetch, call, real);
	if (call->id != real)
		call->raw = call_set_has(&session->config->raw, call->id, call->abi);
}

/* Returns whether the call is selected. */
static bool call_begin(struct session *session, const struct event *event, struct follow_up *state)
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
	}
	resolve_call(session, event, call);
	return call_set_has(&session->config->trace, call->id, call->abi);
}

/* -c says who comes and goes, as strace does; records would be in the way of counts. */
static bool is_silent(const struct config *config, const struct event *event)
{
	if (!config->silent)
		return false;
	if (!config->summary || config->format != FORMAT_TEXT)
		return true;
	return event->kind != EVENT_NEW && event->kind != EVENT_ATTACHED &&
	       event->kind != EVENT_DETACHED && event->kind != EVENT_PERSONALITY;
}

/* The sink finds what the tracee did last in its record builder; of a strange tracee it knows nothing. */
static void show(struct session *session, const struct event *event)
{
	struct follow_up *state = event->tracee ? event->tracee->session : NULL;
	struct channel *channel = session_channel(session, event->tracee);

	if (is_silent(session->config, event) || !channel)
		return;
	channel->sink->builder = state ? &state->builder : NULL;
	channel->sink->stack = NULL;
	channel->sink->ops->event(channel->sink, event);
}

/* strace prints a change of personality under every -e trace. */
static void note_personality(struct session *session, const struct event *event,
			     struct follow_up *state)
{
	struct event change;

	if (!event->abi || event->abi == state->abi)
		return;
	state->abi = event->abi;
	change = *event;
	change.kind = EVENT_PERSONALITY;
	show(session, &change);
}

static void choose_decoding(const struct session *session, struct follow_up *state)
{
	const struct config *config = session->config;
	const struct call *call = &state->call;

	state->verbose = !call_set_has(&config->abbrev, call->id, call->abi);
	state->shallow = !call_set_has(&config->verbose, call->id, call->abi);
}

static void choose_sink(const struct session *session, struct follow_up *state)
{
	struct sink *sink = state->channel->sink;

	sink->builder = &state->builder;
	sink->stack = session->config->stacks ? state->stack : NULL;
}

/* Who says nothing needs no memory for it; that is worth the while among many. */
static void lend_memory(struct session *session, struct follow_up *state)
{
	if (session->n_shown <= FEW_TRACEES)
		return;
	builder_return_buffers(&state->builder, &session->pool);
	if (!state->in_call)
		entry_snapshot_free(&state->memo);
}

static void on_enter(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct decode decode;

	note_personality(session, event, state);
	state->builder.line.nr = event->nr;
	state->builder.line.ip = event->ip;
	state->in_call = call_begin(session, event, state);
	if (state->in_call && session->watch)
		state->in_call = look_for_targets(session, event, state);
	state->injection = NULL;
	if (state->in_call && session->config->n_injections)
		tamper_with_entry(session, event, state, verdict);
	verdict->want_exit = state->in_call;
	if (session->config->engine.cpu_times)
		session_noted(state)->system_ns = event->system_ns;
	session_take_stack(session, event, state);
	if (!state->in_call || session->config->silent)
		return;
	choose_decoding(session, state);
	builder_take_buffers(&state->builder, &session->pool);
	builder_reset(&state->builder);
	use_decoding(session, state);
	decode = session_decoder(session, event, state);
	choose_sink(session, state);
	decode_enter(&decode);
	decode.sink->ops->entered(decode.sink, event, &state->call);
	if (!state->builder.n)
		lend_memory(session, state);
}

static bool status_wanted(const struct session *session, unsigned status)
{
	return session->config->status & status;
}

static void on_exit_of_call(struct session *session, const struct event *event,
			    struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct call *call = &state->call;
	struct decode decode;

	if (!state->in_call)
		return;
	state->in_call = false;
	call->returned = true;
	call->is_error = event->is_error;
	call->result = event->result;
	call->returned_ns = event->mono_ns;
	tamper_with_exit(session, event, state, verdict);
	if (!status_wanted(session, call->is_error ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return;
	if (state->channel->summary)
		summary_add(state->channel->summary, call,
			    event->system_ns - session_noted(state)->system_ns);
	session->n_calls++;
	if (session->report.tree)
		call_tree_add(session->report.tree, call, state->stack);
	if (session->config->silent)
		return;
	builder_take_buffers(&state->builder, &session->pool);
	use_decoding(session, state);
	decode = session_decoder(session, event, state);
	choose_sink(session, state);
	decode_exit(&decode);
	decode.sink->ops->exited(decode.sink, event, call);
	if (session->dumping)
		look_at_data(session, event, &decode);
	lend_memory(session, state);
}

/* The call that the tracee was in will not be seen to return. */
static void end_call(struct session *session, const struct event *event, unsigned status)
{
	struct follow_up *state = event->tracee ? event->tracee->session : NULL;
	struct sink *sink;

	if (!state || !state->in_call)
		return;
	state->in_call = false;
	if (session->config->silent || !status_wanted(session, status))
		return;
	choose_sink(session, state);
	sink = state->channel->sink;
	sink->ops->unfinished(sink, event, &state->call);
}

static void on_signal(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct decode decode = session_decoder(session, event, state);

	verdict->signal = event->signal;
	if (session->config->silent || !(session->config->signals >> (event->signal - 1) & 1))
		return;
	builder_reset(&session->signal_builder);
	session->signal_builder.line = state->builder.line;
	decode.sink->builder = &session->signal_builder;
	if (session->config->stacks)
		stacks_take(session->stacks, event->tracee, &session->signal_stack);
	decode.sink->stack = session->config->stacks ? &session->signal_stack : NULL;
	decode.config = &session->config->decode;
	decode_siginfo(&decode, abi_native(), &event->siginfo, sizeof(event->siginfo));
	decode.sink->ops->event(decode.sink, event);
}

static void on_gone(struct session *session, const struct event *event, unsigned status)
{
	end_call(session, event, status);
	show(session, event);
	if (session->stacks && event->tid == event->tracee->tgid)
		stacks_forget(session->stacks, event->tid);
	forget(session, event->tracee);
}

/* The thread that called execve lives on under the number of its leader. */
static void note_rename(struct session *session, const struct event *event, struct tracee *former)
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

	end_call(session, event, STATUS_UNFINISHED);
	if (former)
		note_rename(session, event, former);
	/* Of the two only one is left. */
	count_tracees(session, -1);
	show(session, event);
	count_tracees(session, 1);
	forget(session, event->tracee);
}

/* The first one is that of the command itself. */
static void on_exec(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);

	state->launching = false;
	if (session->stacks)
		stacks_note_exec(session->stacks, event->tracee);
	verdict->detach = session->config->detach_on_execve && session->launched;
	session->launched = true;
	if (event->former_tid != event->tid) {
		note_rename(session, event, event->tracee);
		channel_release(&session->channels, state->channel);
		state->channel = channel_open(&session->channels, event->tid, true);
	}
	show(session, event);
}

static void handle(struct session *session, const struct event *event, struct verdict *verdict)
{
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
		follow_up(session, event->tracee)->launching = false;
		show(session, event);
		break;
	case EVENT_LOST:
	case EVENT_PERSONALITY:
	case EVENT_RENAMED:
		show(session, event);
		break;
	}
}

void session_handle(struct session *session, const struct event *event, struct verdict *verdict)
{
	const struct decode_config *asked = &session->config->decode;
	struct event named;

	if ((asked->pid_comms || asked->contexts) && event->tracee && !session->config->summary) {
		named = *event;
		if (asked->pid_comms)
			named.comm = look_up_comm(follow_up(session, event->tracee), event->tid);
		if (asked->contexts)
			named.context = look_up_context(session, follow_up(session, event->tracee),
							event->tid);
		event = &named;
	}
	handle(session, event, verdict);
}
