/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: the functions of an ELF file by address. */
#ifndef STACK_SYMBOLS_H
#define STACK_SYMBOLS_H

#include "stack/source.h"

struct symbol {
	/* First: upper_bound() */
	uint64_t start, size; /* size 0: not told, up to the next one */
	const char *name;
	uint8_t binding;
};

struct symbols {
	struct symbol *list;
	size_t n;
	char **strings; /* the tables that hold the names */
	size_t n_strings;
};

/* Adds those of one table (SHT_SYMTAB, SHT_DYNSYM) of the file. */
void symbols_add(struct symbols *symbols, const struct source *source,
		 const struct sections *sections, uint32_t type);
/* When all were added, before the first look. */
void symbols_sort(struct symbols *symbols);
/* The one whose code holds address; NULL: none. */
const struct symbol *symbols_find(const struct symbols *symbols, uint64_t address);
void symbols_free(struct symbols *symbols);

#endif
