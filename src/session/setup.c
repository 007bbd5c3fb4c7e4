/* SPDX-License-Identifier: MIT */
/* The setup of the session: what the consumers need becomes what the engine reports. */
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/policy.h"
#include "scry/proc.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "session/session.h"

/* --- the machine and the clock --------------------------------------------------------------- */

/*
 * On replay the machine of the tracees is that of the recording. The gdb engine learns it from the
 * stub, and therefore begins before all else. Returns false after a message.
 */
static bool use_machine(struct session *session)
{
	const struct engine_kind *kind = session->config->engine.kind;

	if (!kind->tells_machine)
		return true;
	session->engine = kind->make(&session->engine_config);
	return session->engine;
}

/*
 * Finds out when the trace begins, by the clock of its events, and what a stop costs if a consumer
 * needs that.
 */
static void find_times(struct session *session)
{
	const struct config *config = session->config;
	struct host *host = &session->host;
	const struct record_info *info;

	host->start_ns = now_ns();
	if (config->engine.kind->recorded) {
		info = recording_info(config->engine.recording);
		host->start_ns = record_info_number(info, "start-monotonic");
		host->stop_ns = record_info_number(info, "stop-cost");
	} else if (config->engine.kind->stop_cost &&
		   session_needs(session, NEED_STOP_COST | NEED_STOPS)) {
		host->stop_ns = config->engine.kind->stop_cost(!config->engine.no_colocate);
		host->start_ns = now_ns();
	}
}

/*
 * Where SELinux does not run, --secontext has nothing to show: decode then asks no file system for
 * contexts.
 */
static void check_contexts(struct session *session)
{
	const struct config *config = session->config;

	if (!config->decode.contexts || config->engine.kind->recorded || proc_selinux_runs())
		return;
	session->decoding.contexts = CONTEXTS_NO;
	if (config->debug)
		warn("--secontext shows nothing: no SELinux runs here");
}

/* If /proc has no numbers of the PID namespace of scry, it says nothing about tracees. */
static void check_proc(const struct session *session)
{
	if (engine_is_here(session->config->engine.kind) && proc_numbers() == PROC_FOREIGN)
		warn("/proc belongs to another PID namespace: what it says of processes, such as "
		     "the files of descriptors, is not shown; mount -t proc proc /proc");
}

/* --- the filter ------------------------------------------------------------------------------ */

/* Adds the calls that change executable mappings. */
static void add_mapping_calls(struct call_set *set)
{
	struct call_set all;
	const uint16_t *calls;
	size_t n;

	call_set_fill(&all, true);
	calls = stacks_calls(&n);
	for (size_t i = 0; i < n; i++)
		set->abis[calls[i]] |= all.abis[calls[i]];
}

/*
 * Collects the calls at which tracees must stop: those that the engine reports, and with stacks the
 * calls that change executable mappings.
 */
static void collect_calls(const struct session *session, struct call_set *seen)
{
	*seen = session->reported;
	/* The program of a tried profile itself selects the calls that are shown. */
	if (session->config->tried)
		call_set_fill(seen, false);
	if (session->stacks)
		add_mapping_calls(seen);
}

/* Compiles the seccomp program for these calls and the calls at which every filter must stop. */
static bool compile_filter(struct session *session, const struct call_set *seen)
{
	const struct engine_config *engine = &session->engine_config;
	struct call_set joined, narrowed;
	size_t n_narrowed = narrow_calls(session, &narrowed);
	bool renames = session_needs(session, NEED_TASK_NAMES);

	seccomp_join(seen, engine->no_colocate ? PINNING_NONE : seccomp_pinning(), &joined);
	if (n_narrowed && seccomp_compile_where(&joined, session->config->where, &narrowed, renames,
						&session->program)) {
		if (session->config->debug)
			warn("%s: the kernel looks at the registers of %zu call%s; the filter has "
			     "%u "
			     "instructions",
			     where_options(session->config->where), n_narrowed,
			     plural_s(n_narrowed), session->program.n);
		return true;
	}
	if (n_narrowed && session->config->debug)
		warn("%s: a filter that looks at registers would be too long",
		     where_options(session->config->where));
	return seccomp_compile_where(&joined, NULL, NULL, renames, &session->program);
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

/*
 * --try-policy: the filter is the profile. Where the profile allows a call, the filter goes on with
 * the program that the engine needs.
 */
static bool prepare_trial(struct session *session, const struct call_set *seen)
{
	struct engine_config *engine = &session->engine_config;
	struct seccomp_program base;
	bool good;

	if (!compile_filter(session, seen))
		return false;
	base = session->program;
	session->program = (struct seccomp_program){ 0 };
	good = select_prepare_trial(session, &base);
	seccomp_program_free(&base);
	engine->filter = &session->program;
	engine->filter_inherited = seccomp_is_inherited();
	engine->seccomp_strict = true;
	return good;
}

/* Whether -f is all that a filter lacks: without it scry does not set NO_NEW_PRIVS. */
static bool helps_with_f(const struct call_set *stopping, struct seccomp_situation situation)
{
	const char *reason;

	if (situation.follow || !situation.needs_nnp)
		return false;
	situation.follow = true;
	return seccomp_choose(stopping, &situation, &reason) != SECCOMP_NEVER;
}

/* Decides whether a seccomp filter is used. Returns false if --seccomp-bpf=on is not possible. */
static bool prepare_filter(struct session *session)
{
	const struct config *config = session->config;
	struct engine_config *engine = &session->engine_config;
	const struct seccomp_situation situation = {
		.mode = config->seccomp,
		.follow = engine->follow,
		.attaching = engine->n_pids || config->n_named,
		.needs_nnp = !seccomp_is_privileged(),
		.keeps_rights = seccomp_takes_rights() && seccomp_keeps_rights(),
		.inherited = seccomp_is_inherited(),
		.releases_early =
			config->detach_on_execve || config->syscall_limit || config->for_ns,
		.takes_over = hand_over_is_likely(session),
		.sends_signals = sends_signals(config),
		.entries_only = !session_needs(session, NEED_EXIT),
	};
	const char *reason;
	/* reported, by their registers, whatever the registers are */
	struct call_set seen, narrowed, stopping;
	enum seccomp_start start;

	collect_calls(session, &seen);
	if (config->tried)
		return prepare_trial(session, &seen);
	stopping = seen;
	/*
	 * Without --where the set stays as it is: whether it has every call is said of all ABIs.
	 * Calls with the registers that --where asks for may be frequent as well, which matters if
	 * another engine would take over.
	 */
	if (!(situation.takes_over && situation.mode == SECCOMP_AUTO) &&
	    narrow_calls(session, &narrowed))
		for (unsigned id = 1; id < ID_COUNT; id++)
			stopping.abis[id] &= call_set_machine() & ~narrowed.abis[id];
	start = seccomp_choose(&stopping, &situation, &reason);
	if (start != SECCOMP_NEVER && !compile_filter(session, &seen)) {
		start = SECCOMP_NEVER;
		reason = "the program would be too long";
	}
	session->lets_stop = start == SECCOMP_NEVER && helps_with_f(&stopping, situation);
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

/* --- what the engine reports ----------------------------------------------------------------- */

/* With NEED_ALL_CALLS the engine also reports calls that -e trace does not select. */
static void choose_reported(struct session *session)
{
	const struct engine_config *engine = &session->engine_config;
	const struct call_set *watched = &session->consumers.watched;

	session->reported = session->selection.trace;
	for (unsigned id = 1; id < ID_COUNT; id++)
		session->reported.abis[id] |= watched->abis[id];
	if (session_needs(session, NEED_ALL_CALLS))
		call_set_fill(&session->reported, true);
	/*
	 * A stub and the bpf engine report these calls only, the ptrace engine stops at those of
	 * collect_calls().
	 */
	if (session->stacks && (!engine->kind->stops || engine_that_captures(engine)))
		add_mapping_calls(&session->reported);
	session->engine_config.calls = &session->reported;
}

/* A consumer that receives every event, such as a recording, gets every signal. */
static uint64_t wanted_signals(const struct session *session)
{
	const struct consumers *consumers = &session->consumers;

	if (consumers->listeners[TELL_EACH].n || session->config->record.n_triggers)
		return UINT64_MAX;
	return consumers->listeners[TELL_EVENT].n ? session->config->signals : 0;
}

/*
 * Whether events of a thread that has made no reported call mean nothing to any consumer:
 * is_bystander().
 */
static bool hides_bystanders(const struct session *session)
{
	return bpf_selects(&session->engine_config.targets) && !select_asks_for_signals(session) &&
	       !session->consumers.listeners[TELL_EACH].n && !session->config->record.n_triggers &&
	       !session_needs(session, NEED_EXEC);
}

static bool changes_calls(const struct config *config)
{
	bool changes = config->enforce;

	for (size_t i = 0; i < config->n_injections; i++)
		changes |= config->injections[i].set_result;
	return changes;
}

/*
 * Makes the engine report only what is needed, because each time costs the tracer a system call,
 * and each exec event a stop.
 */
static void choose_facts(struct session *session)
{
	const struct needs *needs = &session->consumers.needs;
	struct engine_config *engine = &session->engine_config;

	engine->cpu_times = needs->facts & NEED_CPU;
	engine->real_times = needs->facts & NEED_REAL;
	engine->mono_times = needs->facts & NEED_MONO;
	engine->report_execs = needs->facts & NEED_EXEC;
	/* A descriptor may be one of the process that the call names by its number. */
	engine->task_names = needs->facts & NEED_TASK_NAMES || needs->fds;
	engine->task_users = needs->facts & NEED_USER && narrow_knows_users();
	engine->task_parents = needs->facts & NEED_PARENT;
	engine->stacks = session->stacks;
	engine->directories = needs->facts & NEED_STARTS;
	engine->names = needs->fds || engine->directories;
	engine->details = needs->fds & ~(unsigned)FD_PATH;
	engine->count_only = session->host.counts;
	engine->whole = needs->facts & NEED_WHOLE;
	engine->signals = wanted_signals(session);
	engine->callers_only = hides_bystanders(session);
	engine->changes_calls = changes_calls(session->config);
	engine->wait_for = session->places.command;
	if (session->host.shared)
		engine->terminal = output_terminal(session->host.shared->output);
}

/* Returns how many times a call is decoded. */
static unsigned count_decodes(const struct session *session)
{
	const struct needs *needs = &session->consumers.needs;
	unsigned n = session->consumers.n_decoding;

	n += session_needs(session, NEED_TEXT);
	n += session->config->where &&
	     where_needs(session->config->where) & (WHERE_NEEDS_DECODE | WHERE_NEEDS_TARGETS);
	n += ((needs->subjects | needs->later) & (SUBJECT_PATH | SUBJECT_PEER)) != 0;
	return n;
}

/*
 * If several consumers decode, each question is asked once, and all see the same answer. A
 * recording that is replayed answers without cost.
 */
static void prepare_decoding(struct session *session)
{
	session->decode_cache = decode_cache_new();
	if (session_needs(session, NEED_TEXT))
		session->text = writer_text_new(&session->config->sink, NULL);
	subjects_prepare(session);
	if (!session_needs(session, NEED_ANSWERS) &&
	    (count_decodes(session) < 2 || session->engine_config.kind->recorded))
		return;
	session->host.answers = answers_new();
	session->answers = (struct fetch){ &answers_fetch_ops, session->host.answers };
}

/* --- all ------------------------------------------------------------------------------------- */

/* The context of pass_count(): which function of a consumer receives the counts of the kernel. */
struct counting {
	const struct session *session;
	bool watched; /* the calls that a consumer watches, instead of the selected ones */
	consumer_count *each;
	void *ctx;
};

static void pass_count(void *ctx, const struct call *counted, const struct call_times *times)
{
	struct counting *counting = ctx;
	const struct session *session = counting->session;
	struct call call;
	bool selected = select_counted(session, counted, &call);

	if (counting->watched ? call_set_has(&session->consumers.watched, call.id, call.abi)
			      : selected)
		counting->each(counting->ctx, &call, times);
}

static uint64_t count_calls(struct host *host, consumer_count *each, void *ctx)
{
	struct session *session = (struct session *)host;
	struct counting counting = { session, false, each, ctx };

	return session->engine->ops->counts(session->engine, pass_count, &counting);
}

static uint64_t count_watched_calls(struct host *host, consumer_count *each, void *ctx)
{
	struct session *session = (struct session *)host;
	struct counting counting = { session, true, each, ctx };

	return session->engine->ops->counts(session->engine, pass_count, &counting);
}

/*
 * Prepares the consumers. If one fails, start(false) lets all consumers give back what they hold,
 * such as the terminal.
 */
static bool prepare_consumers(struct session *session)
{
	struct consumers *consumers = &session->consumers;
	bool good = true;

	for (size_t i = 0; i < consumers->n && good; i++) {
		const struct opened *opened = &consumers->items[i];

		good = !opened->ops->prepare || opened->ops->prepare(opened->consumer);
	}
	for (size_t i = 0; i < consumers->n && !good; i++) {
		const struct opened *opened = &consumers->items[i];

		if (opened->ops->start)
			opened->ops->start(opened->consumer, false);
	}
	return good;
}

static bool host_user(struct host *host, const struct event *event, uint32_t *user)
{
	return tracees_user((const struct session *)host, event, user);
}

static bool host_parent(struct host *host, const struct event *event, pid_t *parent)
{
	return tracees_parent((const struct session *)host, event, parent);
}

static void prepare_host(struct session *session)
{
	session->host = (struct host){
		.config = session->config,
		.engine = &session->engine_config,
		.native = abi_native(),
		.count = count_calls,
		.count_watched = count_watched_calls,
		.comm = tracees_comm,
		.user = host_user,
		.parent = host_parent,
		.home = tracees_find_home,
		.process_of = tracees_process,
		.claim = claims_add,
		.look = engine_is_here(session->config->engine.kind) ? &tracee_look : NULL,
	};
}

/* The trace cannot begin. An engine that has begun lets go what it holds. Returns NULL. */
static struct session *give_up(struct session *session)
{
	if (session->engine)
		session->engine->ops->stop(session->engine);
	return NULL;
}

struct session *session_new(const struct config *config, struct former_options *former)
{
	struct session *session = xcalloc(1, sizeof(*session));
	bool good;

	session->config = config;
	session->engine_config = config->engine;
	session->decoding = config->decode;
	/*
	 * A stub has launched its program before scry sees the first call, and a command beside
	 * conditions need not be traced.
	 */
	session->launched =
		!config->engine.argv || config->engine.kind->elsewhere ||
		(bpf_selects(&config->engine.targets) && !config->engine.targets.system);
	if (!use_machine(session))
		return NULL;
	prepare_host(session);
	session->reload.former = former;
	reload_prepare(session);
	select_prepare(session);
	sample_prepare(session);
	check_contexts(session);
	check_proc(session);
	good = targets_prepare(session) && claims_begin(session) && consumers_open(session);
	claims_end(session);
	if (!good)
		return give_up(session);
	consumers_ask(session);
	if (session_needs(session, NEED_REQUESTS))
		engine_take_requests();
	if (!gather_prepare_stacks(session))
		return give_up(session);
	/* With stacks further events are needed. */
	consumers_ask(session);
	choose_reported(session);
	find_times(session);
	if ((config->engine.kind->stops && !prepare_filter(session)) || !places_open(session))
		return give_up(session);
	choose_facts(session);
	readers_find(session);
	prepare_decoding(session);
	session->engine_config.decodes =
		count_decodes(session) || session_needs(session, NEED_ANSWERS);
	requests_begin(session);
	if (config->engine.kind->captures && count_decodes(session))
		session->engine_config.plans = plans_for(session);
	hand_over_choose(session, count_decodes(session));
	if (engine_that_captures(&session->engine_config))
		session->engine_config.sieves = sieves_for(session);
	if (!prepare_consumers(session))
		return give_up(session);
	if (!session->engine)
		session->engine = config->engine.kind->make(&session->engine_config);
	return session;
}
