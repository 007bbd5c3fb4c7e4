/* SPDX-License-Identifier: MIT */
/* -k and the summaries by stack: takes the stack of each selected call at its entry. */
#include "handle.h"

static void replay_stack(const struct event *event, struct tracee_state *state)
{
	stack_clear(state->stack);
	if (event->facts && event->facts->stack)
		stack_copy(state->stack, event->facts->stack);
}

void session_take_signal_stack(struct session *session, const struct event *event)
{
	if (session->stacks && (session->config->stacks || session->recorder))
		stacks_take(session->stacks, event->tracee, &session->signal_stack);
	if (!session->replays_stacks)
		return;
	stack_clear(&session->signal_stack);
	if (event->facts && event->facts->stack)
		stack_copy(&session->signal_stack, event->facts->stack);
}

void session_take_stack(struct session *session, const struct event *event,
			struct tracee_state *state)
{
	uint64_t began;

	if (session->replays_stacks)
		replay_stack(event, state);
	if (event->facts)
		state->call.entered_ns += event->facts->stack_ns;
	if (!session->stacks)
		return;
	began = now_ns();
	if (state->launching || !session_wants_stacks(session))
		stack_clear(state->stack);
	else if (state->in_call)
		stacks_take(session->stacks, event->tracee, state->stack);
	/* Unwinding reads files, at first for long: do not count that as time of the call. */
	session->facts.stack_ns = now_ns() - began;
	state->call.entered_ns += session->facts.stack_ns;
	state->launching = false;
	stacks_note_call(session->stacks, event->tracee, &state->call);
}
