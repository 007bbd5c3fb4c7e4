/* SPDX-License-Identifier: MIT */
/* -k and the summaries by stack: takes the stack of each selected call at its entry. */
#include "handle.h"

void session_take_stack(struct session *session, const struct event *event,
			struct tracee_state *state)
{
	uint64_t began;

	if (!session->stacks)
		return;
	began = now_ns();
	if (state->launching || !session_wants_stacks(session))
		stack_clear(state->stack);
	else if (state->in_call)
		stacks_take(session->stacks, event->tracee, state->stack);
	/* Unwinding reads files, at first for long: do not count that as time of the call. */
	state->call.entered_ns += now_ns() - began;
	state->launching = false;
	stacks_note_call(session->stacks, event->tracee, &state->call);
}
