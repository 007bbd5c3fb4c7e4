/* SPDX-License-Identifier: MIT */
/*
 * --where, -e trace-fds and other options of the expression: finds the calls at which the kernel
 * looks first, so that only those stop, or are reported, that can be selected.
 */
#include <stdio.h>
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "session/session.h"

/*
 * Calls that stop also if --where excludes them: those that the engine, a consumer or the stacks
 * need.
 */
static void find_needed(const struct session *session, struct call_set *needed)
{
	/*
	 * The filter itself tests clone, prctl and ptrace; restart_syscall is another name for a
	 * call.
	 */
	static const uint16_t always[] = { ID_clone, ID_prctl, ID_ptrace, ID_restart_syscall };
	const struct call_set *watched = &session->consumers.watched;
	const uint16_t *calls;
	struct call_set none, all;
	size_t n;

	call_set_fill(&none, false);
	call_set_fill(&all, true);
	seccomp_join(&none, PINNING_OWN, needed);
	for (size_t i = 0; i < ARRAY_SIZE(always); i++)
		needed->abis[always[i]] = all.abis[always[i]];
	calls = stacks_calls(&n);
	for (size_t i = 0; i < n && session->stacks; i++)
		needed->abis[calls[i]] = all.abis[calls[i]];
	for (unsigned id = 1; id < ID_COUNT; id++)
		needed->abis[id] |= watched->abis[id];
}

static bool is_narrow(struct where *where, enum syscall_id id, const struct abi *abi)
{
	struct where_tree tree;
	bool narrow;

	/* A filter does not see arguments on the stack (o32 of mips). */
	if (abi->stack_args)
		return false;
	where_registers(where, id, abi, &tree);
	narrow = where_tree_narrows(&tree);
	free(tree.nodes);
	return narrow;
}

/* The calls that are needed only if the expression selects them. */
static void find_candidates(const struct session *session, struct call_set *candidates)
{
	const struct config *config = session->config;
	struct call_set needed;

	call_set_fill(candidates, false);
	if (!config->where || config->tried || session_needs(session, NEED_ALL_CALLS))
		return;
	find_needed(session, &needed);
	for (unsigned id = 1; id < ID_COUNT; id++)
		candidates->abis[id] = session->selection.trace.abis[id] & ~needed.abis[id];
}

size_t narrow_calls(const struct session *session, struct call_set *narrowed)
{
	const struct config *config = session->config;
	size_t n_abis, n = 0;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	call_set_fill(narrowed, false);
	if (!config->where || !(where_needs(config->where) & WHERE_NEEDS_ARGUMENTS))
		return 0;
	find_candidates(session, narrowed);
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n_abis; i++) {
			if (!call_set_has(narrowed, id, abis[i]))
				continue;
			if (is_narrow(config->where, id, abis[i]))
				n++;
			else
				narrowed->abis[id] &= ~(1u << abis[i]->id);
		}
	return n;
}

/* --- sieves of the bpf engine ---------------------------------------------------------------- */

bool narrow_knows_users(void)
{
	FILE *map = proc_fopen(PROC_SELF, "uid_map");
	unsigned long long first = 1, outside = 1, n = 0;
	bool all;

	if (!map)
		return false;
	all = fscanf(map, "%llu %llu %llu", &first, &outside, &n) == 3 && !first && !outside &&
	      n == UINT32_MAX;
	fclose(map);
	return all;
}

static void debug_sieves(const struct session *session, const struct sieves *sieves)
{
	size_t entries = 0, exits = 0;

	for (size_t i = 0; i < PLAN_ABIS; i++)
		for (size_t nr = 0; nr < PLAN_CALLS; nr++) {
			entries += sieves->calls[i][nr].entry != 0;
			exits += sieves->calls[i][nr].exit != 0;
		}
	if (session->config->debug)
		warn("%s: the program of the bpf engine looks at the entries of %zu call%s, and at "
		     "the exits of %zu: %u step%s",
		     where_options(session->config->where), entries, plural_s(entries), exits,
		     sieves->n_steps, plural_s(sieves->n_steps));
}

/*
 * Whether the program of the bpf engine may drop what -e status does not show. A recording keeps
 * it, and calls that the kernel counts are selected by the counts.
 */
static bool drops_hidden(const struct session *session)
{
	return where_needs(session->config->where) & WHERE_NEEDS_STATUS && !session->host.counts &&
	       !session_needs(session, NEED_ANSWERS);
}

struct sieves *sieves_for(const struct session *session)
{
	struct where *where = session->config->where;
	unsigned sees = WHERE_SEES_REGISTERS | WHERE_SEES_FACTS | WHERE_SEES_MEMORY;
	struct where_sieves *maker;
	struct sieves *sieves;
	struct call_set candidates;
	size_t n_abis;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	find_candidates(session, &candidates);
	if (!where)
		return NULL;
	if (drops_hidden(session))
		sees |= WHERE_SEES_STATUS;
	else if (where_is_set(where, &session->selection.trace))
		return NULL;
	sieves = xcalloc(1, sizeof(*sieves));
	maker = where_sieves_new(where, sees | (narrow_knows_users() ? WHERE_SEES_USER : 0));
	for (size_t i = 0; i < n_abis; i++)
		for (uint32_t nr = 0; nr < abis[i]->n_ids && nr < PLAN_CALLS; nr++) {
			enum syscall_id id = abi_syscall(abis[i], nr);

			if (id && call_set_has(&candidates, id, abis[i]))
				sieves->calls[i][nr] =
					where_sieves_of(maker, id, abis[i], !session->stacks);
		}
	sieves->steps = where_sieves_finish(maker, &sieves->n_steps);
	debug_sieves(session, sieves);
	return sieves;
}
