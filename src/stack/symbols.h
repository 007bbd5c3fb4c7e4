/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the functions of an ELF file by address. */
#ifndef STACK_SYMBOLS_H
#define STACK_SYMBOLS_H

#include "stack/source.h"

struct symbol {
	uint64_t start; /* must be the first member: upper_bound() */
	uint64_t size; /* 0: the file does not say; the symbol extends to the next one */
	const char *name;
	uint8_t binding;
};

struct symbols {
	struct symbol *list;
	size_t n;
	char **strings; /* the string tables that the names point into */
	size_t n_strings, strings_capacity;
};

/* Adds the functions of the file's first table of this type: SHT_SYMTAB or SHT_DYNSYM. */
void symbols_add(struct symbols *symbols, const struct source *source,
		 const struct sections *sections, uint32_t type);
/* Must be called after the last symbols_add() and before symbols_find(). */
void symbols_sort(struct symbols *symbols);
/* Returns the symbol that covers address, or NULL. */
const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address);
void symbols_free(struct symbols *symbols);

#endif
