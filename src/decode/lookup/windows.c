/* SPDX-License-Identifier: MIT */
/* Windows of the tracee's memory. Each byte is read once. */
#include <stdlib.h>
#include <string.h>

#include "decode/lookup/layout.h"
#include "decode/lookup/windows.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/scope.h"

static bool window_holds(const struct window *window, size_t end, uint64_t address, size_t len)
{
	return address >= window->address && address - window->address <= end &&
	       len <= end - (address - window->address);
}

/* Finds the bytes at an address in the window of the scope, or of a scope around it. */
static bool find_bytes(const struct scope *scope, uint64_t address, size_t len,
		       struct window *found)
{
	bool away = false;

	for (; scope; scope = scope->outer) {
		const struct window *window = scope->window;
		uint64_t offset;

		away = away || scope->away;
		if (!window ||
		    !window_holds(window, away ? window->real : window->len, address, len))
			continue;
		offset = address - window->address;
		found->bytes = window->bytes + offset;
		found->len = len;
		found->real = offset < window->real ? window->real - (size_t)offset : 0;
		if (found->real > len)
			found->real = len;
		return true;
	}
	return false;
}

typedef size_t read_fetch(const struct fetch *fetch, uint64_t addr, void *buf, size_t len);

static size_t read_window(const struct scope *scope, uint64_t address, size_t len, read_fetch *read,
			  struct window *window)
{
	const struct fetch *fetch = scope->decode->fetch;
	unsigned char *buffer = window->small;

	window->address = address;
	window->large = NULL;
	if (find_bytes(scope, address, len, window))
		return len;
	if (len > WINDOW_MAX)
		len = WINDOW_MAX;
	if (len > WINDOW_SMALL)
		buffer = window->large = xmalloc(len);
	window->bytes = buffer;
	window->len = read(fetch, address, buffer, len);
	return window->real = window->len;
}

size_t memory_read(const struct scope *scope, uint64_t address, size_t len, struct window *window)
{
	return read_window(scope, address, len, fetch_read, window);
}

size_t memory_read_string(const struct scope *scope, uint64_t address, size_t len,
			  struct window *window)
{
	return read_window(scope, address, len, fetch_read_string, window);
}

size_t memory_read_ahead(const struct scope *scope, uint64_t address, size_t len,
			 struct window *window)
{
	return read_window(scope, address, len, fetch_read_ahead, window);
}

bool memory_view(const struct scope *scope, uint64_t address, size_t len, struct window *window)
{
	if (memory_read(scope, address, len, window) == len)
		return true;
	memory_release(window);
	return false;
}

bool memory_view_padded(const struct scope *scope, uint64_t address, size_t given, size_t len,
			struct window *window)
{
	unsigned char *buffer = window->small;
	struct window part;

	if (given >= len)
		return memory_view(scope, address, len, window);
	if (!memory_view(scope, address, given, &part))
		return false;
	window->address = address;
	window->len = len;
	window->real = part.real;
	window->large = NULL;
	if (len > WINDOW_SMALL)
		buffer = window->large = xmalloc(len);
	memset(buffer, 0, len);
	memcpy(buffer, part.bytes, given);
	window->bytes = buffer;
	memory_release(&part);
	return true;
}

void memory_release(struct window *window)
{
	free(window->large);
	window->large = NULL;
}

bool memory_scalar(const struct scope *scope, uint64_t address, enum storage storage,
		   uint64_t *value)
{
	const struct abi *abi = scope_abi(scope);
	struct window window;

	if (!memory_view(scope, address, storage_size(storage, abi), &window))
		return false;
	*value = scalar_load(storage, abi, window.bytes);
	memory_release(&window);
	return true;
}

bool memory_pointer(const struct scope *scope, uint64_t address, size_t size, uint64_t *value)
{
	struct window window;

	if (!memory_view(scope, address, size, &window))
		return false;
	*value = bytes_load(window.bytes, size, scope_abi(scope)->big_endian);
	memory_release(&window);
	return true;
}

bool memory_bits(const struct scope *scope, const struct layout_slot *slot, uint64_t *value)
{
	unsigned bits = field_more(slot->field)->bits, first = slot->bit;

	if (!memory_pointer(scope, scope->address + slot->offset, slot->size, value))
		return false;
	if (scope_abi(scope)->big_endian)
		first = (unsigned)slot->size * 8 - first - bits;
	*value >>= first;
	if (bits < 64)
		*value &= (UINT64_C(1) << bits) - 1;
	return true;
}
