/* SPDX-License-Identifier: MIT */
/* The loop: events of an engine through filter and decode to a sink. */
#include <stdlib.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/summary.h"
#include "scry/syscalls.h"
#include "session.h"

/* A buffered line is seen after at most this long, in nanoseconds. */
#define FLUSH_AFTER_NS 100000000u

struct session {
	struct config *config;
	struct engine *engine;
	struct output *output;
	struct sink *sink;
	struct summary *summary;	/* NULL without -c */
	struct decode_cache *decode_cache;
	struct draft signal_draft;
	struct seccomp_program program;
	size_t n_shown;			/* tracees that the user knows of */
	bool timer_on;
};

/* What the session keeps about a tracee; made at the first event that the user may see. */
struct follow_up {
	struct call call;
	struct draft draft;
	struct decode_memo memo;
	const struct abi *abi;		/* of its latest call */
	uint64_t system_ns;
	bool in_call;			/* an ENTER of a selected call was handled, its end not yet */
};

static void count_tracees(struct session *session, int change)
{
	session->n_shown += (size_t)change;
	if (session->config->format == FORMAT_TEXT)
		sink_text_set_tracees(session->sink, session->n_shown);
}

static struct follow_up *follow_up(struct session *session, struct tracee *tracee)
{
	if (!tracee->session) {
		struct follow_up *made = xcalloc(1, sizeof(*made));

		made->abi = abi_native();
		tracee->session = made;
		count_tracees(session, 1);
	}
	return tracee->session;
}

static void forget(struct session *session, struct tracee *tracee)
{
	struct follow_up *gone = tracee->session;

	if (!gone)
		return;
	draft_free(&gone->draft);
	decode_memo_free(&gone->memo);
	free(gone);
	tracee->session = NULL;
	count_tracees(session, -1);
}

static struct decode decoder(const struct session *session, const struct event *event,
			     struct follow_up *state)
{
	return (struct decode){
		.config = &session->config->decode,
		.cache = session->decode_cache,
		.fetch = &event->tracee->fetch,
		.sink = session->sink,
		.call = &state->call,
		.memo = &state->memo,
	};
}

/* socketcall and ipc are filtered and shown as the calls that they stand for. */
static bool is_selected(struct session *session, const struct event *event, struct call *call)
{
	enum syscall_id real = call->id;

	if (call->row && call->row->flags & CALL_MULTIPLEX)
		real = filter_real_call(call->id, event->args[0]);
	if (session->config->decode.raw)
		return call_set_has(&session->config->trace, real, call->abi);
	/* One whose arguments cannot be read stays a socketcall, also for the filter. */
	if (real != call->id || call_set_has(&session->config->trace, real, call->abi))
		decode_resolve(&event->tracee->fetch, call, real);
	return call_set_has(&session->config->trace, call->id, call->abi);
}

static bool call_begin(struct session *session, const struct event *event, struct follow_up *state)
{
	struct call *call = &state->call;

	*call = (struct call){
		.abi = event->abi ? event->abi : state->abi,
		.nr = event->nr,
		.ip = event->ip,
		.sp = event->sp,
		.entered = event->real,
		.entered_ns = event->mono_ns,
	};
	for (unsigned i = 0; i < CALL_ARGS; i++)
		call->args[i] = event->args[i];
	if (event->abi) {
		call->id = abi_syscall(call->abi, call->nr);
		call->row = syscall_row(call->id, call->abi);
		call->name = syscall_name(call->id);
	}
	return is_selected(session, event, call);
}

/* The sink finds what the tracee did last in its draft; of a strange tracee it knows nothing. */
static void show(struct session *session, const struct event *event)
{
	struct follow_up *state = event->tracee ? event->tracee->session : NULL;

	session->sink->draft = state ? &state->draft : NULL;
	if (!session->summary)
		session->sink->ops->event(session->sink, event);
}

/* strace prints a change of personality under every -e trace. */
static void note_personality(struct session *session, const struct event *event,
			     struct follow_up *state)
{
	struct event change = *event;

	if (!event->abi || event->abi == state->abi)
		return;
	state->abi = event->abi;
	change.kind = EVENT_PERSONALITY;
	show(session, &change);
}

static void on_enter(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct decode decode;

	note_personality(session, event, state);
	state->draft.line.nr = event->nr;
	state->draft.line.ip = event->ip;
	state->in_call = call_begin(session, event, state);
	verdict->want_exit = state->in_call;
	state->system_ns = event->system_ns;
	if (!state->in_call || session->summary)
		return;
	draft_reset(&state->draft);
	session->sink->draft = &state->draft;
	decode = decoder(session, event, state);
	decode_enter(&decode);
	session->sink->ops->entered(session->sink, event, &state->call);
}

static bool status_wanted(const struct session *session, unsigned status)
{
	return session->config->status & status;
}

static void on_exit_of_call(struct session *session, const struct event *event)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct call *call = &state->call;
	struct decode decode;

	if (!state->in_call)
		return;
	state->in_call = false;
	call->returned = true;
	call->is_error = event->is_error;
	call->result = event->result;
	call->returned_ns = event->mono_ns;
	if (!status_wanted(session, call->is_error ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return;
	if (session->summary) {
		summary_add(session->summary, call, event->system_ns - state->system_ns);
		return;
	}
	session->sink->draft = &state->draft;
	decode = decoder(session, event, state);
	decode_exit(&decode);
	session->sink->ops->exited(session->sink, event, call);
}

/* The call that the tracee was in will not be seen to return. */
static void end_call(struct session *session, const struct event *event, unsigned status)
{
	struct follow_up *state = event->tracee ? event->tracee->session : NULL;

	if (!state || !state->in_call)
		return;
	state->in_call = false;
	if (session->summary || !status_wanted(session, status))
		return;
	session->sink->draft = &state->draft;
	session->sink->ops->unfinished(session->sink, event, &state->call);
}

static void on_signal(struct session *session, const struct event *event, struct verdict *verdict)
{
	struct follow_up *state = follow_up(session, event->tracee);
	struct decode decode = decoder(session, event, state);

	verdict->signal = event->signal;
	if (session->summary || !(session->config->signals >> (event->signal - 1) & 1))
		return;
	draft_reset(&session->signal_draft);
	session->signal_draft.line = state->draft.line;
	session->sink->draft = &session->signal_draft;
	decode_siginfo(&decode, abi_native(), &event->siginfo, sizeof(event->siginfo));
	session->sink->ops->event(session->sink, event);
}

static void on_gone(struct session *session, const struct event *event, unsigned status)
{
	end_call(session, event, status);
	show(session, event);
	forget(session, event->tracee);
}

static void handle(struct session *session, const struct event *event, struct verdict *verdict)
{
	switch (event->kind) {
	case EVENT_ENTER:
		on_enter(session, event, verdict);
		break;
	case EVENT_EXIT:
		on_exit_of_call(session, event);
		break;
	case EVENT_SIGNAL:
		on_signal(session, event, verdict);
		break;
	case EVENT_GROUP_STOP:
		if (session->config->signals >> (event->signal - 1) & 1)
			show(session, event);
		break;
	case EVENT_EXITED:
	case EVENT_KILLED:
	case EVENT_SUPERSEDED:
		on_gone(session, event, STATUS_UNFINISHED);
		break;
	case EVENT_DETACHED:
		on_gone(session, event, STATUS_DETACHED);
		break;
	case EVENT_NEW:
	case EVENT_ATTACHED:
		follow_up(session, event->tracee);
		show(session, event);
		break;
	case EVENT_EXEC:
	case EVENT_LOST:
	case EVENT_PERSONALITY:
		show(session, event);
		break;
	}
}

/* A timer runs only while bytes wait: a stop a second must not cost ten wake-ups. */
static void watch_output(struct session *session)
{
	unsigned long long since;
	bool pending = output_pending(session->output, &since);

	if (pending != session->timer_on) {
		session->engine->ops->set_timer(session->engine, pending);
		session->timer_on = pending;
	}
}

static void flush_old(struct session *session)
{
	unsigned long long since;

	if (output_pending(session->output, &since) && now_ns() - since >= FLUSH_AFTER_NS)
		output_flush(session->output);
}

static void trace(struct session *session)
{
	struct engine *engine = session->engine;
	struct event event;

	for (;;) {
		struct verdict verdict = { 0 };

		switch (engine->ops->next(engine, &event)) {
		case ENGINE_EVENT:
			handle(session, &event, &verdict);
			engine->ops->resume(engine, &event, &verdict);
			break;
		case ENGINE_IDLE:
			flush_old(session);
			break;
		case ENGINE_INTERRUPTED:
			engine->ops->stop(engine);
			break;
		case ENGINE_END:
			return;
		}
		watch_output(session);
	}
}

static void write_summary(struct session *session)
{
	struct buf table = { 0 };

	summary_print(session->summary, &table);
	output_write(session->output, table.data, table.len);
	buf_free(&table);
}

void session_run(struct session *session)
{
	int status = session->engine->ops->start(session->engine);

	if (status)
		exit(status);
	trace(session);
	session->sink->ops->finish(session->sink);
	if (session->summary)
		write_summary(session);
	session->engine->ops->finish(session->engine, !output_close(session->output));
}

/* Makes the program for what the user selected and what scry itself must see. */
static bool compile_filter(struct session *session)
{
	struct call_set joined;

	seccomp_join(&session->config->trace, false, &joined);
	return seccomp_compile(&joined, &session->program);
}

/* Decides whether the kernel filters. False: --seccomp-bpf=on was asked for and cannot be had. */
static bool prepare_filter(struct session *session)
{
	struct config *config = session->config;
	enum seccomp_mode mode = config->seccomp;
	const char *reason = NULL;
	bool wanted = seccomp_wanted(mode, &config->trace, config->engine.follow,
				     config->engine.n_pids > 0, !seccomp_is_privileged(), &reason);

	if (wanted && !compile_filter(session)) {
		wanted = false;
		reason = "the program would be too long";
	}
	config->engine.filter = wanted ? &session->program : NULL;
	config->engine.seccomp_strict = mode == SECCOMP_ON;
	if (!wanted && (mode == SECCOMP_ON || mode == SECCOMP_TRY))
		warn("--seccomp-bpf cannot be had: %s", reason);
	else if (config->debug)
		warn("seccomp filter %s%s%s", wanted ? "on" : "off", reason ? ": " : "",
		     reason ? reason : "");
	return wanted || mode != SECCOMP_ON;
}

static bool open_output(struct session *session)
{
	const struct config *config = session->config;

	if (!config->output_path) {
		session->output = output_open_fd(STDERR_FILENO, false, "stderr", config->flush);
		return true;
	}
	session->output = output_open_file(config->output_path, config->output_append,
					   config->flush);
	if (!session->output)
		warn_errno("cannot write to '%s'", config->output_path);
	return session->output;
}

struct session *session_new(struct config *config)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->config = config;
	if (!prepare_filter(session) || !open_output(session)) {
		free(session);
		return NULL;
	}
	if (config->summary)
		session->summary = summary_new();
	config->engine.cpu_times = config->summary;
	session->sink = config->format == FORMAT_JSON
				? sink_json_new(&config->sink, session->output)
				: sink_text_new(&config->sink, session->output);
	session->decode_cache = decode_cache_new();
	session->engine = engine_ptrace_new(&config->engine);
	return session;
}
