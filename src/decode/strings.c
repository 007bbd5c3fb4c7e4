/* SPDX-License-Identifier: MIT */
/* Strings, bytes and sets of bits. */
#include <limits.h>
#include <string.h>

#include "decode/emit.h"
#include "decode/layout.h"

static void emit_text(const struct scope *scope, struct value *value)
{
	value->abi = scope_abi(scope);
	value->size = 1;
	scope->decode->sink->ops->value(scope->decode->sink, value);
}

/*
 * A C string. What strace 6.1 does with one that runs into unreadable memory: it shows the
 * address, unless limit bytes came first.
 */
void emit_string(const struct scope *scope, uint64_t address, size_t limit, bool path)
{
	struct value value = { .kind = path ? VALUE_PATH : VALUE_STRING };
	size_t want = limit < WINDOW_MAX - 1 ? limit + 1 : WINDOW_MAX, n;
	const unsigned char *end;
	struct window window;

	n = memory_read(scope, address, want, &window);
	end = n ? memchr(window.bytes, '\0', n) : NULL;
	if (!end && n < want) {
		memory_release(&window);
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.truncated = !end;
	value.len = value.full_len = end ? (size_t)(end - window.bytes) : want - 1;
	emit_text(scope, &value);
	memory_release(&window);
}

void emit_bytes(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = VALUE_STRING };
	size_t limit = scope->decode->config->string_limit;
	const unsigned char *end;
	struct window window;
	uint64_t len;

	if (!field_length(scope, field, address, &len)) {
		emit_address(scope, address, true);
		return;
	}
	value.len = len < limit ? (size_t)len : limit;
	if (value.len > WINDOW_MAX)
		value.len = WINDOW_MAX;
	if (!memory_view(scope, address, value.len, &window)) {
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.full_len = len;
	if (field->type->kind == TYPE_TEXT) {
		end = memchr(window.bytes, '\0', value.len);
		if (end)
			value.len = value.full_len = (size_t)(end - window.bytes);
	}
	value.truncated = value.full_len > value.len;
	emit_text(scope, &value);
	memory_release(&window);
}

static void emit_bits(const struct scope *scope, uint64_t address, size_t len, struct value *value)
{
	struct window window;

	if (len > WINDOW_MAX || !memory_view(scope, address, len, &window)) {
		emit_address(scope, address, true);
		return;
	}
	value->bytes = window.bytes;
	value->len = value->full_len = len;
	emit_text(scope, value);
	memory_release(&window);
}

void emit_sigset(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = VALUE_SIGSET };
	uint64_t len = 8;

	if (field->len.given && !amount_value(scope, &field->len, &len))
		len = 0;
	if (len == 0 || len > 8)
		emit_address(scope, address, true);
	else
		emit_bits(scope, address, (size_t)len, &value);
}

#define FDSET_MAX (1u << 20) /* bits: no more descriptors than fs.nr_open's default */

void emit_fdset(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = VALUE_FDSET };
	size_t word = scope_abi(scope)->long_size;
	uint64_t bits;

	if (!amount_value(scope, &field->len, &bits)) {
		emit_address(scope, address, true);
		return;
	}
	if (bits > FDSET_MAX)
		bits = FDSET_MAX;
	emit_bits(scope, address, (bits + word * 8 - 1) / (word * 8) * word, &value);
}
