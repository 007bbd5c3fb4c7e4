/* SPDX-License-Identifier: MIT */
/* The state of a tracee that only few options need, and the names that it caches. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/tracee.h"

struct rare_state *session_get_rare_state(struct tracee_state *state)
{
	if (!state->rare)
		state->rare = xcalloc(1, sizeof(*state->rare));
	return state->rare;
}

void session_free_rare_state(struct tracee_state *state)
{
	struct rare_state *rare = state->rare;

	if (!rare)
		return;
	free(rare->comm);
	free(rare->context);
	free(rare->invocations);
	free(rare);
	state->rare = NULL;
}

const char *session_get_comm(struct tracee_state *state, pid_t tid)
{
	struct rare_state *rare = session_get_rare_state(state);
	char comm[COMM_CAPACITY];
	ssize_t len = tracee_comm(tid, comm, COMM_CAPACITY - 1);

	if (len <= 0)
		return rare->comm;
	comm[len] = '\0';
	if (!rare->comm || strcmp(rare->comm, comm)) {
		free(rare->comm);
		rare->comm = xstrdup(comm);
	}
	return rare->comm;
}

const char *session_get_context(const struct session *session, struct tracee_state *state,
				pid_t tid)
{
	struct rare_state *rare = session_get_rare_state(state);
	char bytes[CONTEXT_ROOM];
	ssize_t len = tracee_context(tid, bytes, sizeof(bytes));
	size_t shown = len > 0 ? (size_t)len : 0;
	const char *context = decode_context(session->config->decode.contexts, bytes, &shown);

	if (!context)
		return rare->context;
	free(rare->context);
	rare->context = xstrndup(context, shown);
	return rare->context;
}
