/* SPDX-License-Identifier: MIT */
/* Opens the consumers, asks them what they need, and calls them. */
#include "scry/syscalls.h"
#include "session/session.h"

static size_t aligned(size_t size)
{
	size_t unit = _Alignof(max_align_t);

	return (size + unit - 1) / unit * unit;
}

static void listen(struct consumers *consumers, enum telling telling, consumer_receive *receive,
		   const struct opened *opened)
{
	struct listeners *listeners = &consumers->listeners[telling];

	if (receive)
		listeners->items[listeners->n++] = (struct listener){ receive, opened };
}

/* Adds an opened consumer to the list of each function that it has. */
static void add_listener(struct consumers *consumers, const struct opened *opened)
{
	const struct consumer_ops *ops = opened->ops;

	listen(consumers, TELL_ENTER, ops->enter, opened);
	listen(consumers, TELL_EXIT, ops->exit, opened);
	listen(consumers, TELL_UNFINISHED, ops->unfinished, opened);
	listen(consumers, TELL_EVENT, ops->event, opened);
	listen(consumers, TELL_EACH, ops->each, opened);
}

/* Returns whether lines of calls are written. */
static bool lines_are_wanted(const struct config *config)
{
	for (size_t i = 0; i < CONSUMERS_MAX; i++)
		if (consumers_known[i]->replaces_lines &&
		    consumers_known[i]->replaces_lines(config))
			return false;
	return true;
}

bool consumers_open(struct session *session)
{
	struct consumers *consumers = &session->consumers;
	bool failed = false;

	for (size_t i = 0; i < CONSUMERS_MAX; i++)
		if (consumers_known[i]->claim && !consumers_known[i]->claim(&session->host))
			return false;
	session->host.lines = lines_are_wanted(session->config);
	for (size_t i = 0; i < CONSUMERS_MAX && !failed; i++) {
		struct consumer *consumer = consumers_known[i]->open(&session->host, &failed);

		if (!consumer)
			continue;
		consumer->number = consumers->n;
		consumers->items[consumers->n++] = (struct opened){
			.ops = consumers_known[i],
			.consumer = consumer,
			.slot = consumers->slots_size,
		};
		add_listener(consumers, &consumers->items[consumer->number]);
		consumers->slots_size += aligned(consumers_known[i]->slot_size);
		session->timeouts.flushes |= consumers_known[i]->flush != NULL;
	}
	return !failed;
}

/* Adds what -Y and other options about calls need, whatever consumers there are. */
static void add_options(const struct session *session, struct needs *needs)
{
	const struct config *config = session->config;

	if (config->decode.pid_comms || config->decode.pid_outside)
		needs->facts |= NEED_TASK_NAMES;
	/*
	 * A thread that another one supersedes has had its name from the last execve, which a
	 * filter may hide. The bpf engine reports each name: with execs it would report those of a
	 * whole machine, also of tasks without a selected call.
	 */
	if (config->decode.pid_comms && config->engine.kind->stops)
		needs->facts |= NEED_EXEC;
	if (config->sample.per_second)
		needs->facts |= NEED_MONO;
	if (config->detach_on_execve || session->stacks)
		needs->facts |= NEED_EXEC;
}

/* What one consumer reads beyond config->decode is captured together with what the others read. */
static void ask_for_more(struct session *session, const struct decode_config *own)
{
	struct decode_config *all = &session->asked;

	if (!session->consumers.needs.asks) {
		*all = session->decoding;
		all->verbose = true;
		all->shallow = false;
		session->consumers.needs.asks = all;
	}
	if (all->string_limit < own->string_limit)
		all->string_limit = own->string_limit;
	if (decode_vector_limit(all) < decode_vector_limit(own))
		all->vector_limit = decode_vector_limit(own);
	all->environment |= own->environment;
	all->fds |= own->fds;
	all->kvm |= own->kvm;
	all->pid_comms |= own->pid_comms;
	all->pid_outside |= own->pid_outside;
	all->all_names |= own->all_names;
	all->path_starts |= own->path_starts;
	all->targets |= own->targets;
}

/* Adds what --where, -P and other options that select need. */
static void add_expression(struct session *session, struct needs *needs)
{
	static const struct {
		unsigned needs, facts, fds;
	} rows[] = {
		{ WHERE_NEEDS_TIME, NEED_MONO, 0 },
		{ WHERE_NEEDS_COMM, NEED_EXEC | NEED_TASK_NAMES, 0 },
		{ WHERE_NEEDS_USER, NEED_USER, 0 },
		{ WHERE_NEEDS_PARENT, NEED_PARENT, 0 },
		{ WHERE_NEEDS_STACK, NEED_STACK, 0 },
		{ WHERE_NEEDS_PATHS | WHERE_NEEDS_TARGETS, NEED_STARTS, FD_PATH },
		{ WHERE_NEEDS_PEERS, 0, FD_SOCKET },
		{ WHERE_NEEDS_DECODE | WHERE_NEEDS_TARGETS, NEED_ALL_MEMBERS, 0 },
	};
	const struct config *config = session->config;
	unsigned asked = config->where ? where_needs(config->where) : 0;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(asked & rows[i].needs))
			continue;
		needs->facts |= rows[i].facts;
		needs->fds |= rows[i].fds;
	}
	if (asked & WHERE_NEEDS_TEXT)
		ask_for_more(session, &(struct decode_config){ .string_limit = WHERE_STRING_MAX,
							       .environment = true });
}

/* Adds what other needs imply. */
static void add_implied(struct needs *needs)
{
	static const struct {
		unsigned facts, subjects; /* one of them is needed */
		unsigned also, fds; /* so these are, too: NEED_*, FD_* */
	} rows[] = {
		{ NEED_COMM, SUBJECT_COMM, NEED_EXEC | NEED_TASK_NAMES, 0 },
		{ NEED_USER | NEED_PARENT, 0, NEED_TASK_NAMES, 0 },
		{ 0, SUBJECT_PATH, NEED_STARTS | NEED_ALL_MEMBERS, FD_PATH },
		{ 0, SUBJECT_PEER, NEED_ALL_MEMBERS, FD_SOCKET },
	};
	unsigned subjects = needs->subjects | needs->later;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(needs->facts & rows[i].facts) && !(subjects & rows[i].subjects))
			continue;
		needs->facts |= rows[i].also;
		needs->fds |= rows[i].fds;
	}
}

static void merge(const struct session *session, struct needs *all, const struct needs *own)
{
	bool as_text = own->facts & NEED_TEXT || (own->facts & NEED_DECODE && !own->asks);

	all->facts |= own->facts;
	all->fds |= own->fds | (as_text ? session->config->decode.fds : 0);
	all->subjects |= own->subjects;
	all->later |= own->later;
}

static void add_read(struct call_set *all, const struct call_set *own)
{
	if (!own) {
		call_set_fill(all, true);
		return;
	}
	for (unsigned id = 1; id < ID_COUNT; id++)
		all->abis[id] |= own->abis[id];
}

/*
 * Adds the calls whose memory a consumer reads, or all of them if the session itself decodes calls.
 */
static void add_reads(struct session *session, const struct needs *own)
{
	const struct config *config = session->config;
	unsigned where = config->where ? where_needs(config->where) : 0;
	unsigned subjects = own->subjects | own->later;
	bool all = own->facts & NEED_TEXT || subjects & (SUBJECT_PATH | SUBJECT_PEER) ||
		   where & (WHERE_NEEDS_DECODE | WHERE_NEEDS_TEXT | WHERE_NEEDS_TARGETS);

	if (!all && !(own->facts & NEED_DECODE))
		return;
	add_read(&session->consumers.read_at_entry, all ? NULL : own->reads_at_entry);
	add_read(&session->consumers.read_at_exit, all ? NULL : own->reads_at_exit);
}

/* Returns whether counts are all that is needed, and the kernel can make them. */
static bool can_count_in_kernel(const struct session *session)
{
	const struct config *config = session->config;

	return config->engine.kind->captures && session_needs(session, NEED_COUNTS) &&
	       !session_needs(session, NEED_EXIT | NEED_ALL_CALLS) && !config->output_separately &&
	       !config->syscall_limit &&
	       (!config->where || where_is_set(config->where, &session->selection.trace));
}

void consumers_ask(struct session *session)
{
	struct consumers *consumers = &session->consumers;
	struct call_set every;

	call_set_fill(&every, true);
	consumers->needs = (struct needs){ 0 };
	consumers->n_decoding = 0;
	call_set_fill(&consumers->watched, false);
	call_set_fill(&consumers->read_at_entry, false);
	call_set_fill(&consumers->read_at_exit, false);
	for (size_t i = 0; i < consumers->n; i++) {
		struct needs own = { 0 };

		consumers->items[i].ops->needs(consumers->items[i].consumer, &own);
		merge(session, &consumers->needs, &own);
		add_reads(session, &own);
		if (own.asks)
			ask_for_more(session, own.asks);
		if (own.watched)
			consumers->watched.abis[own.watched] = every.abis[own.watched];
		consumers->n_decoding += (own.facts & NEED_DECODE) != 0;
	}
	requests_watch(session, &consumers->watched);
	add_options(session, &consumers->needs);
	add_expression(session, &consumers->needs);
	add_implied(&consumers->needs);
	if (tracees_stop_at_users(session))
		call_set_add_flagged(&consumers->watched, CALL_CHANGES_USER);
	/* What the engine reports stays as it is from its start on. */
	if (!session->engine)
		session->host.counts = can_count_in_kernel(session);
	if (session_needs(session, NEED_COUNTS) && !session->host.counts)
		consumers->needs.facts |= NEED_EXIT;
}

void consumers_tell_all(struct session *session, const struct listeners *listeners,
			struct moment *moment)
{
	struct tracee_state *state = tracees_of(moment->event);

	moment->place = state ? state->place : session->host.shared;
	for (size_t i = 0; i < listeners->n; i++) {
		const struct opened *opened = listeners->items[i].opened;

		if (moment->event->request && !opened->ops->takes_requests)
			continue;
		moment->slot = state ? state->slots + opened->slot : NULL;
		listeners->items[i].receive(opened->consumer, moment);
	}
}
