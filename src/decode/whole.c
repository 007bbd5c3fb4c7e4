/* SPDX-License-Identifier: MIT */
/* Bytes that are a value of another type if their length fits: options of sockets, attributes. */
#include "decode/emit.h"
#include "decode/layout.h"
#include "decode/scalar.h"

bool whole_fits(const struct scope *scope, const struct type *type, uint64_t len)
{
	size_t size;

	if (!type_bytes(type)->whole ||
	    (type_bytes(type)->whole_max && len > type_bytes(type)->whole_max))
		return false;
	if (type_bytes(type)->if_shorter)
		return len > 0;
	size = layout_head_size(type_bytes(type)->whole, scope_abi(scope));
	return len == size || (type_bytes(type)->if_longer && len > size);
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

void emit_whole(const struct scope *scope, const struct type *type, uint64_t address, uint64_t len)
{
	struct field_more more = { .type = type_bytes(type)->whole };
	const struct field field = { .dir = DIR_IN, .more = &more };
	size_t size = layout_size(type_bytes(type)->whole, scope_abi(scope));

	if (!type_is_scalar(type_bytes(type)->whole))
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
