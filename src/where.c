/* SPDX-License-Identifier: MIT */
/* Where calls are made: stacks, as the session needs them. */
#include "handle.h"

void session_take_stack(struct session *session, const struct event *event, struct follow_up *state)
{
	uint64_t began;

	if (!session->stacks)
		return;
	began = now_ns();
	if (state->launching)
		stack_clear(state->stack);
	else if (state->in_call)
		stacks_take(session->stacks, event->tracee, state->stack);
	/* The first stacks read files: that is no time that the call took. */
	state->call.entered_ns += now_ns() - began;
	state->launching = false;
	stacks_note_call(session->stacks, event->tracee, &state->call);
}
