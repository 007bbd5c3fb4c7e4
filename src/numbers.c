/* SPDX-License-Identifier: MIT */
/* What --summary=KEYS needs to know of each call, and the tables of --interval. */
#include "handle.h"
#include "scry/type.h"

static size_t read_nothing(void *ctx, uint64_t addr, void *buf, size_t len)
{
	(void)ctx, (void)addr, (void)buf, (void)len;
	return 0;
}

/* For the key fd alone: numbers of descriptors are in registers, so that no memory is read. */
static const struct fetch_ops no_memory = { .read = read_nothing };
static const struct fetch no_fetch = { .ops = &no_memory };

static struct decode subject_decoder(struct session *session, const struct event *event,
				     struct tracee_state *state, struct call *call)
{
	struct rare_state *rare = session_get_rare_state(state);
	struct decode decode = session_decoder(session, event, state);

	/* Arguments of a raw call are decoded too: -e raw changes only how they are shown. */
	*call = state->call;
	call->raw = false;
	decode.call = call;
	decode.config = &session->subject_decoding;
	decode.sink = session->subject_sink;
	decode.builder = NULL;
	decode.snapshot = &rare->subject_snapshot;
	if (!(session->subject_needs & (SUBJECT_PATH | SUBJECT_PEER)))
		decode.fetch = &no_fetch;
	summary_subject_fill(session->subject_sink, rare->subject,
			     session->subject_needs & SUBJECT_PEER && call->row &&
				     !(call->row->flags & CALL_OWN_ADDRESS));
	return decode;
}

/* Returns whether a call can have a path, a descriptor or a peer. */
static bool names_anything(const struct session *session, const struct call *call)
{
	return session->subject_needs & SUBJECT_DECODED && call->row &&
	       call_set_has(&session->naming, call->id, call->abi);
}

static bool wants_subjects(const struct config *config)
{
	return config->statistics.n_keys || config->page_path;
}

void session_begin_subject(struct session *session, const struct event *event,
			   struct tracee_state *state)
{
	struct rare_state *rare;
	struct decode decode;
	struct call call;

	if (!wants_subjects(session->config))
		return;
	rare = session_get_rare_state(state);
	if (!rare->subject)
		rare->subject = xcalloc(1, sizeof(*rare->subject));
	summary_subject_reset(rare->subject);
	if (!names_anything(session, &state->call))
		return;
	decode = subject_decoder(session, event, state, &call);
	decode_enter(&decode);
}

/* Addresses that the kernel fills in, and accepted sockets, are known only when the call has returned. */
static void find_peer(struct session *session, const struct event *event,
		      struct tracee_state *state)
{
	const struct call *call = &state->call;
	struct decode decode;
	struct call copy;

	if (!(session->subject_needs & SUBJECT_PEER) || !names_anything(session, call) ||
	    session_get_rare_state(state)->subject->has_peer || call->is_error ||
	    !(call->row->classes & C_NETWORK))
		return;
	decode = subject_decoder(session, event, state, &copy);
	decode_exit(&decode);
}

const struct summary_subject *session_finish_subject(struct session *session,
						     const struct event *event,
						     struct tracee_state *state)
{
	struct summary_subject *subject;

	if (!wants_subjects(session->config))
		return NULL;
	subject = session_get_rare_state(state)->subject;
	subject->tid = event->tid;
	subject->tgid = event->tracee->tgid;
	subject->elapsed_ns =
		event->mono_ns > session->start_ns ? event->mono_ns - session->start_ns : 0;
	find_peer(session, event, state);
	if (session->subject_needs & SUBJECT_COMM)
		subject->comm = session_get_recent_comm(state, event);
	return subject;
}

void session_forget_comm(struct tracee_state *state)
{
	if (state->rare)
		state->rare->comm_ns = 0;
}

void session_update_needs(struct session *session)
{
	unsigned needs = summary_needs(&session->config->statistics) | session_live_needs(session);

	if (session->config->page_path)
		needs |= SUBJECT_PATH | SUBJECT_PEER;
	if (needs == session->subject_needs)
		return;
	session->subject_needs = needs;
	session->subject_decoding = (struct decode_config){
		.fds = (needs & SUBJECT_PATH ? FD_PATH : 0) |
		       (needs & SUBJECT_PEER ? FD_SOCKET : 0),
		.path_starts = needs & SUBJECT_PATH,
	};
}

/* Returns when the trace began, by the clock of its events. */
static uint64_t session_start_ns(const struct session *session)
{
	const struct engine_config *engine = &session->config->engine;

	if (engine->kind != ENGINE_REPLAY)
		return now_ns();
	return record_info_number(recording_info(engine->recording), "start-monotonic");
}

void session_prepare_numbers(struct session *session)
{
	struct summary_config *config = &session->config->statistics;
	const struct engine_config *engine = &session->config->engine;

	if (engine->kind == ENGINE_REPLAY && !config->corrected)
		config->stop_ns =
			record_info_number(recording_info(engine->recording), "stop-cost");
	if (config->n_keys && !config->corrected && engine->kind == ENGINE_PTRACE &&
	    !summary_is_metrics(config))
		config->stop_ns = engine_ptrace_stop_cost(!engine->no_colocate);
	session->start_ns = session_start_ns(session);
	session->table_ns = session->start_ns;
	session_prepare_live(session);
	session_update_needs(session);
	if (!(session->subject_needs & SUBJECT_DECODED) && !session->live)
		return;
	session->subject_sink = summary_subject_sink();
	call_set_fill(&session->naming, true);
	call_set_keep_naming(&session->naming);
}

/* --- tables every so often ------------------------------------------------------------------ */

/* Tables that take long to print come less often: printing takes a tenth of the time at most. */
#define PRINTING_SHARE 10

void session_print_interval(struct session *session, uint64_t ns)
{
	const struct summary_config *config = &session->config->statistics;
	uint64_t begin, end;

	if (!session_wants_intervals(session) || ns < session->table_ns + config->interval_ns ||
	    ns < session->table_due_ns)
		return;
	begin = now_ns();
	channel_tabulate(&session->channels, session->channels.shared, ns - session->start_ns,
			 ns - session->table_ns);
	session->table_ns = ns;
	end = now_ns();
	session->table_due_ns = end + (end - begin) * (PRINTING_SHARE - 1);
}
