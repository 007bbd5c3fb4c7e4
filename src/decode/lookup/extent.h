/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: how far values extend in memory. */
#ifndef SCRY_DECODE_LOOKUP_EXTENT_H
#define SCRY_DECODE_LOOKUP_EXTENT_H

#include "decode/lookup/scope.h"

/*
 * This number of bytes of a string counts as one array element, which limits the strings of a call
 * to 64 MiB.
 */
#define ELEMENT_BYTES 1024u

/* The bytes from an address to the end of its struct; UINT64_MAX if the caller gave no size. */
uint64_t field_capacity(const struct scope *scope, const struct field *field, uint64_t address);
/*
 * Finds the NUL of a C string with at least *len bytes, fewer than `capacity`, and sets *len.
 * Returns false if unreadable memory comes before the NUL, or no NUL within `capacity` or
 * STRING_SEARCH_MAX bytes. The bytes that are read count as if they were shown: see is_enough().
 */
bool string_length(const struct scope *scope, uint64_t address, uint64_t capacity, uint64_t *len);
/*
 * The length of a field in memory: its .len, or the rest of its struct. The size of the struct and
 * the rest of a .total limit it; it is subtracted from that rest. Returns false if the length is
 * unknown or negative.
 */
bool field_take_length(const struct scope *scope, const struct field *field, uint64_t address,
		       uint64_t *len);
/*
 * Sets the offset of a member that follows a variable number of bytes; a sibling has that number.
 * Returns false if the number is not given.
 */
bool struct_move(const struct scope *scope, const struct layout_slot *slot,
		 struct layout_slot *moved);

#endif
