/* SPDX-License-Identifier: MIT */
/* Finds how far values extend in memory, and where members after a variable number of bytes begin. */
#include <string.h>

#include "decode/lookup/condition.h"
#include "decode/lookup/extent.h"

#define SEARCH_STEP 4096u

uint64_t field_capacity(const struct scope *scope, const struct field *field, uint64_t address)
{
	uint64_t offset = address - scope->address;

	if (!scope->outer || field_more(field)->pointer || field_more(field)->pointer64 ||
	    scope->given == UNGIVEN)
		return UINT64_MAX;
	return offset < scope->given ? scope->given - offset : 0;
}

bool string_length(const struct scope *scope, uint64_t address, uint64_t capacity, uint64_t *len)
{
	uint64_t at = *len;
	const unsigned char *end;
	struct window window;
	size_t want, n;

	do {
		want = SEARCH_STEP - (size_t)((address + at) % SEARCH_STEP);
		if (want > capacity - at)
			want = (size_t)(capacity - at);
		n = memory_read_string(scope, address + at, want, &window);
		end = n ? memchr(window.bytes, '\0', n) : NULL;
		at += end ? (size_t)(end - window.bytes) : n;
		memory_release(&window);
	} while (!end && n == want && at < STRING_SEARCH_MAX && at < capacity);
	*scope->elements += (unsigned)((at - *len) / ELEMENT_BYTES);
	if (end)
		*len = at;
	return end;
}

bool field_take_length(const struct scope *scope, const struct field *field, uint64_t address,
		       uint64_t *len)
{
	uint64_t rest = field_capacity(scope, field, address), offset = address - scope->address;

	if (field_more(field)->len.given) {
		if (!size_expr_value(scope, &field_more(field)->len, len))
			return false;
	} else {
		*len = offset < scope->size ? scope->size - offset : 0;
		if (rest != UINT64_MAX)
			*len = rest;
	}
	if (*len > rest)
		*len = rest;
	if (scope->left) {
		if (*len > *scope->left)
			*len = *scope->left;
		*scope->left -= *len;
	}
	return true;
}

bool struct_move(const struct scope *scope, const struct layout_slot *slot,
		 struct layout_slot *moved)
{
	const struct offset_after *after = field_offset_after(slot->field);
	uint64_t by;

	*moved = *slot;
	if (!size_expr_value(scope, &after->by, &by) || by > scope->given)
		return false;
	if (!after->exact)
		by = (by + 3) & ~UINT64_C(3);
	/* A negative constant wraps, as the place after the sum does. */
	by += slot->offset + (uint64_t)(int64_t)after->plus;
	moved->offset = by;
	return by < scope->given;
}
