/* SPDX-License-Identifier: MIT */
/* Bytes that are a value of another type if their length fits: options of sockets, attributes. */
#include "decode/emit.h"
#include "decode/layout.h"
#include "decode/scalar.h"

bool whole_fits(const struct scope *scope, const struct type *type, uint64_t len)
{
	size_t size;

	if (!type->bytes.whole || (type->bytes.up_to && len > type->bytes.up_to))
		return false;
	if (type->bytes.partial)
		return len > 0;
	size = layout_head_size(type->bytes.whole, scope_abi(scope));
	return len == size || (type->bytes.at_least && len > size);
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
	struct field field = { .type = type->bytes.whole, .dir = DIR_IN };
	size_t size = layout_size(type->bytes.whole, scope_abi(scope));

	if (!type_is_scalar(type->bytes.whole))
		field.len = (struct size_expr){ .constant = (uint32_t)len, .given = true };
	if (type->bytes.partial && type_is_scalar(type->bytes.whole)) {
		emit_partial(scope, &field, address, len);
	} else if (type->bytes.many) {
		field.len.given = false;
		field.index = type->list;
		field.count =
			(struct size_expr){ .constant = (uint32_t)(len / size), .given = true };
		emit_array(scope, &field, address);
	} else if (scope_view(scope, NULL, type)->plain) {
		emit_object(scope, &field, address);
	} else {
		emit_pointee(scope, &field, address);
	}
}
