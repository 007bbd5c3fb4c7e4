/* SPDX-License-Identifier: MIT */
/* --record: keeps the events of the trace, and what decode can ask about them. */
#include <limits.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "config.h"
#include "handle.h"
#include "scry/arch.h"

extern char **environ;

/* --- facts --------------------------------------------------------------------------------- */

static void add_host(struct record_info *info)
{
	struct utsname names;
	struct buf kernel = { 0 };

	if (uname(&names))
		return;
	buf_printf(&kernel, "%s %s %s %s", names.sysname, names.release, names.version,
		   names.machine);
	record_info_add(info, "host", names.nodename);
	record_info_add(info, "kernel", buf_cstr(&kernel));
	buf_free(&kernel);
}

static void add_words(struct record_info *info, const char *key, char *const *words)
{
	for (; words && *words; words++)
		record_info_add(info, key, *words);
}

static void add_clocks(struct session *session, struct record_info *info)
{
	const struct engine_config *engine = &session->config->engine;
	uint64_t stop_ns = session->config->statistics.stop_ns;
	struct timespec real;

	if (!stop_ns && engine->kind == ENGINE_PTRACE)
		stop_ns = engine_ptrace_stop_cost(!engine->no_colocate);
	clock_gettime(CLOCK_REALTIME, &real);
	record_info_add_number(info, "start-real",
			       (uint64_t)real.tv_sec * 1000000000u + (uint64_t)real.tv_nsec);
	record_info_add_number(info, "start-monotonic", now_ns());
	record_info_add_number(info, "stop-cost", stop_ns);
}

/* Adds whether calls are left out, and, if -e trace alone does that, the calls of which every one is kept. */
static void add_calls(struct record_info *info, const struct config *config)
{
	bool all = call_set_is_all(&config->trace);
	bool cut = config->record.file.ring_bytes || config->record.file.ring_ns ||
		   config->detach_on_execve || config->syscall_limit || config->targeted;
	struct call_set every;

	record_info_add_number(info, "partial", !all || cut);
	if (all || cut)
		return;
	call_set_fill(&every, true);
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (every.abis[id] && !(every.abis[id] & ~config->trace.abis[id]))
			record_info_add(info, "call", syscall_name(id));
}

static void describe(struct session *session, struct record_info *info)
{
	const struct config *config = session->config;
	const struct engine_config *engine = &config->engine;
	char directory[PATH_MAX];

	record_info_add(info, "scry", PACKAGE_VERSION);
	add_host(info);
	record_info_add(info, "abi", abi_native()->name);
	record_info_add_number(info, "page-size", abi_page_size());
	record_info_add(info, "engine", engine->kind == ENGINE_BPF ? "bpf" : "ptrace");
	add_words(info, "argument", config->arguments);
	add_words(info, "command", engine->argv);
	if (getcwd(directory, sizeof(directory)))
		record_info_add(info, "directory", directory);
	record_info_add_number(info, "pids", engine->n_pids);
	record_info_add_number(info, "follow", engine->follow || bpf_selects(&engine->targets));
	add_calls(info, config);
	record_info_add_number(info, "cpu-unmeasured", engine->cpu_unmeasured);
	record_info_add_number(info, "limit", config->record.limit);
	record_info_add_number(info, "stacks", !session->stacks ? 0 : config->stack.source ? 2 : 1);
	add_clocks(session, info);
	if (config->record.environment)
		add_words(info, "environment", environ);
}

/* --- asking -------------------------------------------------------------------------------- */

static void ignore_value(struct value_sink *sink, const struct value *value)
{
	(void)sink, (void)value;
}

static struct value_sink *make_asker(void)
{
	struct value_sink *sink = xcalloc(1, sizeof(*sink));

	*sink = (struct value_sink){ .sink.ops = &value_sink_ops, .value = ignore_value };
	return sink;
}

/* Decodes the call for its questions alone: all that any option can show of it. */
static struct decode asking_decoder(struct session *session, const struct event *event,
				    struct tracee_state *state, struct call *call)
{
	struct decode decode = session_decoder(session, event, state);

	*call = state->call;
	call->raw = false;
	decode.call = call;
	decode.config = &session->asking;
	decode.sink = session->asker;
	decode.snapshot = &session_get_rare_state(state)->asked_snapshot;
	return decode;
}

struct decode_config session_asking_config(const struct session *session)
{
	const struct config *config = session->config;
	bool bpf = config->engine.kind == ENGINE_BPF;

	return (struct decode_config){
		.string_limit =
			config->record.limit < SIZE_MAX ? (size_t)config->record.limit : SIZE_MAX,
		.verbose = true,
		.fds = FD_ALL,
		.pid_comms = true,
		.pid_outside = true,
		.namespaces = NAMESPACES_NEW,
		.contexts = session->selinux ? CONTEXTS_FULL : CONTEXTS_NO,
		.path_starts = true,
		.all_names = true,
		.kvm = bpf ? 0 : KVM_VCPU | KVM_VCPU_MORE,
	};
}

/* --- data that calls move -------------------------------------------------------------------- */

/* Reads of the data that a call has moved, for -e read and -e write. They are as short as strings. */
static size_t read_shortened(void *ctx, uint64_t address, void *buf, size_t len)
{
	const struct session *session = ctx;
	uint64_t limit = session->config->record.limit;

	return fetch_read(&session->asked, address, buf, len < limit ? len : (size_t)limit);
}

static const struct fetch_ops shortened = { .read = read_shortened };

static bool want_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
	return true;
}

static void ignore_data(void *ctx, const struct data *data)
{
	(void)ctx, (void)data;
}

bool session_prepare_recording(struct session *session)
{
	const struct config *config = session->config;
	struct record_info info = { 0 };
	char *error;

	if (!config->record.file.path)
		return true;
	session->selinux = tracee_selinux_runs();
	session->asking = session_asking_config(session);
	session->asker = &make_asker()->sink;
	describe(session, &info);
	session->recorder = recorder_new(&config->record.file, &info, &error);
	record_info_free(&info);
	if (!session->recorder) {
		warn("--record: %s", error);
		free(error);
		return false;
	}
	session->asked = (struct fetch){ &answers_fetch_ops, recorder_answers(session->recorder) };
	return true;
}

/* --- captures ------------------------------------------------------------------------------ */

/* Returns the state of a tracee, if the handler of the event needs it in any case. */
static struct tracee_state *state_for(struct session *session, const struct event *event)
{
	switch (event->kind) {
	case EVENT_ENTER:
	case EVENT_EXIT:
	case EVENT_SIGNAL:
	case EVENT_NEW:
	case EVENT_ATTACHED:
	case EVENT_EXEC:
		return session_get_state(session, event->tracee);
	default:
		return event->tracee ? event->tracee->session : NULL;
	}
}

static void find_names(struct session *session, const struct event *event,
		       struct tracee_state *state)
{
	struct rare_state *rare = session_get_rare_state(state);
	char context[CONTEXT_CAPACITY];
	ssize_t len;

	session->facts.comm = session_get_recent_comm(state, event);
	if (!session->selinux)
		return;
	len = tracee_context(event->tid, context, sizeof(context));
	if (len > 0) {
		free(rare->recorded_context);
		rare->recorded_context = xstrndup(context, (size_t)len);
	}
	session->facts.context = rare->recorded_context;
}

void session_begin_capture(struct session *session, const struct event *event)
{
	struct tracee_state *state;

	if (!session->recorder)
		return;
	session->facts = (struct event_facts){ 0 };
	/* Calls are kept if they are selected: see session_ask_at_entry(). */
	session->kept_kind = event->kind;
	session->keeping = event->tracee && event->kind != EVENT_ENTER && event->kind != EVENT_EXIT;
	answers_begin(recorder_answers(session->recorder),
		      event->tracee ? &event->tracee->fetch : NULL);
	session->was_new = event->tracee && !event->tracee->session;
	state = state_for(session, event);
	if (state)
		session->kept_abi = state->abi;
}

void session_ask_at_entry(struct session *session, const struct event *event,
			  struct tracee_state *state)
{
	struct decode decode;
	struct call call;

	if (!session->recorder)
		return;
	/*
	 * A call that is not selected is not kept. But text shows the change of the ABI, and counts the tracee from its
	 * first call on.
	 */
	session->keeping = state->in_call || session->was_new || state->abi != session->kept_abi;
	if (!state->in_call) {
		session->kept_kind = EVENT_PERSONALITY;
		return;
	}
	session->facts.denied = state->call.denied;
	session->facts.stack = session->stacks ? state->stack : NULL;
	decode = asking_decoder(session, event, state, &call);
	decode_enter(&decode);
}

void session_ask_at_exit(struct session *session, const struct event *event,
			 struct tracee_state *state)
{
	const struct fetch data = { .ops = &shortened, .ctx = session };
	struct decode decode;
	struct call call;

	if (!session->recorder)
		return;
	session->keeping = true;
	decode = asking_decoder(session, event, state, &call);
	decode_exit(&decode);
	decode.fetch = &data;
	decode_data(&decode, want_data, ignore_data, NULL);
}

void session_ask_at_signal(struct session *session, const struct event *event,
			   struct tracee_state *state)
{
	struct decode decode = session_decoder(session, event, state);

	if (!session->recorder)
		return;
	decode.config = &session->asking;
	decode.sink = session->asker;
	session->facts.stack = session->stacks ? &session->signal_stack : NULL;
	decode_siginfo(&decode, abi_native(), &event->siginfo, sizeof(event->siginfo));
}

static void add_call_facts(struct session *session, const struct call *call)
{
	session->facts.injected_args = call->injected_args;
	session->facts.injected_result = call->injected_result;
	session->facts.delayed = call->delayed;
}

void session_trigger(struct session *session, const char *why)
{
	if (recorder_trigger(session->recorder))
		warn("the recording was written to '%s': %s", session->config->record.file.path,
		     why);
}

/* Whether the event that was just kept meets a condition of --record-when. */
static bool is_awaited(const struct session *session, const struct event *event,
		       const struct tracee_state *state)
{
	for (size_t i = 0; i < session->config->record.n_triggers; i++) {
		const struct trigger *trigger = &session->config->record.triggers[i];

		if (event->kind == EVENT_EXIT && state && trigger_is_call(trigger, &state->call))
			return true;
		if (event->kind == EVENT_SIGNAL && trigger_is_signal(trigger, event->signal))
			return true;
		if (event->kind == EVENT_KILLED && trigger_is_signal(trigger, event->status))
			return true;
	}
	return false;
}

/* Only the first one counts: a second file would replace that of the event that was waited for. */
static void look_for_trigger(struct session *session, const struct event *event,
			     const struct tracee_state *state)
{
	struct buf why = { 0 };

	if (session->triggered || !is_awaited(session, event, state))
		return;
	session->triggered = true;
	if (event->kind == EVENT_EXIT)
		buf_printf(&why, "%s of process %d", state->call.name ? state->call.name : "a call",
			   event->tid);
	else
		buf_printf(&why, "%s of process %d",
			   signal_name(abi_native(),
				       (unsigned)(event->kind == EVENT_SIGNAL ? event->signal
									      : event->status)),
			   event->tid);
	session_trigger(session, buf_cstr(&why));
	buf_free(&why);
}

/* Without --record-environment the strings of the environment that a call passes to a program are not kept. */
static void forget_environment(struct session *session, const struct call *call)
{
	unsigned at = call->id == ID_execveat ? 3 : 2;

	if (session->config->record.environment || !call->abi ||
	    (call->id != ID_execve && call->id != ID_execveat))
		return;
	answers_forget_strings(recorder_answers(session->recorder), call->args[at],
			       call->abi->pointer_size, call->abi->big_endian);
}

/* session_end_capture() runs before the state of the tracee is freed. */
void session_end_capture(struct session *session, const struct event *event)
{
	struct tracee_state *state = event->tracee ? event->tracee->session : NULL;
	struct event kept;

	if (!session->recorder || !session->keeping)
		return;
	session->keeping = false;
	kept = *event;
	kept.kind = session->kept_kind;
	if (state)
		find_names(session, event, state);
	/* -n and -i show the last call before a signal or an end, also if it is not selected. */
	if (state) {
		session->facts.last_nr = state->builder.line.nr;
		session->facts.last_ip = state->builder.line.ip;
	}
	if (state && (event->kind == EVENT_ENTER || event->kind == EVENT_EXIT)) {
		add_call_facts(session, &state->call);
		forget_environment(session, &state->call);
	}
	recorder_add(session->recorder, &kept, event->tracee->tgid, &session->facts);
	look_for_trigger(session, event, state);
}

bool session_close_recording(struct session *session)
{
	if (!session->recorder)
		return true;
	return recorder_close(session->recorder);
}
