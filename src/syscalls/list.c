/* SPDX-License-Identifier: MIT */
/* Names of constants. */
#include <string.h>

#include "scry/list.h"

static const char *part_name(const struct list *list, const struct list_part *part,
			     const struct abi *abi, uint64_t value)
{
	const struct list_entry *entries = list_entries(list, part);

	for (uint16_t i = 0; i < part->n_entries; i++)
		if (entries[i].value == value && list_entry_is_of(&entries[i], abi))
			return list_entry_name(list, &entries[i]);
	return NULL;
}

const char *list_name(const struct list *list, const struct abi *abi, uint64_t value)
{
	const char *name = NULL;

	for (uint8_t p = 0; p < list->n_parts && !name; p++)
		name = part_name(list, &list->parts[p], abi, value);
	return name;
}

void list_names(const struct list *list, const struct abi *abi, uint64_t value,
		void (*each)(void *ctx, const char *name), void *ctx)
{
	for (uint8_t p = 0; p < list->n_parts; p++) {
		const struct list_part *part = &list->parts[p];
		const struct list_entry *entries = list_entries(list, part);

		for (uint16_t i = 0; i < part->n_entries; i++)
			if (entries[i].value == value && list_entry_is_of(&entries[i], abi))
				each(ctx, list_entry_name(list, &entries[i]));
	}
}

bool list_value(const struct list *list, const struct abi *abi, const char *name, uint64_t *value)
{
	for (uint8_t p = 0; p < list->n_parts; p++) {
		const struct list_part *part = &list->parts[p];
		const struct list_entry *entries = list_entries(list, part);

		for (uint16_t i = 0; i < part->n_entries; i++) {
			const char *other = list_entry_name(list, &entries[i]);

			if (other[0] != name[0] || strcmp(other, name) ||
			    !list_entry_is_of(&entries[i], abi))
				continue;
			*value = entries[i].value;
			return true;
		}
	}
	return false;
}

static uint64_t split_bits(const struct list *list, const struct list_part *part,
			   const struct abi *abi, uint64_t left, bool empty,
			   void (*each)(void *, const char *, uint64_t), void *ctx)
{
	for (uint16_t i = 0; i < part->n_entries; i++) {
		const struct list_entry *entry = &list_entries(list, part)[i];
		uint64_t bits = entry->value;
		bool found = bits ? (left & bits) == bits : empty;

		if (!found || !list_entry_is_of(entry, abi))
			continue;
		each(ctx, list_entry_name(list, entry), bits);
		left &= ~bits;
		if (empty)
			break;
	}
	return left;
}

uint64_t list_split(const struct list *list, const struct abi *abi, uint64_t value,
		    void (*each)(void *ctx, const char *name, uint64_t bits), void *ctx)
{
	uint64_t left = value;

	for (uint8_t p = 0; p < list->n_parts; p++) {
		const struct list_part *part = &list->parts[p];
		const char *name;

		if (!part->mask) {
			left = split_bits(list, part, abi, left, !value, each, ctx);
			continue;
		}
		name = part_name(list, part, abi, value & part->mask);
		if (!name)
			continue;
		each(ctx, name, value & part->mask);
		left &= ~part->mask;
	}
	return left;
}

const struct list *list_find(const char *name)
{
	for (const struct list *const *list = list_all; *list; list++)
		if (!strcmp((*list)->name, name))
			return *list;
	return NULL;
}
