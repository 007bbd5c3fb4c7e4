/* SPDX-License-Identifier: MIT */
/* Checks lists of constants: every name occurs once, and decode can show it. */
#include <stdio.h>
#include <string.h>

#include "decode/lookup/scalar.h"
#include "scry/util.h"
#include "table_test.h"

/* Lists that no row uses. A module looks values up in them. */
static const char *const used_by_code[] = {
	"absolute_axes", /* ioctl_macros.c */
	"errno",	 "event_types", "signals", NULL,
};

struct list_use *list_use(const struct list *list)
{
	static struct list_use uses[1000];
	size_t i = 0;

	while (uses[i].list && uses[i].list != list)
		i++;
	uses[i].list = list;
	return &uses[i];
}

static bool is_used_by_code(const struct list *list)
{
	for (const char *const *name = used_by_code; *name; name++)
		if (!strcmp(*name, list->name))
			return true;
	return false;
}

struct seen {
	const struct list *list;
	const struct list_part *part;
	const struct list_entry *entry;
	const struct abi *abi;
};

static const char *seen_name(const struct seen *seen)
{
	return list_entry_name(seen->list, seen->entry);
}

static void complain_of(const struct seen *seen, const char *what)
{
	complain(seen->abi, "%s.list: %s: %s", seen->list->name, seen_name(seen), what);
}

/* Sets *ctx, the name that is looked for, to NULL when that name is reported. */
static void note_shown(void *ctx, const char *name, uint64_t bits)
{
	const char **wanted = ctx;

	(void)bits;
	if (*wanted && !strcmp(*wanted, name))
		*wanted = NULL;
}

static void note_name(void *ctx, const char *name)
{
	note_shown(ctx, name, 0);
}

/* Whether the name of the entry is shown for its value by a type that rows use. */
static bool is_shown(const struct seen *seen)
{
	const struct list_use *use = list_use(seen->list);

	for (unsigned i = 0; i < use->n; i++) {
		const char *wanted = seen_name(seen);
		uint64_t value = scalar_cut(use->storages[i], seen->abi, seen->entry->value);

		if (use->storages[i] == STORE_NONE)
			value = seen->entry->value;
		if (seen->list->kind == LIST_FLAGS)
			list_split(seen->list, seen->abi, value, note_shown, &wanted);
		else if (use->is_ioctl)
			list_names(seen->list, seen->abi, value, note_name, &wanted);
		else
			wanted = list_name(seen->list, seen->abi, value) == wanted ? NULL : wanted;
		if (!wanted)
			return true;
	}
	return use->n == 0;
}

static void check_entry(const struct seen *seen)
{
	const struct list_part *part = seen->part;

	for (const struct list_entry *before = list_entries(seen->list, part); before < seen->entry;
	     before++)
		if (list_entry_is_of(before, seen->abi) &&
		    !strcmp(list_entry_name(seen->list, before), seen_name(seen)))
			complain_of(seen, "occurs twice");
	if (part->mask && seen->entry->value & ~part->mask)
		complain_of(seen, "has bits outside of the %mask");
	if (!is_shown(seen))
		complain_of(seen, "is never shown: an entry before it has the same value or bits, "
				  "or the type is too small");
}

static void check_part(const struct list *list, const struct list_part *part)
{
	for (unsigned i = 0; i < part->n_entries; i++) {
		const struct list_entry *entry = &list_entries(list, part)[i];
		bool any = false;

		for (unsigned a = 0; a < ABI_COUNT; a++) {
			const struct abi *abi = abi_by_id((enum abi_id)a);
			struct seen seen = { list, part, entry, abi };

			if (!list_entry_is_of(seen.entry, abi))
				continue;
			any = true;
			check_entry(&seen);
		}
		if (!any)
			complain(NULL, "%s.list: %s: no ABI has it", list->name,
				 list_entry_name(list, entry));
	}
}

void check_lists(void)
{
	for (const struct list *const *list = list_all; *list; list++) {
		if (!list_use(*list)->n && !is_used_by_code(*list))
			complain(NULL, "%s.list: no row uses it", (*list)->name);
		for (unsigned p = 0; p < (*list)->n_parts; p++)
			check_part(*list, &(*list)->parts[p]);
	}
}
