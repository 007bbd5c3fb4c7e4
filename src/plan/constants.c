/* SPDX-License-Identifier: MIT */
/*
 * Finds constants by their names. The choice of ioctl(2) has thousands of keys, and so has the list
 * that they are in.
 */
#include "plan/constants.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

#define FEW 32 /* entries: a list with fewer has no index */

static size_t count_names(const struct list *list)
{
	size_t n = 0;

	for (uint8_t p = 0; p < list->n_parts; p++)
		n += list->parts[p].n_entries;
	return n;
}

/* FNV-1a */
static size_t hash(const char *name)
{
	uint32_t sum = 2166136261u;

	for (; *name; name++)
		sum = (sum ^ (unsigned char)*name) * 16777619u;
	return sum ^ sum >> 15;
}

/* Entries with equal names keep their order: the ABI decides which one is meant. */
static void add(struct name_index *index, const struct list_entry *entry)
{
	size_t at = hash(list_entry_name(index->list, entry)) & index->mask;

	while (index->slots[at])
		at = (at + 1) & index->mask;
	index->slots[at] = entry;
}

static const struct name_index *make(struct plans *plans, const struct list *list, size_t n)
{
	struct name_index *index;
	size_t slots = 2 * FEW;

	while (slots < 2 * n)
		slots *= 2;
	plans->names = xreallocarray(plans->names, plans->n_names + 1, sizeof(*plans->names));
	index = &plans->names[plans->n_names++];
	*index = (struct name_index){ .list = list,
				      .slots = xcalloc(slots, sizeof(struct list_entry *)),
				      .mask = slots - 1 };
	for (uint8_t p = 0; p < list->n_parts; p++)
		for (uint16_t i = 0; i < list->parts[p].n_entries; i++)
			add(index, &list_entries(list, &list->parts[p])[i]);
	return index;
}

static const struct name_index *find_index(struct plans *plans, const struct list *list)
{
	size_t n;

	for (size_t i = 0; i < plans->n_names; i++)
		if (plans->names[i].list == list)
			return &plans->names[i];
	n = count_names(list);
	return n < FEW ? NULL : make(plans, list, n);
}

bool names_find(struct compiler *compiler, const struct list *list, const char *name,
		uint64_t *value)
{
	const struct name_index *index = find_index(compiler->plans, list);

	if (!index)
		return list_value(list, compiler->abi, name, value);
	for (size_t at = hash(name) & index->mask; index->slots[at]; at = (at + 1) & index->mask) {
		const struct list_entry *entry = index->slots[at];

		if (strcmp(list_entry_name(list, entry), name) ||
		    !list_entry_is_of(entry, compiler->abi))
			continue;
		*value = entry->value;
		return true;
	}
	return false;
}

void name_index_free(struct name_index *index)
{
	free(index->slots);
}
