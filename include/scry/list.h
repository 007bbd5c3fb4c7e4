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

/*
 * A list refers to its names and comments by offsets from list.name, and to its entries by their
 * places: only struct list contains pointers, which the dynamic linker must relocate at each start.
 */
struct list_entry {
	uint64_t value;
	uint32_t name;		/* offset */
	uint32_t abis;		/* ABI_BIT of each ABI that has this value; 0: all */
};

/*
 * Part of a list: names of single bits (mask 0), or names of the values that the bits of the mask
 * can have.
 */
struct list_part {
	uint64_t mask;
	uint16_t first;		/* place of the part's first entry among the entries of the list */
	uint16_t n_entries;
	/*
	 * The comment for a value under the mask that has no name, or with mask 0 for the unnamed
	 * bits that are left after another part has printed a name. See list_unknown(). 0: none.
	 */
	uint16_t unknown;	/* offset */
};

enum list_kind { LIST_ENUM, LIST_FLAGS };

struct list {
	const char *name;	/* after its NUL, the comments and the names of the constants */
	const struct list_entry *entries;
	const struct list_part *parts;
	uint16_t unknown;	/* offset; see list_unknown() */
	uint8_t kind;		/* enum list_kind */
	uint8_t n_parts;
	bool empty;		/* a value without flags is shown as nothing, not as 0 (termios) */
};

/* Returns the comment after a number without a name, such as "O_???"; NULL: there is none. */
static inline const char *list_unknown(const struct list *list)
{
	return list->unknown ? list->name + list->unknown : NULL;
}

/*
 * Returns the comment for an unnamed value of this part: see struct list_part. NULL: there is none.
 */
static inline const char *list_part_unknown(const struct list *list, const struct list_part *part)
{
	return part->unknown ? list->name + part->unknown : NULL;
}

static inline const struct list_entry *list_entries(const struct list *list,
						    const struct list_part *part)
{
	return list->entries + part->first;
}

static inline const char *list_entry_name(const struct list *list, const struct list_entry *entry)
{
	return list->name + entry->name;
}

static inline bool list_entry_is_of(const struct list_entry *entry, const struct abi *abi)
{
	return !entry->abis || entry->abis >> abi->id & 1;
}

/* Returns the name of exactly this value in any part of the list; NULL: it has no name. */
const char *list_name(const struct list *list, const struct abi *abi, uint64_t value);

/* Calls each() for every name of exactly this value, in the order of the file. */
void list_names(const struct list *list, const struct abi *abi, uint64_t value,
		void (*each)(void *ctx, const char *name), void *ctx);

/* Gets the value of a name. Returns false if the ABI has no constant of that name. */
bool list_value(const struct list *list, const struct abi *abi, const char *name, uint64_t *value);

/*
 * Splits a flag set into names: calls each() for every name in the order of the file, and returns
 * the bits without a name. A part with a mask names the masked value, also if that is 0 (O_RDONLY).
 * A name for several bits precedes the names of its bits in the file, and so takes precedence. An
 * entry of value 0 in a part without a mask names the empty set: it is used only for value 0.
 */
uint64_t list_split(const struct list *list, const struct abi *abi, uint64_t value,
		    void (*each)(void *ctx, const char *name, uint64_t bits), void *ctx);

/* Finds a list by its file name without ".list"; NULL: there is no such list. */
const struct list *list_find(const char *name);

/* All lists; a NULL pointer ends the array. */
extern const struct list *const list_all[];

#endif
