/* SPDX-License-Identifier: MIT */
/* What else is looked at: targets of -P, data of -e read and -e write, names of -Y. */
#include <stdlib.h>
#include <string.h>

#include "handle.h"
#include "scry/tracee.h"

/* Whether the call names a path or a descriptor that is looked for: its entry tells. */
bool look_for_targets(struct session *session, const struct event *event, struct follow_up *state)
{
	const struct decode_config all = { .fds = FD_PATH };
	struct decode decode = session_decoder(session, event, state);
	struct call call = state->call;

	call.raw = false;
	decode.config = &all;
	decode.sink = session->watch;
	decode.memo = &session->watch_memo;
	decode.call = &call;
	decode_enter(&decode);
	return filter_watch_matched(session->watch);
}

struct dump {
	const struct config *config;
	struct sink *sink;
	const struct event *event;
};

static bool wants_data(void *ctx, const struct data *data)
{
	const struct dump *dump = ctx;

	return number_set_has(data->written ? &dump->config->dump_written
					    : &dump->config->dump_read,
			      data->fd);
}

static void show_data(void *ctx, const struct data *data)
{
	const struct dump *dump = ctx;

	dump->sink->ops->data(dump->sink, dump->event, data);
}

void look_at_data(const struct session *session, const struct event *event,
		  const struct decode *decode)
{
	struct dump dump = { session->config, decode->sink, event };

	decode_data(decode, wants_data, show_data, &dump);
}

struct noted *session_noted(struct follow_up *state)
{
	if (!state->noted)
		state->noted = xcalloc(1, sizeof(*state->noted));
	return state->noted;
}

void session_forget_noted(struct follow_up *state)
{
	struct noted *noted = state->noted;

	if (!noted)
		return;
	free(noted->comm);
	free(noted->context);
	free(noted->invocations);
	free(noted);
}

/* One that has ended keeps the name it had. */
const char *look_up_comm(struct follow_up *state, pid_t tid)
{
	struct noted *noted = session_noted(state);
	char comm[COMM_ROOM];
	ssize_t len = tracee_comm(tid, comm, COMM_ROOM - 1);

	if (len <= 0)
		return noted->comm;
	comm[len] = '\0';
	if (!noted->comm || strcmp(noted->comm, comm)) {
		free(noted->comm);
		noted->comm = xstrdup(comm);
	}
	return noted->comm;
}

const char *look_up_context(const struct session *session, struct follow_up *state, pid_t tid)
{
	struct noted *noted = session_noted(state);
	char room[CONTEXT_ROOM];
	ssize_t len = tracee_context(tid, room, sizeof(room));
	size_t shown = len > 0 ? (size_t)len : 0;
	const char *context = decode_context(session->config->decode.contexts, room, &shown);

	if (!context)
		return noted->context;
	free(noted->context);
	noted->context = xstrndup(context, shown);
	return noted->context;
}
