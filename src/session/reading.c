/* SPDX-License-Identifier: MIT */
/* What reads a tracee while an event is handled: for the session, and for consumers that decode. */
#include "session/session.h"

void reading_begin(struct session *session, const struct event *event)
{
	session->host.last_ns = event->mono_ns;
	if (session->host.answers)
		answers_begin(session->host.answers, event->tracee ? &event->tracee->fetch : NULL);
}

struct decode_config reading_config(const struct session *session, enum syscall_id id,
				    const struct abi *abi)
{
	const struct decode_config *asks = session->consumers.needs.asks;
	struct decode_config decode = asks ? *asks : session->decoding;

	if (asks)
		return decode;
	decode.verbose = session_needs(session, NEED_ALL_MEMBERS) ||
			 !call_set_has(&session->config->abbrev, id, abi);
	decode.shallow = !session_needs(session, NEED_ALL_MEMBERS) &&
			 !call_set_has(&session->config->verbose, id, abi);
	return decode;
}

const struct fetch *reading_fetch(const struct session *session, const struct event *event)
{
	return session->host.answers ? &session->answers : &event->tracee->fetch;
}

struct decode reading_decoder(const struct session *session, const struct event *event,
			      struct tracee_state *state)
{
	return (struct decode){
		.config = &session->decoding,
		.cache = session->decode_cache,
		.fetch = reading_fetch(session, event),
		.call = &state->call,
	};
}
