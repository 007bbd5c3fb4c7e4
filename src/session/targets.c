/* SPDX-License-Identifier: MIT */
/* Attaches to the processes that targets name, and goes on to look for those that come later. */
#include <stdlib.h>

#include "scry/proc.h"
#include "session/session.h"

/* The time between two looks. A process that is waited for is to lose few of its calls. */
#define LOOK_NS 500000000u
#define LOOK_SOON_NS 50000000u
/* Processes are made while they are attached to: it is looked again until there is no new one. */
#define ROUNDS_MAX 16

static bool has(const struct config *config, bool (*is_meant)(const struct target *target))
{
	for (size_t i = 0; i < config->n_named; i++)
		if (is_meant(&config->named[i]))
			return true;
	return false;
}

static bool comes_again(const struct target *target)
{
	return target_comes_again(target->kind);
}

static bool is_to_start(const struct target *target)
{
	return target->kind == TARGET_START;
}

/*
 * Returns whether a process is known already: it was attached to, or could not be. Otherwise notes
 * it.
 */
static bool is_known(struct targets *targets, const struct target_match *match)
{
	uint64_t hash = index_hash((uint64_t)match->pid ^ match->start << 22);
	size_t at = 0;
	uint32_t i;

	while ((i = index_next(&targets->index, hash, &at)) != INDEX_END)
		if (targets->known[i].pid == match->pid && targets->known[i].start == match->start)
			return true;
	targets->known = xgrow(targets->known, targets->n_known, &targets->known_capacity,
			       sizeof(*targets->known));
	targets->known[targets->n_known] = *match;
	index_add(&targets->index, hash, (uint32_t)targets->n_known++);
	return false;
}

/* A pid that another process has got meanwhile is not the target. */
static bool attach_match(struct session *session, const struct target_match *match)
{
	struct engine *engine = session->engine;
	struct tracee *tracee;

	if (engine_find(engine, match->pid) || proc_start(match->pid) != match->start ||
	    !engine->ops->attach(engine, match->pid))
		return false;
	if (proc_start(match->pid) == match->start)
		return true;
	tracee = engine_find(engine, match->pid);
	if (tracee)
		engine->ops->detach(engine, tracee);
	return false;
}

/* Attaches to the processes that are new. Returns how many there were. */
static size_t look_for_processes(struct session *session)
{
	struct targets *targets = &session->targets;
	const struct target_match *matches;
	size_t n = target_search_look(targets->search, &matches), n_attached = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_known(targets, &matches[i]))
			n_attached += attach_match(session, &matches[i]);
	targets->n_attached += n_attached;
	return n_attached;
}

static void look_until_complete(struct session *session)
{
	for (unsigned i = 0; i < ROUNDS_MAX && look_for_processes(session); i++)
		;
	session->targets.looked_ns = now_ns();
}

/* The bpf engine asks whether a process that has executed a program is waited for. */
static bool is_start(void *ctx, pid_t pid, const char *const names[2])
{
	struct session *session = ctx;
	struct targets *targets = &session->targets;
	const struct target_match match = { .pid = pid, .start = proc_start(pid) };

	if (!target_search_names_program(targets->search, TARGET_START, pid, names))
		return false;
	is_known(targets, &match);
	targets->n_attached++;
	return true;
}

static void pass_starts(struct session *session)
{
	const struct config *config = session->config;
	struct engine_config *engine = &session->engine_config;
	struct targets *targets = &session->targets;

	targets->starts = xcalloc(config->n_named, sizeof(*targets->starts));
	for (size_t i = 0; i < config->n_named; i++)
		if (is_to_start(&config->named[i]))
			targets->starts[engine->n_starts++] = config->named[i].word;
	engine->starts = targets->starts;
	engine->is_start = is_start;
	engine->start_ctx = session;
}

bool targets_can_begin(const struct config *config, char **error)
{
	const struct target_match *matches;
	struct target_search *search;
	bool good;

	if (!config->n_named)
		return true;
	search = target_search_new(config->named, config->n_named, error);
	if (!search)
		return false;
	good = has(config, is_to_start) || target_search_look(search, &matches);
	if (!good)
		*error = target_search_explain(search);
	target_search_free(search);
	return good;
}

bool targets_prepare(struct session *session)
{
	const struct config *config = session->config;
	struct targets *targets = &session->targets;
	const struct target_match *matches;
	char *error = NULL;

	session->target_places = target_places_new();
	if (!config->n_named)
		return true;
	targets->search = target_search_new(config->named, config->n_named, &error);
	targets->last = has(config, comes_again);
	targets->wait = has(config, is_to_start);
	session->engine_config.waits = true;
	pass_starts(session);
	if (targets->search && (targets->wait || target_search_look(targets->search, &matches)))
		return true;
	if (!error)
		error = target_search_explain(targets->search);
	warn("%s", error);
	free(error);
	return false;
}

void targets_stop(struct session *session)
{
	session->engine_config.waits = false;
}

void targets_begin(struct session *session)
{
	struct targets *targets = &session->targets;

	if (!targets->search)
		return;
	look_until_complete(session);
	if (targets->n_attached || targets->wait)
		return;
	/* The engine has said why. */
	targets->failed = true;
	targets_stop(session);
}

/* Says once that the tracees have ended, where others can come. */
static void say_that_it_waits(struct session *session)
{
	struct targets *targets = &session->targets;

	if (targets->says || session->config->sink.quiet & QUIET_EXIT)
		return;
	targets->says = true;
	warn("all processes have ended; scry waits for new ones of %s '%s', until ^C",
	     target_option(session->config->named[0].kind), session->config->named[0].word);
}

void targets_tick(struct session *session, uint64_t now)
{
	struct targets *targets = &session->targets;
	bool has_tracees = engine_has_tracees(session->engine);

	if (!session->engine_config.waits || session->released)
		return;
	if (now - targets->looked_ns >= (has_tracees && !targets->wait ? LOOK_NS : LOOK_SOON_NS)) {
		look_until_complete(session);
		has_tracees = engine_has_tracees(session->engine);
	}
	if (has_tracees)
		targets->says = false;
	else if (targets->last)
		say_that_it_waits(session);
	else if (!targets->wait || targets->n_attached)
		targets_stop(session);
}

void targets_end(struct session *session)
{
	struct targets *targets = &session->targets;

	target_places_free(session->target_places);
	session->target_places = NULL;
	target_search_free(targets->search);
	index_free(&targets->index);
	free(targets->known);
	free(targets->starts);
	targets->search = NULL;
	targets->known = NULL;
	targets->starts = NULL;
}
