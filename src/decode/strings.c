/* SPDX-License-Identifier: MIT */
/* Emits strings, paths and bytes. */
#include <limits.h>
#include <string.h>

#include "decode/contexts.h"
#include "decode/emit.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "decode/paths.h"

static void emit_value(const struct scope *scope, struct value *value)
{
	*scope->elements += (unsigned)(value->len / ELEMENT_BYTES);
	value->abi = scope_abi(scope);
	value->size = 1;
	scope->decode->sink->ops->value(scope->decode->sink, value);
}

/*
 * Reads a C string. As strace 6.1, emits the address and returns false if unreadable memory comes
 * before the NUL and before limit bytes.
 */
static bool read_string(const struct scope *scope, uint64_t address, size_t limit,
			struct value *value, struct window *window)
{
	size_t want = limit < WINDOW_MAX - 1 ? limit + 1 : WINDOW_MAX;
	size_t n = memory_read_string(scope, address, want, window);
	const unsigned char *end = n ? memchr(window->bytes, '\0', n) : NULL;

	if (!end && n < want) {
		memory_release(window);
		emit_address(scope, address, true);
		return false;
	}
	value->bytes = window->bytes;
	value->truncated = !end;
	value->len = value->full_len = end ? (size_t)(end - window->bytes) : want - 1;
	return true;
}

bool emit_string(const struct scope *scope, uint64_t address, size_t limit, uint64_t capacity)
{
	struct value value = { .kind = KIND_STRING };
	struct window window;

	/* The last byte of the buffer is for the NUL. */
	if (!read_string(scope, address, limit < capacity ? limit : (size_t)capacity - 1, &value,
			 &window))
		return false;
	if (value.truncated && !scope_has_views(scope) && limit < capacity)
		string_length(scope, address, capacity, &value.full_len);
	emit_value(scope, &value);
	memory_release(&window);
	return true;
}

void emit_path(const struct scope *scope, const struct type *type, uint64_t address)
{
	struct value value = { .kind = KIND_PATH };
	struct value_more more = { 0 };
	char context[CONTEXT_CAPACITY];
	struct path_buffers buffers;
	struct window window;

	if (!read_string(scope, address, PATH_MAX - 1, &value, &window))
		return;
	context_of_path(scope, address, &value, &more, context);
	more.no_file = type->path.no_file;
	if (!type->path.no_file)
		path_name(scope, address, &value, &more, &buffers);
	value.more = &more;
	emit_value(scope, &value);
	memory_release(&window);
}

void emit_string_within(const struct scope *scope, uint64_t address, size_t len)
{
	struct value value = { .kind = KIND_STRING, .len = len };
	const unsigned char *end = NULL;
	struct window window;

	value.len = memory_read_string(scope, address, len, &window);
	if (value.len)
		end = memchr(window.bytes, '\0', value.len);
	if (!end && value.len < len) {
		memory_release(&window);
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.truncated = !end && len;
	if (end)
		value.len = (size_t)(end - window.bytes);
	value.full_len = value.len;
	emit_value(scope, &value);
	memory_release(&window);
}

size_t decode_bytes_limit(const struct decode_config *config, const struct type *type)
{
	size_t limit = type_bytes(type)->limit ? type_bytes(type)->limit : config->string_limit;

	return limit < WINDOW_MAX ? limit : WINDOW_MAX - 1;
}

/*
 * Removes the NUL at the end of a string; early: also a NUL before the end, and the bytes after it.
 */
static void end_string(struct value *value, bool early)
{
	const char *bytes = value->bytes, *end = NULL;

	if (early && value->len)
		end = memchr(bytes, 0, value->len);
	else if (value->len && !bytes[value->len - 1])
		end = bytes + value->len - 1;
	if (end)
		value->len = (size_t)(end - bytes);
	value->truncated = !end && value->len;
	value->full_len = value->len;
}

/* As strace, requires one more readable byte than are shown. */
static bool view_bytes(const struct scope *scope, uint64_t address, uint64_t len, size_t limit,
		       struct window *window)
{
	return memory_view(scope, address, len <= limit ? (size_t)len : limit + 1, window);
}

bool bytes_are_readable(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct window window;
	uint64_t len;

	if (!field_take_length(scope, field, address, &len) ||
	    !view_bytes(scope, address, len,
			decode_bytes_limit(scope->decode->config, field_type(field)), &window))
		return false;
	memory_release(&window);
	return true;
}

void emit_bytes(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = KIND_STRING, .base = field_type(field)->base };
	size_t limit = decode_bytes_limit(scope->decode->config, field_type(field));
	struct window window;
	bool records;
	uint64_t len;

	if (!field_take_length(scope, field, address, &len) ||
	    (!len && scope_view(scope, field, field_type(field))->not_empty) ||
	    (type_bytes(field_type(field))->max && len > type_bytes(field_type(field))->max)) {
		emit_address(scope, address, true);
		return;
	}
	if (type_bytes(field_type(field))->capacity &&
	    len > type_bytes(field_type(field))->capacity)
		len = type_bytes(field_type(field))->capacity;
	if (whole_fits(scope, field_type(field), address, len)) {
		emit_whole(scope, field_type(field), address, len);
		return;
	}
	records = len && type_bytes(field_type(field))->instead &&
		  hook_test(type_bytes(field_type(field))->instead_if, scope);
	if (records && len >= records_min_size(scope, type_bytes(field_type(field))->instead)) {
		emit_records_within(scope, type_bytes(field_type(field))->instead, address, len);
		return;
	}
	if (records)
		value.base = 16;
	if (!view_bytes(scope, address, len, limit, &window)) {
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.full_len = len;
	value.truncated = len > limit;
	value.len = value.truncated ? limit : (size_t)len;
	if (type_bytes(field_type(field))->ended) {
		end_string(&value, type_bytes(field_type(field))->terminated);
		if (type_bytes(field_type(field))->nul_counts && value.truncated)
			value.len = --value.full_len;
	} else if (type_bytes(field_type(field))->terminated && value.len &&
		   !window.bytes[value.len - 1] && (!value.truncated || scope_has_views(scope))) {
		/* strace takes the last byte that it shows for the end of the string. */
		value.len--;
		value.full_len = value.len;
		value.truncated = false;
	}
	emit_value(scope, &value);
	memory_release(&window);
}

void emit_hex_bytes(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = field_type(field)->kind };
	struct window window;
	uint64_t len;

	if (!field_take_length(scope, field, address, &len) ||
	    !memory_view(scope, address, len < HARDWARE_MAX ? (size_t)len : HARDWARE_MAX,
			 &window)) {
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.len = value.full_len = window.len;
	emit_value(scope, &value);
	memory_release(&window);
}

/* Whether text may fill its array without a NUL. A char array of a fixed size may not. */
static bool may_fill(const struct field *field)
{
	return field_type(field)->kind == KIND_SOCKET_NAME || field_more(field)->len.name;
}

static void cut_text(const struct scope *scope, const struct field *field, struct value *value)
{
	const unsigned char *end = memchr(value->bytes, '\0', value->len);

	if (end && !(end == value->bytes && field_type(field)->kind == KIND_SOCKET_NAME)) {
		value->len = (size_t)(end - (const unsigned char *)value->bytes);
	} else if (!end && !may_fill(field)) {
		value->truncated = true;
		if (scope->outer && !field_more(field)->pointer)
			value->len--;
	}
	value->full_len = value->len;
}

void emit_text(const struct scope *scope, const struct field *field, uint64_t address)
{
	bool is_name = field_type(field)->kind == KIND_SOCKET_NAME;
	struct value value = { .kind = is_name ? KIND_SOCKET_NAME : KIND_STRING };
	struct window window;
	uint64_t len;
	size_t n;

	if (!field_take_length(scope, field, address, &len)) {
		emit_address(scope, address, true);
		return;
	}
	if (len > TEXT_MAX)
		len = TEXT_MAX;
	n = memory_read(scope, address, (size_t)len, &window);
	if (n < len && !memchr(window.bytes, '\0', n)) {
		memory_release(&window);
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.len = n;
	if (n)
		cut_text(scope, field, &value);
	emit_value(scope, &value);
	memory_release(&window);
}
