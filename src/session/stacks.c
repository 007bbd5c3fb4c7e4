/* SPDX-License-Identifier: MIT */
/* -k and the summaries by stack: takes the stack of each selected call at its entry. */
#include <stdlib.h>

#include "scry/tracee.h"
#include "session/session.h"

/* Returns false after a message if stacks are needed and the recording has none. */
static bool replay_stacks(struct session *session)
{
	const struct config *config = session->config;
	struct recording *recording = config->engine.recording;
	uint64_t kept = record_info_number(recording_info(recording), "stacks");

	session->host.has_stacks = kept;
	if (kept == 1 && config->stack.source)
		warn("-kk/--stack-trace=source: the recording has no source lines; --record keeps "
		     "them with -kk");
	if (kept)
		recording_want_stacks(recording, &config->stack);
	else
		warn("-k/--stack-trace: the recording has no stacks; --record keeps them with -k");
	return kept;
}

bool gather_prepare_stacks(struct session *session)
{
	char *why;

	if (!session_needs(session, NEED_STACK))
		return true;
	if (session->engine_config.kind->recorded)
		return replay_stacks(session);
	if (session->engine && session->engine->no_stacks) {
		warn("-k/--stack-trace: stacks cannot be had: %s", session->engine->no_stacks);
		return false;
	}
	session->stacks = stacks_new(&session->config->stack, &why);
	session->host.has_stacks = session->stacks;
	if (session->stacks)
		return true;
	warn("-k/--stack-trace: stacks cannot be had: %s", why);
	free(why);
	return false;
}

static void replay_stack(const struct event *event, struct stack *stack)
{
	stack_clear(stack);
	if (event->facts && event->facts->stack)
		stack_copy(stack, event->facts->stack);
}

/*
 * Unwinding reads files, which takes long at first. This time does not count as time of the call.
 */
static void take_stack(struct session *session, struct tracee_state *state, struct moment *moment)
{
	struct tracee *tracee = moment->event->tracee;
	uint64_t began = now_ns();

	if (state->launching || !session_needs(session, NEED_STACK))
		stack_clear(state->stack);
	else if (state->in_call)
		stacks_take(session->stacks, tracee, state->stack);
	/* A tracee that runs on does not wait for it. */
	moment->stack_ns = tracee->fetch.ops->stack ? 0 : now_ns() - began;
	state->call.entered_ns += moment->stack_ns;
	state->launching = false;
	stacks_note_call(session->stacks, tracee, &state->call);
}

void gather_stack(struct session *session, struct tracee_state *state, struct moment *moment)
{
	const struct event *event = moment->event;

	/* No code of the tracee makes a request at this moment. */
	if (event->request)
		return;
	if (event->facts)
		state->call.entered_ns += event->facts->stack_ns;
	if (session->stacks)
		take_stack(session, state, moment);
	else if (session->host.has_stacks)
		replay_stack(event, state->stack);
}

void gather_child_stacks(struct session *session, const struct event *event)
{
	struct tracee *parent = session->stacks && event->kind == EVENT_NEW
					? engine_find(session->engine, event->parent_tid)
					: NULL;

	if (parent)
		stacks_note_child(session->stacks, parent, event->tracee);
}

void gather_signal_stack(struct session *session, struct moment *moment)
{
	if (!session->host.has_stacks)
		return;
	if (!session->stacks)
		replay_stack(moment->event, &session->signal_stack);
	else if (session_needs(session, NEED_SIGNAL_STACK))
		stacks_take(session->stacks, moment->event->tracee, &session->signal_stack);
	else
		return;
	moment->stack = &session->signal_stack;
}
