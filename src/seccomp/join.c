/* SPDX-License-Identifier: MIT */
/* The calls that a filter has to stop besides the selected ones. */
#include "scry/arch.h"
#include "scry/seccomp.h"
#include "scry/syscalls.h"
#include "scry/util.h"

static void join_blocks(struct call_set *joined, const struct call_set *all, const uint16_t *ids,
			size_t n)
{
	for (size_t i = 0; i < n; i++)
		joined->abis[ids[i]] |= all->abis[ids[i]];
}

static void join_multiplexers(struct call_set *joined, const struct call_set *selected)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n; i++)
			if (call_set_has(selected, id, abis[i]))
				joined->abis[multiplexer_of(abis[i], id)] |= 1u << abis[i]->id;
	joined->abis[ID_none] = 0;
}

void seccomp_join(const struct call_set *selected, enum seccomp_pinning pinning,
		  struct call_set *joined)
{
	static const uint16_t always[] = { ID_clone3, ID_seccomp };
	static const uint16_t restarts[] = { ID_restart_syscall };
	static const uint16_t masks[] = { ID_sched_getaffinity, ID_sched_setaffinity,
					  ID_sched_setattr };
	struct call_set all;

	call_set_fill(&all, true);
	*joined = *selected;
	join_blocks(joined, &all, always, ARRAY_SIZE(always));
	if (!call_set_is_empty(selected))
		join_blocks(joined, &all, restarts, ARRAY_SIZE(restarts));
	if (pinning != PINNING_NONE)
		join_blocks(joined, &all, masks, ARRAY_SIZE(masks));
	if (pinning == PINNING_OWN)
		call_set_add_flagged(joined, CALL_CHANGES_USER);
	join_multiplexers(joined, selected);
}
