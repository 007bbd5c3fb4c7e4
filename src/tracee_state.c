/* SPDX-License-Identifier: MIT */
/* The state of the session about each tracee: from the first event to the last. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/tracee.h"
#include "scry/type.h"

/* The command name of a tracee is looked up again after this time, because other threads can change it. */
#define COMM_AGE_NS 10000000u

void session_count_tracees(struct session *session, int change)
{
	session->n_shown += (size_t)change;
}

void session_count_unseen(struct session *session, bool unseen)
{
	session->unseen = unseen;
}

struct tracee_state *session_get_state(struct session *session, struct tracee *tracee)
{
	struct tracee_state *made;

	if (tracee->session)
		return tracee->session;
	made = xcalloc(1, sizeof(*made));
	/* The pid may be reused, and the engine may have missed the end of the former process. */
	if (session->stacks && tracee->tid == tracee->tgid)
		stacks_forget(session->stacks, tracee->tgid);
	/* Only the command has neither EVENT_NEW nor EVENT_ATTACHED, which reset this. */
	made->launching = true;
	made->abi = session->native;
	if (session->stacks || session->replays_stacks)
		made->stack = xcalloc(1, sizeof(*made->stack));
	made->channel = channel_open(&session->channels, tracee->tid, false);
	tracee->session = made;
	session_count_tracees(session, 1);
	return made;
}

static void free_rare_state(struct rare_state *rare)
{
	if (!rare)
		return;
	free(rare->comm);
	free(rare->denied);
	free(rare->context);
	free(rare->recorded_context);
	entry_snapshot_free(&rare->asked_snapshot);
	free(rare->invocations);
	if (rare->subject)
		summary_subject_free(rare->subject);
	free(rare->subject);
	entry_snapshot_free(&rare->subject_snapshot);
	if (rare->exported) {
		builder_free(&rare->exported->builder);
		entry_snapshot_free(&rare->exported->snapshot);
	}
	free(rare->exported);
	free(rare);
}

void session_leave_channel(struct session *session, struct tracee_state *state)
{
	state->channel->writer->ops->forget(state->channel->writer, &state->builder);
	channel_release(&session->channels, state->channel);
}

void session_free_state(struct session *session, struct tracee *tracee)
{
	struct tracee_state *gone = tracee->session;

	if (!gone)
		return;
	session_leave_channel(session, gone);
	builder_free(&gone->builder);
	entry_snapshot_free(&gone->snapshot);
	if (gone->stack)
		stack_free(gone->stack);
	free(gone->stack);
	free_rare_state(gone->rare);
	free(gone);
	tracee->session = NULL;
	session_count_tracees(session, -1);
}

struct rare_state *session_get_rare_state(struct tracee_state *state)
{
	if (!state->rare)
		state->rare = xcalloc(1, sizeof(*state->rare));
	return state->rare;
}

/* Fills comm, without a NUL. Returns the length; -1: the tracee is gone. */
static ssize_t look_up_comm(const struct event *event, char comm[COMM_CAPACITY])
{
	const char *known = event->facts ? event->facts->comm : event->reported_comm;
	size_t len;

	if (!event->facts && !known)
		return tracee_comm(event->tid, comm, COMM_CAPACITY - 1);
	if (!known)
		return -1;
	len = strnlen(known, COMM_CAPACITY - 1);
	memcpy(comm, known, len);
	return (ssize_t)len;
}

static ssize_t look_up_context(const struct event *event, char context[CONTEXT_CAPACITY])
{
	size_t len;

	if (!event->facts)
		return tracee_context(event->tid, context, CONTEXT_CAPACITY);
	if (!event->facts->context)
		return -1;
	len = strnlen(event->facts->context, CONTEXT_CAPACITY);
	memcpy(context, event->facts->context, len);
	return (ssize_t)len;
}

const char *session_get_comm(struct tracee_state *state, const struct event *event)
{
	struct rare_state *rare = session_get_rare_state(state);
	char comm[COMM_CAPACITY];
	ssize_t len = look_up_comm(event, comm);

	/* With bpf the tracee runs on: a second look-up for this event could find another name. */
	rare->comm_ns = event->mono_ns;
	if (len <= 0)
		return rare->comm;
	comm[len] = '\0';
	if (!rare->comm || strcmp(rare->comm, comm)) {
		free(rare->comm);
		rare->comm = xstrdup(comm);
	}
	return rare->comm;
}

const char *session_get_recent_comm(struct tracee_state *state, const struct event *event)
{
	struct rare_state *rare = session_get_rare_state(state);
	const struct syscall *row = state->call.row;

	if (!rare->comm || event->reported_comm || event->mono_ns - rare->comm_ns > COMM_AGE_NS ||
	    (row && row->flags & CALL_RENAMES))
		session_get_comm(state, event);
	return rare->comm;
}

const char *session_get_context(const struct session *session, struct tracee_state *state,
				const struct event *event)
{
	struct rare_state *rare = session_get_rare_state(state);
	char bytes[CONTEXT_CAPACITY];
	ssize_t len = look_up_context(event, bytes);
	size_t shown = len > 0 ? (size_t)len : 0;
	const char *context = decode_context(session->config->decode.contexts, bytes, &shown);

	if (!context)
		return rare->context;
	free(rare->context);
	rare->context = xstrndup(context, shown);
	return rare->context;
}
