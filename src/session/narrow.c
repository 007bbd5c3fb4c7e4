/* SPDX-License-Identifier: MIT */
/* --where: finds the calls of which the kernel looks at registers, so that only those stop that can be selected. */
#include <stdlib.h>

#include "scry/arch.h"
#include "session/session.h"

/* Calls that stop also if --where excludes them: those that the engine, a consumer or the stacks need. */
static void find_needed(const struct session *session, struct call_set *needed)
{
	/* The filter itself tests clone, prctl and ptrace; restart_syscall is another name for a call. */
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
	narrow = tree.n != 1 || tree.nodes[0].shape != WHERE_ALWAYS;
	free(tree.nodes);
	return narrow;
}

size_t narrow_calls(const struct session *session, struct call_set *narrowed)
{
	const struct config *config = session->config;
	struct call_set needed;
	size_t n_abis, n = 0;
	const struct abi *const *abis = abi_of_machine(&n_abis);

	call_set_fill(narrowed, false);
	if (!config->where || config->tried || session_needs(session, NEED_ALL_CALLS))
		return 0;
	find_needed(session, &needed);
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n_abis; i++) {
			const struct abi *abi = abis[i];

			if (!call_set_has(&session->selection.trace, id, abi) ||
			    call_set_has(&needed, id, abi) || !is_narrow(config->where, id, abi))
				continue;
			narrowed->abis[id] |= 1u << abi->id;
			n++;
		}
	return n;
}
