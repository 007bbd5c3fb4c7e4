/* SPDX-License-Identifier: MIT */
/*
 * Compares the lists of constants with the kernel's headers: tests/data/uapi-constants.tsv, x86_64.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "table_test.h"

/* A name with one of its values. The headers may define a name several times, with other values. */
struct constant {
	char name[120];
	uint64_t value;
	bool no_header; /* from other-constants.tsv: no header defines it */
	bool used; /* a list has the name */
};

struct constants {
	struct constant *items;
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct constant *)a)->name, ((const struct constant *)b)->name);
}

/* Each line is "NAME<tab>VALUE" and more columns, or a comment that begins with '#'. */
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

/* The first constant of the name, or NULL. The others of the name follow it. */
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

/*
 * A negative value in the headers, -1, is an unsigned one in a list of 32-bit values, 0xffffffff.
 */
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

/* The value of "A|B<<C|4", of names and numbers. Returns false if a name is unknown. */
static bool expression_value(const struct constants *constants, const char *text, uint64_t *value)
{
	char word[ROW_WORD], *shift;

	*value = 0;
	while (row_next_word(&text, word)) {
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
	const char *name = list_entry_name(list, entry);
	struct constant *constant = find(constants, name);
	uint64_t value, mask = part->mask ? part->mask : UINT64_MAX;

	if (!constant) {
		if (!strpbrk(name, "|<") || !expression_value(constants, name, &value))
			complain(NULL,
				 "%s.list: no header defines %s: add it to "
				 "tests/data/other-constants.tsv with its source, or take it from "
				 "the headers of a kernel: doc/HOWTO-add-constants.md",
				 list->name, name);
		else if (!is_same(value, entry->value))
			complain(NULL,
				 "%s.list: %s is %#llx, but its name is an expression of %#llx",
				 list->name, name, (unsigned long long)entry->value,
				 (unsigned long long)value);
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
	complain(NULL, "%s.list: %s is %#llx, but %#llx in the headers", list->name, name,
		 (unsigned long long)entry->value, (unsigned long long)value);
}

/* Whether a header defines the name with the same value. */
static bool is_in_header(const struct constants *constants, const struct constant *other)
{
	const struct constant *constant = find(constants, other->name);

	for (;; constant++) {
		if (!constant->no_header && constant->value == other->value)
			return true;
		if (is_last(constants, constant))
			return false;
	}
}

/* Every line of other-constants.tsv must be necessary. */
static void check_others(const struct constants *constants)
{
	for (size_t i = 0; i < constants->n; i++) {
		const struct constant *constant = &constants->items[i];

		if (!constant->no_header)
			continue;
		if (!constant->used)
			complain(NULL, "other-constants.tsv: no list has %s", constant->name);
		if (is_in_header(constants, constant))
			complain(NULL, "other-constants.tsv: a header defines %s", constant->name);
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
		for (unsigned p = 0; p < (*list)->n_parts; p++) {
			const struct list_part *part = &(*list)->parts[p];
			const struct list_entry *entries = list_entries(*list, part);

			for (unsigned i = 0; i < part->n_entries; i++)
				if (list_entry_is_of(&entries[i], abi))
					check_entry(&constants, *list, part, &entries[i]);
		}
	check_others(&constants);
	free(constants.items);
}
