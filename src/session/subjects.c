/* SPDX-License-Identifier: MIT */
/*
 * Subjects: what the keys of summaries need to know of a call, such as its descriptor, its path and
 * its peer.
 */
#include <stdlib.h>

#include "scry/type.h"
#include "session/session.h"

static size_t read_nothing(void *ctx, uint64_t addr, void *buf, size_t len)
{
	(void)ctx, (void)addr, (void)buf, (void)len;
	return 0;
}

/* For the key fd alone: numbers of descriptors are in registers, so that no memory is read. */
static const struct fetch_ops no_memory = { .read = read_nothing };
static const struct fetch no_fetch = { .ops = &no_memory };

static unsigned needed(const struct session *session)
{
	return session->consumers.needs.subjects;
}

void subjects_prepare(struct session *session)
{
	struct subjects *subjects = &session->subjects;
	unsigned needs = needed(session);

	subjects->config = (struct decode_config){
		.fds = (needs & SUBJECT_PATH ? FD_PATH : 0) |
		       (needs & SUBJECT_PEER ? FD_SOCKET : 0),
		.path_starts = needs & SUBJECT_PATH,
	};
	if (!(needs & SUBJECT_DECODED) || subjects->sink)
		return;
	subjects->sink = summary_subject_sink();
	call_set_fill(&subjects->naming, true);
	call_set_keep_naming(&subjects->naming);
}

static struct decode subject_decoder(struct session *session, const struct event *event,
				     struct tracee_state *state, struct call *call)
{
	struct subjects *subjects = &session->subjects;
	struct decode decode = reading_decoder(session, event, state);

	if (!state->subject_snapshot)
		state->subject_snapshot = xcalloc(1, sizeof(*state->subject_snapshot));
	/* Arguments of a raw call are decoded too: -e raw changes only how they are shown. */
	*call = state->call;
	call->raw = false;
	decode.call = call;
	decode.config = &subjects->config;
	decode.sink = subjects->sink;
	decode.snapshot = state->subject_snapshot;
	if (!(needed(session) & (SUBJECT_PATH | SUBJECT_PEER)))
		decode.fetch = &no_fetch;
	summary_subject_fill(subjects->sink, state->subject,
			     needed(session) & SUBJECT_PEER && call->row &&
				     !(call->row->flags & CALL_OWN_ADDRESS));
	return decode;
}

/* Returns whether a call can have a path, a descriptor or a peer. */
static bool names_anything(const struct session *session, const struct call *call)
{
	return needed(session) & SUBJECT_DECODED && call->row &&
	       call_set_has(&session->subjects.naming, call->id, call->abi);
}

void subjects_begin(struct session *session, const struct event *event, struct tracee_state *state)
{
	struct decode decode;
	struct call call;

	if (!needed(session))
		return;
	if (!state->subject)
		state->subject = xcalloc(1, sizeof(*state->subject));
	summary_subject_reset(state->subject);
	if (!names_anything(session, &state->call))
		return;
	decode = subject_decoder(session, event, state, &call);
	decode_enter(&decode);
}

/*
 * Addresses that the kernel fills in, and accepted sockets, are known only when the call has
 * returned.
 */
static void find_peer(struct session *session, const struct event *event,
		      struct tracee_state *state)
{
	const struct call *call = &state->call;
	struct decode decode;
	struct call copy;

	if (!call->returned || !(needed(session) & SUBJECT_PEER) ||
	    !names_anything(session, call) || state->subject->has_peer || call->is_error ||
	    !(call->row->classes & C_NETWORK))
		return;
	decode = subject_decoder(session, event, state, &copy);
	decode_exit(&decode);
}

const struct summary_subject *subjects_finish(struct session *session, const struct event *event,
					      struct tracee_state *state)
{
	struct summary_subject *subject = state->subject;
	uint64_t start_ns = session->host.start_ns;

	/* --top may need subjects since the call has begun. */
	if (!needed(session) || !subject)
		return NULL;
	subject->tid = event->tid;
	subject->tgid = event->tracee->tgid;
	subject->elapsed_ns = event->mono_ns > start_ns ? event->mono_ns - start_ns : 0;
	find_peer(session, event, state);
	if (needed(session) & SUBJECT_COMM)
		subject->comm = tracees_comm(&session->host, event, COMM_AGE_NS);
	if (needed(session) & SUBJECT_PLACE) {
		const struct target_place *home = tracees_home(session, event);

		subject->container = home->container;
		subject->unit = home->unit;
	}
	return subject;
}
