/* SPDX-License-Identifier: MIT */
/* The session: its setup, the event loop and its end. */
#include <signal.h>
#include <stdlib.h>

#include "handle.h"
#include "scry/arch.h"
#include "scry/syscalls.h"

static void set_timer(struct session *session, bool on)
{
	if (on != session->timer_on)
		session->engine->ops->set_timer(session->engine, on);
	session->timer_on = on;
}

/* Returns whether the engine must wake up scry also while nothing happens. */
static bool needs_ticks(const struct session *session)
{
	return session_wants_intervals(session) || session->live || session->server;
}

/*
 * Starts the timer that flushes buffers if bytes are buffered. It runs only then, so that a slow trace
 * does not wake up scry ten times a second.
 */
static void start_timer_if_pending(struct session *session, const struct tracee *tracee)
{
	const struct channel *channel;
	unsigned long long since;

	if (session->timer_on)
		return;
	if (needs_ticks(session) || session->recorder) {
		set_timer(session, true);
		return;
	}
	channel = session_channel(session, tracee);
	if (channel && output_pending(channel->output, &since))
		set_timer(session, true);
}

static void check_limit(struct session *session)
{
	if (session->released || session->n_calls < session->config->syscall_limit ||
	    !session->config->syscall_limit)
		return;
	session->released = true;
	if (!(session->config->sink.quiet & QUIET_ATTACH))
		warn("the limit of %llu system calls is reached: detaching all tracees",
		     (unsigned long long)session->config->syscall_limit);
	session->engine->ops->release(session->engine);
}

/*
 * Releases the tracees if the trace cannot be written any more. Filtered tracees must stay traced,
 * because without a tracer their traced calls fail with ENOSYS.
 */
static void check_output(struct session *session)
{
	const struct channel *channel = session->channels.shared;

	if (session->gave_up || !channel || !output_failed(channel->output) ||
	    (session->config->engine.filter && !session->config->engine.filter_later))
		return;
	session->gave_up = true;
	session->engine->ops->release(session->engine);
}

/*
 * Reads the keys of the live screen. If the user leaves it, a signal ends the command, as ^C does, because the command must
 * not run on without its output. Processes that scry has attached to go on, as always.
 */
static void look(struct session *session, uint64_t ns)
{
	if (!session_look_live(session, ns))
		return;
	session->engine->left = true;
	if (session->config->engine.argv)
		raise(SIGTERM);
	else
		session->engine->ops->stop(session->engine);
}

/* Writes what has waited for long. Returns whether the timer has to go on. */
static bool flush_old(struct session *session)
{
	bool waiting = channels_flush_old(&session->channels);

	if (session->recorder)
		waiting |= recorder_flush_old(session->recorder, now_ns());
	return waiting || needs_ticks(session);
}

/* Writes the ring of the recording at a SIGUSR1. */
static void take_request(struct session *session)
{
	if (session_has_ring(session->config) && engine_was_requested())
		session_trigger(session, "SIGUSR1");
}

static void trace(struct session *session)
{
	struct engine *engine = session->engine;
	struct event event;

	for (;;) {
		struct verdict verdict = { 0 };

		take_request(session);
		switch (engine->ops->next(engine, &event)) {
		case ENGINE_EVENT:
			session_count_unseen(session, engine->unseen);
			session_handle(session, &event, &verdict);
			start_timer_if_pending(session, event.tracee);
			engine->ops->resume(engine, &event, &verdict);
			check_limit(session);
			check_output(session);
			session_print_interval(session, event.mono_ns);
			session_serve(session);
			look(session, event.mono_ns);
			break;
		case ENGINE_IDLE:
			set_timer(session, flush_old(session));
			session_print_interval(session, now_ns());
			session_serve(session);
			look(session, now_ns());
			break;
		case ENGINE_INTERRUPTED:
			session_leave_live(session);
			engine->ops->stop(engine);
			break;
		case ENGINE_END:
			return;
		}
	}
}

/* Writes the tables and reports. Returns false if a write failed. */
static bool write_summaries(struct session *session)
{
	struct channel *channel = session->channels.shared;
	struct buf table = { 0 };
	bool good;

	if (channel && session_wants_intervals(session)) {
		uint64_t now =
			session->config->engine.kind == ENGINE_REPLAY ? session->last_ns : now_ns();

		channel_tabulate(&session->channels, channel, now - session->start_ns,
				 now - session->table_ns);
	}
	if (channel)
		channel_summarize(&session->channels, channel);
	good = report_write(&session->report, session->config, &table);
	if (channel)
		channel_write(channel, &table);
	buf_free(&table);
	return good;
}

bool session_is_counted(const struct session *session, const struct call *counted,
			struct call *call)
{
	const struct config *config = session->config;

	*call = *counted;
	call->id = filter_real_call(abi_syscall(call->abi, call->nr), call->args[0]);
	call->row = syscall_row(call->id, call->abi);
	call->name = syscall_name(call->id);
	return call_set_has(&config->trace, call->id, call->abi) &&
	       config->status & (call->is_error ? STATUS_FAILED : STATUS_SUCCESSFUL);
}

/* Adds what the engine has counted to the table of -c. */
static void add_count(void *ctx, const struct call *counted, const struct call_times *times)
{
	struct session *session = ctx;
	struct call call;

	if (session_is_counted(session, counted, &call))
		summary_add_many(session->channels.shared->summary, &call, times);
}

static void collect_counts(struct session *session)
{
	struct engine *engine = session->engine;
	uint64_t uncounted;

	if (!session->config->engine.count_only)
		return;
	uncounted = engine->ops->counts(engine, add_count, session);
	if (uncounted)
		warn("%llu calls were not counted, because they had too many different results",
		     (unsigned long long)uncounted);
}

void session_run(struct session *session)
{
	int status;
	bool good;

	session_hold_terminal(session);
	status = session->engine->ops->start(session->engine);
	if (status) {
		session_end_live(session, false);
		exit(status);
	}
	session_start_server(session);
	if (!session_begin_live(session))
		session_end_live(session, false);
	trace(session);
	session_end_live(session, true);
	session_close_server(session);
	collect_counts(session);
	good = write_summaries(session);
	good = session_write_policy(session) && good;
	good = channels_close(&session->channels) && good;
	good = session_close_recording(session) && good;
	good = session_close_exports(session) && good;
	if (session->config->tip)
		warn("%s", session->config->tip);
	good = session_report_trial(session) && good;
	session->engine->ops->finish(session->engine, !good);
}

/* With -P and -e trace-fds, deselects calls that have neither a path nor a descriptor argument. */
static void select_naming(struct config *config)
{
	size_t before = call_set_size(&config->trace);

	if (!config->targeted)
		return;
	call_set_keep_naming(&config->trace);
	if (config->debug)
		warn("-P/--trace-path, --trace-fds: %zu of %zu calls can name a path or a "
		     "descriptor",
		     call_set_size(&config->trace), before);
}

/* A profile needs every call: with --policy, -e trace and -P select only what is shown. */
static void choose_reported(struct session *session)
{
	session->reported = session->config->trace;
	if (session->config->policy.path)
		call_set_fill(&session->reported, true);
	session->config->engine.calls = &session->reported;
}

/*
 * Collects the calls at which tracees must stop: those that the engine reports, and with stacks the calls
 * that change executable mappings.
 */
static void collect_calls(const struct session *session, struct call_set *seen)
{
	struct call_set all;
	const uint16_t *calls;
	size_t n;

	*seen = session->reported;
	/* The program of a tried profile itself selects the calls that are shown. */
	if (session->config->tried)
		call_set_fill(seen, false);
	if (!session->stacks)
		return;
	call_set_fill(&all, true);
	calls = stacks_calls(&n);
	for (size_t i = 0; i < n; i++)
		seen->abis[calls[i]] |= all.abis[calls[i]];
}

/* Compiles the seccomp program for these calls and the calls at which every filter must stop. */
static bool compile_filter(struct session *session, const struct call_set *seen)
{
	const struct engine_config *engine = &session->config->engine;
	struct call_set joined;

	seccomp_join(seen, engine->no_colocate ? PINNING_NONE : seccomp_pinning(), engine->follow,
		     &joined);
	return seccomp_compile(&joined, &session->program);
}

static bool sends_signals(const struct config *config)
{
	for (size_t i = 0; i < config->n_injections; i++)
		if (config->injections[i].signal)
			return true;
	return false;
}

static void debug_filter(enum seccomp_start start, bool every_call, const char *reason)
{
	static const char *const words[] = {
		[SECCOMP_NEVER] = "off",
		[SECCOMP_AT_LAUNCH] = "on",
		[SECCOMP_LATER] = "later",
	};

	if (every_call)
		reason = "every call stops all the same, since scry itself runs under a seccomp "
			 "filter";
	warn("seccomp filter %s%s%s", words[start], reason ? ": " : "", reason ? reason : "");
}

/* --try-policy: the filter is the profile, and goes on with what the engine needs where the profile allows a call. */
static bool prepare_trial(struct session *session, const struct call_set *seen)
{
	struct engine_config *engine = &session->config->engine;
	struct seccomp_program base;
	bool good;

	if (!compile_filter(session, seen))
		return false;
	base = session->program;
	session->program = (struct seccomp_program){ 0 };
	good = session_prepare_trial(session, &base);
	seccomp_program_free(&base);
	session->denials = xcalloc(ID_COUNT, sizeof(*session->denials));
	engine->filter = &session->program;
	engine->filter_inherited = seccomp_is_inherited();
	engine->seccomp_strict = true;
	return good;
}

/* Decides whether a seccomp filter is used. Returns false if --seccomp-bpf=on is not possible. */
static bool prepare_filter(struct session *session)
{
	struct config *config = session->config;
	struct engine_config *engine = &config->engine;
	const struct seccomp_situation situation = {
		.mode = config->seccomp,
		.follow = engine->follow,
		.attaching = engine->n_pids > 0,
		.needs_nnp = !seccomp_is_privileged(),
		.inherited = seccomp_is_inherited(),
		.releases_early = config->detach_on_execve || config->syscall_limit,
		.sends_signals = sends_signals(config),
		.entries_only = session->entries_only,
	};
	const char *reason;
	struct call_set seen;
	enum seccomp_start start;

	collect_calls(session, &seen);
	if (config->tried)
		return prepare_trial(session, &seen);
	start = seccomp_choose(&seen, &situation, &reason);
	if (start != SECCOMP_NEVER && !compile_filter(session, &seen)) {
		start = SECCOMP_NEVER;
		reason = "the program would be too long";
	}
	engine->filter = start == SECCOMP_NEVER ? NULL : &session->program;
	engine->filter_later = start == SECCOMP_LATER;
	engine->filter_inherited = situation.inherited;
	engine->seccomp_strict = config->seccomp == SECCOMP_ON;
	if (!engine->filter && (config->seccomp == SECCOMP_ON || config->seccomp == SECCOMP_TRY))
		warn("--seccomp-bpf cannot be had: %s", reason);
	else if (config->debug)
		debug_filter(start, engine->filter && situation.inherited, reason);
	return engine->filter || config->seccomp != SECCOMP_ON;
}

/* Disables --secontext where SELinux does not run, so that no file system is asked for contexts. */
static void check_contexts(struct config *config)
{
	if (!config->decode.contexts || config->engine.kind == ENGINE_REPLAY ||
	    tracee_selinux_runs())
		return;
	config->decode.contexts = CONTEXTS_NO;
	if (config->debug)
		warn("--secontext shows nothing: no SELinux runs here");
}

/* Returns false after a message if stacks are needed and the recording has none. */
static bool replay_stacks(struct session *session)
{
	const struct record_info *info = recording_info(session->config->engine.recording);

	session->replays_stacks = record_info_number(info, "stacks");
	if (session->replays_stacks && session->config->stack.source &&
	    record_info_number(info, "stacks") < 2)
		warn("-kk/--stack-trace=source: the recording has no source lines; --record keeps "
		     "them with -kk");
	if (session->replays_stacks)
		recording_want_stacks(session->config->engine.recording, &session->config->stack);
	else
		warn("-k/--stack-trace: the recording has no stacks; --record keeps them with -k");
	return session->replays_stacks;
}

/* Returns false after a message if stacks are needed and are not available. */
static bool prepare_stacks(struct session *session)
{
	const struct config *config = session->config;
	char *why;

	if (!cli_wants_call_tree(config) &&
	    (!config->stacks || (config->silent && !config->live && !config->record.file.path)))
		return true;
	if (config->engine.kind == ENGINE_REPLAY)
		return replay_stacks(session);
	session->stacks = stacks_new(&session->config->stack, &why);
	if (session->stacks)
		return true;
	warn("-k/--stack-trace: stacks cannot be had: %s", why);
	free(why);
	return false;
}

bool session_counts_in_kernel(const struct session *session)
{
	const struct config *config = session->config;

	return config->engine.kind == ENGINE_BPF && config->summary && config->silent &&
	       !session->policy && !session->recorder && !session->report.tree &&
	       !session->exports && !config->targeted && !config->output_separately &&
	       !config->syscall_limit && !summary_needs_calls(&config->statistics);
}

/* Makes the engine report only what this session needs: times cost calls, and exec events stops. */
static void choose_events(struct session *session)
{
	struct config *config = session->config;
	const struct sink_config *sink = &config->sink;
	bool json = config->format == FORMAT_JSON, table = cli_wants_table(config);

	config->engine.cpu_times = table || session->recorder || session->exports;
	config->engine.real_times =
		json || session->exports || sink->absolute != TIMESTAMP_NONE || session->recorder;
	config->engine.mono_times = json || config->diff.side || session->recorder ||
				    sink->relative || sink->durations || table ||
				    session->report.tree || session->exports;
	config->engine.count_only = session_counts_in_kernel(session);
	config->engine.report_execs = json || config->diff.side || session->recorder ||
				      session->stacks || session->exports ||
				      config->detach_on_execve ||
				      session->subject_needs & SUBJECT_COMM;
}

/* On replay the machine of the tracees is that of the recording. */
static void use_machine(const struct config *config)
{
	const struct record_info *info;
	const struct abi *abi;
	const char *name;

	if (config->engine.kind != ENGINE_REPLAY)
		return;
	info = recording_info(config->engine.recording);
	name = record_info_find(info, "abi");
	abi = name ? abi_by_name(name) : NULL;
	if (abi)
		abi_set_native(abi);
	abi_set_page_size(record_info_number(info, "page-size"));
}

static struct engine *new_engine(const struct engine_config *config)
{
	switch (config->kind) {
	case ENGINE_BPF:
		return engine_bpf_new(config);
	case ENGINE_REPLAY:
		return engine_replay_new(config);
	case ENGINE_PTRACE:
		break;
	}
	return engine_ptrace_new(config);
}

/* Whether a table needs to know which files calls are about. */
static bool needs_files(const struct session *session)
{
	return session->subject_needs & (SUBJECT_PATH | SUBJECT_PEER);
}

/* An engine that does not stop tracees reports what descriptors refer to with the call. */
static void choose_names(struct session *session)
{
	struct config *config = session->config;
	bool paths = config->targets.n_paths || session->subject_needs & SUBJECT_PATH;
	unsigned shown = config->silent && !session->exports ? 0 : config->decode.fds;

	config->engine.names = shown || paths || needs_files(session);
	config->engine.directories = paths;
	config->engine.task_names = config->decode.pid_comms || config->decode.pid_outside ||
				    session->subject_needs & SUBJECT_COMM || session->recorder ||
				    session->exports;
	config->engine.details = shown & ~(unsigned)FD_PATH;
	if (session->subject_needs & SUBJECT_PEER)
		config->engine.details |= FD_SOCKET;
	if (!session->recorder)
		return;
	config->engine.names = config->engine.directories = true;
	config->engine.details = FD_ALL & ~(unsigned)FD_PATH;
}

struct session *session_new(struct config *config)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->config = config;
	session->launched = !config->engine.argv;
	use_machine(config);
	session->native = abi_native();
	if (session_has_ring(config))
		engine_take_requests();
	select_naming(config);
	check_contexts(config);
	session->entries_only = session_wants_entries_only(config);
	choose_reported(session);
	if (!session_open_server(session) || !session_open_live(session) ||
	    !session_prepare_policy(session) || !prepare_stacks(session) ||
	    (config->engine.kind == ENGINE_PTRACE && !prepare_filter(session)) ||
	    !report_open(&session->report, config) || !session_open_exports(session) ||
	    !channels_open(&session->channels, config)) {
		free(session);
		return NULL;
	}
	session_prepare_numbers(session);
	if (!session_prepare_recording(session)) {
		free(session);
		return NULL;
	}
	choose_events(session);
	choose_names(session);
	if (session->channels.shared)
		config->engine.terminal = output_terminal(session->channels.shared->output);
	if (config->engine.kind == ENGINE_BPF && !config->engine.count_only &&
	    (!config->silent || config->targeted || needs_files(session) || session->recorder ||
	     session->exports))
		session_compile_plans(session);
	config->engine.wait_for = session->channels.command;
	if (config->targeted)
		session->watch = filter_watch_new(&config->targets);
	session->dumping = !number_set_is_empty(&config->dump_read) ||
			   !number_set_is_empty(&config->dump_written);
	session->decoding = config->decode;
	session->decode_cache = decode_cache_new();
	session->engine = new_engine(&config->engine);
	return session;
}
