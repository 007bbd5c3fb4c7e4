/* SPDX-License-Identifier: MIT */
/* -P and -e trace-fds: selects calls by the paths and descriptors in their arguments. */
#include "handle.h"

bool session_matches_targets(struct session *session, const struct event *event,
			     struct tracee_state *state)
{
	const struct filter_targets *targets = &session->config->targets;
	const struct decode_config all = {
		.fds = FD_PATH,
		.names = targets->paths,
		.last_names = targets->last_names,
		.n_names = targets->n_paths,
	};
	struct decode decode = session_decoder(session, event, state);
	struct call call = state->call;

	/* The arguments of a raw call are decoded too: -e raw must not change what -P selects. */
	call.raw = false;
	decode.config = &all;
	decode.sink = session->watch;
	decode.builder = NULL;
	decode.snapshot = &session->watch_snapshot;
	decode.call = &call;
	decode_enter(&decode);
	return filter_watch_matched(session->watch);
}
