/* SPDX-License-Identifier: MIT */
/* Lists of constants against the headers: tests/data/uapi-constants.tsv, of x86_64. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "table_test.h"

/* A name with one of its values: headers differ. no_header: from where no header says it. */
struct constant {
	char name[120];
	uint64_t value;
	bool no_header;
	bool used;
};

struct constants {
	struct constant *items;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct constant *)a)->name, ((const struct constant *)b)->name);
}

/* "NAME<blank>VALUE" a line; '#' begins a comment. */
static void read_file(struct constants *constants, const char *srcdir, const char *name,
		      bool no_header)
{
	char path[4096], line[500];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/data/%s", srcdir, name);
	file = fopen(path, "r");
	if (!file) {
		fprintf(stderr, "table_test: %s cannot be opened\n", path);
		exit(EXIT_FAILURE);
	}
	while (fgets(line, sizeof(line), file)) {
		struct constant constant = { .no_header = no_header };
		char value[80];

		if (line[0] == '#' || sscanf(line, "%119[^\t] %79s", constant.name, value) != 2)
			continue;
		constant.value = strtoull(value, NULL, 0);
		constants->items =
			xreallocarray(constants->items, constants->n + 1, sizeof(constant));
		constants->items[constants->n++] = constant;
	}
	fclose(file);
}

static struct constant *find(const struct constants *constants, const char *name)
{
	struct constant key, *found;

	if (strlen(name) >= sizeof(key.name))
		return NULL;
	strcpy(key.name, name);
	found = bsearch(&key, constants->items, constants->n, sizeof(key), by_name);
	while (found && found > constants->items && !strcmp(found[-1].name, name))
		found--;
	return found;
}

static bool is_last(const struct constants *constants, const struct constant *constant)
{
	return constant + 1 == constants->items + constants->n ||
	       strcmp(constant[1].name, constant->name);
}

/* The headers say -1 where a list of 32-bit values says 0xffffffff. */
static bool is_same(uint64_t a, uint64_t b)
{
	uint64_t high_a = a >> 32, high_b = b >> 32;

	return a == b || ((uint32_t)a == (uint32_t)b && (a | b) & UINT64_C(1) << 31 &&
			  (!high_a || high_a == UINT32_MAX) && (!high_b || high_b == UINT32_MAX));
}

static bool term_value(const struct constants *constants, const char *term, uint64_t *value)
{
	struct constant *constant = find(constants, term);

	if (!constant && !isdigit((unsigned char)term[0]))
		return false;
	*value = constant ? constant->value : strtoull(term, NULL, 0);
	return true;
}

/* "A|B<<C|…": names and numbers. */
static bool expression_value(const struct constants *constants, const char *text, uint64_t *value)
{
	char word[200], *shift;

	*value = 0;
	while (next_word(&text, word, sizeof(word))) {
		uint64_t term, by = 0;

		shift = strstr(word, "<<");
		if (shift) {
			*shift = '\0';
			if (!term_value(constants, shift + 2, &by))
				return false;
		}
		if (by > 63 || !term_value(constants, word, &term))
			return false;
		*value |= term << by;
	}
	return true;
}

static void check_entry(const struct constants *constants, const struct list *list,
			const struct list_part *part, const struct list_entry *entry)
{
	struct constant *constant = find(constants, entry->name);
	uint64_t value, mask = part->mask ? part->mask : UINT64_MAX;

	if (!constant) {
		if (!strpbrk(entry->name, "|<") ||
		    !expression_value(constants, entry->name, &value))
			complain(NULL,
				 "%s.list: %s is not known: add a line to "
				 "tests/data/other-constants.tsv that says from where it is (or "
				 "have "
				 "it made from a kernel's headers: doc/HOWTO-add-constants.md)",
				 list->name, entry->name);
		else if (!is_same(value, entry->value))
			complain(NULL, "%s.list: %s is %#llx by its name, %#llx here", list->name,
				 entry->name, (unsigned long long)value,
				 (unsigned long long)entry->value);
		return;
	}
	value = constant->value;
	for (;; constant++) {
		constant->used = true;
		if (is_same(constant->value & mask, entry->value))
			return;
		if (is_last(constants, constant))
			break;
	}
	complain(NULL, "%s.list: %s is %#llx; %#llx in the headers", list->name, entry->name,
		 (unsigned long long)entry->value, (unsigned long long)value);
}

static bool header_says(const struct constants *constants, const struct constant *like)
{
	const struct constant *constant = find(constants, like->name);

	for (;; constant++) {
		if (!constant->no_header && constant->value == like->value)
			return true;
		if (is_last(constants, constant))
			return false;
	}
}

/* What is said by hand must be needed. */
static void check_others(const struct constants *constants)
{
	for (size_t i = 0; i < constants->n; i++) {
		const struct constant *constant = &constants->items[i];

		if (!constant->no_header)
			continue;
		if (!constant->used)
			complain(NULL, "other-constants.tsv: no list has %s", constant->name);
		if (header_says(constants, constant))
			complain(NULL, "other-constants.tsv: a header has %s", constant->name);
	}
}

void check_constants(const char *srcdir)
{
	const struct abi *abi = abi_by_name("x86_64");
	struct constants constants = { 0 };

	read_file(&constants, srcdir, "uapi-constants.tsv", false);
	read_file(&constants, srcdir, "other-constants.tsv", true);
	qsort(constants.items, constants.n, sizeof(*constants.items), by_name);
	for (const struct list *const *list = list_all; *list; list++)
		for (unsigned p = 0; p < (*list)->n_parts; p++)
			for (unsigned i = 0; i < (*list)->parts[p].n_entries; i++) {
				const struct list_entry *entry = &(*list)->parts[p].entries[i];

				if (!entry->abis || entry->abis >> abi->id & 1)
					check_entry(&constants, *list, &(*list)->parts[p], entry);
			}
	check_others(&constants);
	free(constants.items);
}
