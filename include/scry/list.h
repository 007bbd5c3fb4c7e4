/* SPDX-License-Identifier: MIT */
/*
 * Shared types: a list of named constants. src/syscalls/lists.awk generates each list from
 * src/syscalls/flags/NAME.list.
 */
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

/*
 * Part of a list: names of single bits (mask 0), or names of the values that the bits of the mask
 * can have.
 */
struct list_part {
	uint64_t mask;
	const struct list_entry *entries;
	uint16_t n_entries;
	/*
	 * The comment for a value under the mask that has no name, or with mask 0 for the unnamed
	 * bits that are left after another part has printed a name. See list.unknown.
	 */
	const char *unknown;
};

enum list_kind { LIST_ENUM, LIST_FLAGS };

struct list {
	const char *name;
	enum list_kind kind;
	const char *unknown;	/* "O_???": the comment after a number without a name; NULL: no comment */
	const struct list_part *parts;
	uint8_t n_parts;
	bool empty;		/* a value without flags is shown as nothing, not as 0 (termios) */
};

/* Returns the name of exactly this value in any part of the list; NULL: it has no name. */
const char *list_name(const struct list *list, const struct abi *abi, uint64_t value);

/* Calls each() for every name of exactly this value, in the order of the file. */
void list_names(const struct list *list, const struct abi *abi, uint64_t value,
		void (*each)(void *ctx, const char *name), void *ctx);

/* Gets the value of a name. Returns false if the ABI has no constant of that name. */
bool list_value(const struct list *list, const struct abi *abi, const char *name, uint64_t *value);

/*
 * Splits a flag set into names: calls each() for every name in the order of the file, and returns the
 * bits without a name. A part with a mask names the masked value, also if that is 0 (O_RDONLY). A
 * name for several bits precedes the names of its bits in the file, and so takes precedence. An
 * entry of value 0 in a part without a mask names the empty set: it is used only for value 0.
 */
uint64_t list_split(const struct list *list, const struct abi *abi, uint64_t value,
		    void (*each)(void *ctx, const char *name, uint64_t bits), void *ctx);

/* Finds a list by its file name without ".list"; NULL: there is no such list. */
const struct list *list_find(const char *name);

/* All lists; a NULL pointer ends the array. */
extern const struct list *const list_all[];

#endif
