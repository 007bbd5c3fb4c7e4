/* SPDX-License-Identifier: MIT */
/* The table of all selections of plans, as the kernel program searches it. */
#include "engine/bpf/selections.h"

#include <stdlib.h>

#include "scry/util.h"

/* Enters a key. Returns false if all its places have other keys. */
static bool enter(struct selection_entry *table, uint32_t n, const struct plan_target *target)
{
	uint32_t hash = selection_hash(target->key.selection, target->key.value);

	for (uint32_t i = 0; i < SELECTION_LOOKS; i++) {
		struct selection_entry *entry = &table[(hash + i) & (n - 1)];

		if (entry->selection)
			continue;
		*entry = (struct selection_entry){ .value = target->key.value,
						   .selection = target->key.selection,
						   .target = target->target };
		return true;
	}
	return false;
}

static bool enter_all(struct selection_entry *table, uint32_t n, const struct plans *plans)
{
	for (uint32_t i = 0; plans && i < plans->n_selects; i++)
		if (!enter(table, n, &plans->selects[i]))
			return false;
	return true;
}

struct selection_entry *selections_make(const struct plans *plans, uint32_t *n)
{
	uint32_t wanted = plans ? 2 * plans->n_selects : 0;

	*n = 1;
	while (*n < wanted)
		*n *= 2;
	for (;;) {
		struct selection_entry *table = xcalloc(*n, sizeof(*table));

		if (enter_all(table, *n, plans))
			return table;
		free(table);
		*n *= 2;
	}
}
