/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: a struct laid out member by member. */
#ifndef SCRY_DECODE_LAYOUT_H
#define SCRY_DECODE_LAYOUT_H

#include "scry/decode.h"

/* Where the next member may lie. */
struct layout_cursor {
	const struct abi *abi;
	bool packed;
	uint64_t bit; /* from the start of the struct */
	size_t last; /* where the last member began */
	size_t align; /* the largest so far */
};

/* Where a member lies. Of a bit-field: the unit that holds it, and its first bit there. */
struct layout_slot {
	const struct field *field;
	size_t offset, size;
	unsigned bit;
};

/* Starts a struct, or the variant of a choice at an offset within one. */
struct layout_cursor layout_start(const struct abi *abi, bool packed, size_t offset);
/* Places fields[i] of n: the ones behind it may union_with_previous it. */
struct layout_slot layout_place(struct layout_cursor *cursor, const struct field *fields,
				uint16_t n, uint16_t i);
/* The bytes without which it is no struct of that type: .least, or all but a choice at its end. */
size_t layout_head_size(const struct type *type, const struct abi *abi);
/* Bytes of one object of the field's type, without .count and .pointer. */
size_t layout_element_size(const struct field *field, const struct abi *abi);

#endif
