/* SPDX-License-Identifier: MIT */
/* Bytes that are a value of another type if their length fits: options of sockets, attributes. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"

/* Whether size bytes can be read, and begin with a string and its NUL. */
static bool begins_with(const struct scope *scope, uint64_t address, size_t size, const char *begin)
{
	size_t len = strlen(begin) + 1;
	struct window window;
	bool same;

	if (size < len || !memory_view(scope, address, size, &window))
		return false;
	same = !memcmp(window.bytes, begin, len);
	memory_release(&window);
	return same;
}

static bool is_meant(const struct scope *scope, const struct byte_string *bytes, uint64_t address,
		     size_t size)
{
	return (!bytes->whole_if || hook_test(bytes->whole_if, scope)) &&
	       (!bytes->whole_begin || begins_with(scope, address, size, bytes->whole_begin));
}

/* Whether the first byte is the value, because there are too few for .whole. */
static bool is_byte(const struct type *type, uint64_t len, size_t size)
{
	return len && len < size && len <= type_bytes(type)->byte_max;
}

bool whole_fits(const struct scope *scope, const struct type *type, uint64_t address, uint64_t len)
{
	size_t size;

	if (!type_bytes(type)->whole ||
	    (type_bytes(type)->whole_max && len > type_bytes(type)->whole_max))
		return false;
	if (type_bytes(type)->if_shorter)
		return len > 0;
	size = layout_head_size(type_bytes(type)->whole, scope_abi(scope));
	if (is_byte(type, len, size))
		return true;
	return (len == size || (type_bytes(type)->if_longer && len > size)) &&
	       is_meant(scope, type_bytes(type), address, size);
}

static void emit_partial(const struct scope *scope, const struct field *field, uint64_t address,
			 uint64_t len)
{
	struct window window;

	if (!memory_view(scope, address, (size_t)len, &window)) {
		emit_address(scope, address, true);
		return;
	}
	emit_scalar(scope, field,
		    bytes_load(window.bytes, (size_t)len, scope_abi(scope)->big_endian));
	memory_release(&window);
}

void emit_whole(const struct scope *outer, const struct type *type, uint64_t address, uint64_t len)
{
	static const struct type byte = { .kind = KIND_NUMBER, .storage = STORE_U8, .base = 10 };
	struct field_more more = { .type = type_bytes(type)->whole };
	const struct field field = { .dir = DIR_IN, .more = &more };
	struct scope inner = *outer;
	const struct scope *scope = &inner;
	size_t size = layout_size(type_bytes(type)->whole, scope_abi(outer));

	if (is_byte(type, len, size))
		more.type = &byte;
	inner.left = NULL; /* field_take_length() has subtracted these bytes */
	if (!type_is_scalar(more.type))
		more.len = (struct size_expr){ .constant = (uint32_t)len, .given = true };
	if (type_bytes(type)->if_shorter && type_is_scalar(type_bytes(type)->whole)) {
		emit_partial(scope, &field, address, len);
	} else if (type_bytes(type)->many) {
		more.len.given = false;
		more.special_kind = SPECIAL_INDEX;
		more.special.index = type->list;
		more.count =
			(struct size_expr){ .constant = (uint32_t)(len / size), .given = true };
		emit_array(scope, &field, address);
	} else if (scope_view(scope, NULL, type)->plain) {
		emit_object(scope, &field, address);
	} else {
		emit_pointee(scope, &field, address);
	}
}
