/* SPDX-License-Identifier: MIT */
/*
 * Prints the constant lists for an ABI, for the sweep: a line "list NAME KIND UNKNOWN" for each
 * list, followed by a line "value NAME VALUE MASK" for each constant. UNKNOWN is "-" if the list
 * has no comment for unknown values.
 *
 * usage: list_values ABI
 */
#include <inttypes.h>
#include <stdio.h>

#include "scry/arch.h"
#include "scry/list.h"

static void print_part(const struct list *list, const struct list_part *part, const struct abi *abi)
{
	for (uint16_t i = 0; i < part->n_entries; i++) {
		const struct list_entry *entry = &list_entries(list, part)[i];

		if (list_entry_is_of(entry, abi))
			printf("value %s 0x%" PRIx64 " 0x%" PRIx64 "\n",
			       list_entry_name(list, entry), entry->value, part->mask);
	}
}

int main(int argc, char **argv)
{
	const struct abi *abi = argc > 1 ? abi_by_name(argv[1]) : NULL;

	if (!abi)
		return 99;
	for (const struct list *const *list = list_all; *list; list++) {
		printf("list %s %s %s\n", (*list)->name,
		       (*list)->kind == LIST_FLAGS ? "flags" : "enum",
		       list_unknown(*list) ? list_unknown(*list) : "-");
		for (uint8_t p = 0; p < (*list)->n_parts; p++)
			print_part(*list, &(*list)->parts[p], abi);
	}
	return 0;
}
