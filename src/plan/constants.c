/* SPDX-License-Identifier: MIT */
/*
 * Finds constants by their names. The choice of ioctl(2) has thousands of keys, and so has the list
 * that they are in.
 */
#include "plan/constants.h"

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
static uint64_t hash(const char *name)
{
	uint32_t sum = 2166136261u;

	for (; *name; name++)
		sum = (sum ^ (unsigned char)*name) * 16777619u;
	return sum ^ sum >> 15;
}

static const struct list_entry *entry_at(const struct list *list, uint32_t position)
{
	return &list_entries(list, &list->parts[position >> 16])[position & UINT16_MAX];
}

/* Entries with equal names keep their order: the ABI decides which one is meant. */
static const struct name_index *make_index(struct plans *plans, const struct list *list)
{
	struct name_index *names;

	plans->names = xreallocarray(plans->names, plans->n_names + 1, sizeof(*plans->names));
	names = &plans->names[plans->n_names++];
	*names = (struct name_index){ .list = list };
	for (uint32_t p = 0; p < list->n_parts; p++)
		for (uint32_t i = 0; i < list->parts[p].n_entries; i++)
			index_add(&names->index,
				  hash(list_entry_name(list, entry_at(list, p << 16 | i))),
				  p << 16 | i);
	return names;
}

static const struct name_index *find_index(struct plans *plans, const struct list *list)
{
	for (size_t i = 0; i < plans->n_names; i++)
		if (plans->names[i].list == list)
			return &plans->names[i];
	return count_names(list) < FEW ? NULL : make_index(plans, list);
}

bool names_find(struct compiler *compiler, const struct list *list, const char *name,
		uint64_t *value)
{
	const struct name_index *names = find_index(compiler->plans, list);
	size_t at = 0;
	uint32_t i;

	if (!names)
		return list_value(list, compiler->abi, name, value);
	while ((i = index_next(&names->index, hash(name), &at)) != INDEX_END) {
		const struct list_entry *entry = entry_at(list, i);

		if (strcmp(list_entry_name(list, entry), name) ||
		    !list_entry_is_of(entry, compiler->abi))
			continue;
		*value = entry->value;
		return true;
	}
	return false;
}

void name_index_free(struct name_index *names)
{
	index_free(&names->index);
}
