/* SPDX-License-Identifier: MIT */
/* Vocabulary: a list of named constants, made by maint/lists.awk from src/syscalls/flags/NAME.list. */
#ifndef SCRY_LIST_H
#define SCRY_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "scry/abi.h"

struct list_entry {
	const char *name;
	uint64_t value;
	uint32_t abis;		/* ABI_BIT of each ABI that has this value; 0: all */
};

/* Part of a list: single bits (mask 0), or the values that the bits of a mask can take. */
struct list_part {
	uint64_t mask;
	const struct list_entry *entries;
	uint16_t n_entries;
	/* Of values under the mask without a name, as in struct list; mask 0: of bits behind another part. */
	const char *unknown;
};

enum list_kind { LIST_ENUM, LIST_FLAGS };

struct list {
	const char *name;
	enum list_kind kind;
	const char *unknown;	/* "O_???": the comment behind a number without a name; NULL: none */
	const struct list_part *parts;
	uint8_t n_parts;
	bool empty;		/* no flags are nothing, not 0 (termios) */
};

/* The name of exactly this value, or NULL. For a flags list: of a value in any of its parts. */
const char *list_name(const struct list *list, const struct abi *abi, uint64_t value);

/* Calls each() for every name of exactly this value, in file order. */
void list_names(const struct list *list, const struct abi *abi, uint64_t value,
		void (*each)(void *ctx, const char *name), void *ctx);

/* The value behind a name; returns false where the ABI has none of that name. */
bool list_value(const struct list *list, const struct abi *abi, const char *name, uint64_t *value);

/*
 * Takes a flag set apart, in file order: calls each() once a name, and returns the bits left over.
 * A part under a mask names the masked value, zero included (O_RDONLY); composites come before
 * their bits in the file and so win; an entry of value 0 in a part without a mask is the name of
 * the empty set and is called only for value 0.
 */
uint64_t list_split(const struct list *list, const struct abi *abi, uint64_t value,
		    void (*each)(void *ctx, const char *name, uint64_t bits), void *ctx);

/* A list by its file name without ".list", or NULL. */
const struct list *list_find(const char *name);

/* All lists, ended by NULL: for tests and --list options. */
extern const struct list *const list_all[];

#endif
