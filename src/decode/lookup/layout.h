/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the layout of a struct, member by member. */
#ifndef SCRY_DECODE_LOOKUP_LAYOUT_H
#define SCRY_DECODE_LOOKUP_LAYOUT_H

#include "scry/decode.h"

/* The state between two members. */
struct layout_cursor {
	const struct abi *abi;
	bool packed;
	uint64_t bit; /* from the start of the struct */
	size_t last; /* offset of the last member */
	size_t align; /* the largest so far */
};

/* The place of a member. A bit-field has the offset and size of its unit. */
struct layout_slot {
	const struct field *field;
	size_t offset, size;
	unsigned bit;
};

/* Starts a struct, or the variant of a choice at an offset within one. */
struct layout_cursor layout_start(const struct abi *abi, bool packed, size_t offset);
/* Places fields[i] of n. The fields after it may be members of the same union. */
struct layout_slot layout_place(struct layout_cursor *cursor, const struct field *fields,
				uint16_t n, uint16_t i);
#endif
