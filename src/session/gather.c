/* SPDX-License-Identifier: MIT */
/* Finds out what consumers need of a call or a signal, and what its event does not have. */
#include <stdlib.h>

#include "session/session.h"

/* With more tracees the buffers of idle ones are returned to a pool. */
#define FEW_TRACEES 64

/* Sets how the current call is decoded: -e abbrev, -e verbose. */
static void set_decoding(struct session *session, const struct call *call)
{
	const struct config *config = session->config;

	session->decoding.verbose = !call_set_has(&config->abbrev, call->id, call->abi);
	session->decoding.shallow = !call_set_has(&config->verbose, call->id, call->abi);
}

/*
 * Decodes the entry or the exit of the call to segments of text, which all consumers with NEED_TEXT
 * share.
 */
static void gather_text(struct session *session, const struct event *event,
			struct tracee_state *state, void (*side)(const struct decode *decode))
{
	struct decode decode = reading_decoder(session, event, state);

	decode.sink = &session->text->sink;
	decode.builder = &state->builder;
	decode.snapshot = &state->snapshot;
	builder_take_buffers(&state->builder, &session->pool);
	side(&decode);
	builder_end_segment(&state->builder);
}

void gather_entry(struct session *session, struct tracee_state *state, struct moment *moment)
{
	subjects_begin(session, moment->event, state);
	if (!session_needs(session, NEED_TEXT | NEED_DECODE))
		return;
	set_decoding(session, &state->call);
	if (!session->text)
		return;
	builder_reset(&state->builder);
	gather_text(session, moment->event, state, decode_enter);
	moment->text = &state->builder;
}

void gather_exit(struct session *session, struct tracee_state *state, struct moment *moment)
{
	moment->stack = state->stack;
	moment->system_ns = moment->event->system_ns - state->system_ns;
	moment->subject = subjects_finish(session, moment->event, state);
	if (!session_needs(session, NEED_TEXT | NEED_DECODE))
		return;
	set_decoding(session, &state->call);
	if (!session->text)
		return;
	gather_text(session, moment->event, state, decode_exit);
	moment->text = &state->builder;
}

void gather_unfinished(struct session *session, struct tracee_state *state, struct moment *moment)
{
	const struct event *event = moment->event;

	moment->stack = state->stack;
	moment->text = session->text ? &state->builder : NULL;
	if (event->kind != EVENT_DETACHED)
		return;
	if (event->system_ns > state->system_ns)
		moment->system_ns = event->system_ns - state->system_ns;
	moment->subject = subjects_finish(session, event, state);
}

void gather_signal(struct session *session, struct tracee_state *state, struct moment *moment)
{
	const struct event *event = moment->event;
	struct decode decode;

	if (!session->text)
		return;
	builder_reset(&session->signal_builder);
	decode = reading_decoder(session, event, state);
	decode.config = &session->config->decode;
	decode.sink = &session->text->sink;
	decode.builder = &session->signal_builder;
	decode_siginfo(&decode, event->abi ? event->abi : session->host.native, &event->siginfo,
		       sizeof(event->siginfo));
	builder_end_segment(&session->signal_builder);
	moment->text = &session->signal_builder;
}

void gather_return_buffers(struct session *session, struct tracee_state *state)
{
	if (session->host.n_tracees <= FEW_TRACEES)
		return;
	builder_return_buffers(&state->builder, &session->pool);
	if (!state->in_call)
		entry_snapshot_free(&state->snapshot);
}
