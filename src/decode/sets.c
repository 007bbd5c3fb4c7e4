/* SPDX-License-Identifier: MIT */
/* Emits sets of bits: signals, descriptors, CPUs, bits with names. */
#include <stdlib.h>
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/layout.h"

static void emit_value(const struct scope *scope, struct value *value)
{
	value->abi = scope_abi(scope);
	if (!value->size)
		value->size = 1;
	scope->decode->sink->ops->value(scope->decode->sink, value);
}

/*
 * Reads the bytes of a set, `max` at max. *len is the length of the field. Emits the address if it
 * is unreadable.
 */
static bool view_set(const struct scope *scope, const struct field *field, uint64_t address,
		     size_t max, struct window *window, uint64_t *len)
{
	if (field_take_length(scope, field, address, len) &&
	    memory_view(scope, address, *len < max ? (size_t)*len : max, window))
		return true;
	emit_address(scope, address, true);
	return false;
}

/*
 * A copy of len bytes of bits at an address, in size bytes, which the caller frees; NULL if
 * unreadable.
 */
static unsigned char *copy_bits(const struct scope *scope, uint64_t address, size_t len,
				size_t size)
{
	struct window window;
	unsigned char *copy;

	if (!memory_view(scope, address, len, &window))
		return NULL;
	copy = xcalloc(size, 1);
	memcpy(copy, window.bytes, len);
	memory_release(&window);
	return copy;
}

/* The byte of a bit. A set consists of longs of the ABI. */
static size_t byte_of(uint64_t bit, const struct abi *abi)
{
	size_t at = (size_t)(bit / 8), word = abi->long_size;

	return abi->big_endian ? at / word * word + (word - 1 - at % word) : at;
}

bool set_has_bit(const unsigned char *bytes, uint64_t bit, const struct abi *abi)
{
	return bytes[byte_of(bit, abi)] >> bit % 8 & 1;
}

static void clear_from(unsigned char *bytes, size_t len, uint64_t n, const struct abi *abi)
{
	for (uint64_t bit = n; bit < len * 8; bit++)
		bytes[byte_of(bit, abi)] &= (unsigned char)~(1u << bit % 8);
}

/* The maximum number of names that are shown without -v. */
#define NAMES_BRIEF 4u

/* Clears all but the first max bits that are set. Returns whether it cleared some. */
static bool keep_first(unsigned char *bytes, uint64_t bits, uint64_t max, const struct abi *abi)
{
	uint64_t n = 0;

	for (uint64_t bit = 0; bit < bits; bit++) {
		n += set_has_bit(bytes, bit, abi);
		if (n <= max)
			continue;
		clear_from(bytes, (size_t)(bits / 8), bit, abi);
		return true;
	}
	return false;
}

static void emit_names(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = KIND_BITSET, .list = field_type(field)->list, .base = 2 };
	size_t max = field_type(field)->bitset.max / 8u + (field_type(field)->bitset.max % 8 != 0);
	struct window window;
	unsigned char *bytes;
	uint64_t len;

	if (!view_set(scope, field, address, max, &window, &len))
		return;
	value.len = window.len;
	/* Allocate whole words: on a big-endian ABI a bit may be in the last byte of its word. */
	bytes = xcalloc(1, value.len + sizeof(uint64_t));
	memcpy(bytes, window.bytes, value.len);
	memory_release(&window);
	clear_from(bytes, value.len, field_type(field)->bitset.max, scope_abi(scope));
	value.truncated = !scope_is_whole(scope) &&
			  keep_first(bytes, value.len * 8, NAMES_BRIEF, scope_abi(scope));
	value.bytes = bytes;
	value.full_len = value.len;
	emit_value(scope, &value);
	free(bytes);
}

void emit_bitset(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = KIND_BITSET, .list = field_type(field)->list };
	unsigned char bits[8];
	size_t limit = field_type(field)->bitset.max < sizeof(bits) ? field_type(field)->bitset.max
								    : sizeof(bits);
	struct window window;
	uint64_t len;

	if (field_type(field)->bitset.straight) {
		emit_names(scope, field, address);
		return;
	}
	if (!view_set(scope, field, address, limit, &window, &len))
		return;
	memset(bits, 0xff, sizeof(bits));
	memcpy(bits, window.bytes, window.len);
	value.bytes = bits;
	value.len = value.full_len = limit;
	value.size = (uint8_t)limit;
	if (len)
		emit_value(scope, &value);
	else
		emit_address(scope, address, true);
	memory_release(&window);
}

/*
 * System calls refuse other sizes than that of the kernel's sigset_t. A part of it that has a word
 * is shown nevertheless.
 */
static bool sigset_length(const struct scope *scope, const struct field *field, uint64_t *len)
{
	size_t whole = scope_abi(scope)->sigset_size;

	*len = whole;
	if (!field_more(field)->len.given)
		return true;
	if (!size_expr_value(scope, &field_more(field)->len, len) || !*len || *len > whole)
		return false;
	return !field_more(field)->len.name || field_more(field)->len.scale ||
	       *len >= scope_abi(scope)->long_size;
}

void emit_sigset(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = KIND_SIGSET };
	struct window window;
	uint64_t len;

	if (!sigset_length(scope, field, &len) ||
	    !memory_view(scope, address, (size_t)len, &window)) {
		emit_address(scope, address, true);
		return;
	}
	value.bytes = window.bytes;
	value.len = value.full_len = (size_t)len;
	emit_value(scope, &value);
	memory_release(&window);
}

static void emit_members_of_set(const struct scope *scope, const unsigned char *bytes,
				uint64_t bits, enum group_end end)
{
	static const struct type fd = { .kind = KIND_FD, .storage = STORE_S32 };
	static const struct field_more more = { .type = &fd };
	static const struct field field = { .dir = DIR_IN, .more = &more };
	struct sink *sink = scope->decode->sink;
	const struct abi *abi = scope_abi(scope);

	sink->ops->open(sink, GROUP_FDSET);
	for (uint64_t bit = 0; bit < bits; bit++)
		if (set_has_bit(bytes, bit, abi))
			emit_scalar(scope, &field, bit);
	sink->ops->close(sink, GROUP_FDSET, end);
}

/*
 * FD_SETSIZE of C: members of a set below it are shown, although the kernel may not read all of
 * them.
 */
#define FDSET_USUAL 1024u
/* How many members are shown of those that the kernel does not read. */
#define FDSET_BEYOND 64u
#define FDSET_MEMBERS_MAX (1u << 16)

/*
 * Returns how many bits of a set the kernel reads at most: the capacity of the table of
 * descriptors, whatever the caller says (select(2), core_sys_select() in fs/select.c).
 */
static uint64_t fdset_capacity(const struct scope *scope, uint64_t bits)
{
	const struct fetch *fetch = scope->decode->fetch;
	uint64_t capacity = 0;

	if (bits > FDSET_USUAL && fetch->ops->fd_capacity)
		capacity = fetch->ops->fd_capacity(fetch->ctx);
	if (capacity < FDSET_USUAL)
		capacity = FDSET_USUAL;
	return bits < capacity ? bits : capacity;
}

static size_t bytes_of_set(uint64_t bits, size_t word)
{
	return (size_t)(bits + word * 8 - 1) / (word * 8) * word;
}

bool fdset_is_readable(const struct scope *scope, uint64_t bits, uint64_t address)
{
	size_t len = bytes_of_set(fdset_capacity(scope, bits), scope_abi(scope)->long_size);
	struct window window;

	if (!memory_view(scope, address, len, &window))
		return false;
	memory_release(&window);
	return true;
}

/*
 * Appends what is readable of a set behind its first len bytes, up to size bytes. All other bytes
 * are 0.
 */
static void copy_rest(const struct scope *scope, uint64_t address, unsigned char *copy, size_t len,
		      size_t size)
{
	struct window window;

	if (len >= size)
		return;
	memory_read(scope, address + len, size - len, &window);
	memcpy(copy + len, window.bytes, window.len);
	memory_release(&window);
}

static uint64_t count_members(const unsigned char *bytes, uint64_t bits, const struct abi *abi)
{
	uint64_t n = 0;

	for (uint64_t bit = 0; bit < bits; bit++)
		n += set_has_bit(bytes, bit, abi);
	return n;
}

void emit_fdset(const struct scope *scope, const struct field *field, uint64_t address)
{
	const struct abi *abi = scope_abi(scope);
	struct value value = { .kind = KIND_FDSET };
	uint64_t bits, read, max;
	size_t len, size;
	unsigned char *copy;

	/* select(2) with no descriptors does not read its sets. */
	if (!size_expr_value(scope, &field_more(field)->len, &bits) || !bits) {
		emit_address(scope, address, false);
		return;
	}
	bits = bits < FDSET_MAX ? bits : FDSET_MAX;
	read = fdset_capacity(scope, bits);
	len = bytes_of_set(read, abi->long_size);
	size = bytes_of_set(bits, abi->long_size);
	copy = copy_bits(scope, address, len, size);
	if (!copy) {
		emit_address(scope, address, true);
		return;
	}
	copy_rest(scope, address, copy, len, size);
	clear_from(copy, size, bits, abi);
	max = count_members(copy, read, abi) + FDSET_BEYOND;
	value.truncated =
		keep_first(copy, size * 8, max < FDSET_MEMBERS_MAX ? max : FDSET_MEMBERS_MAX, abi);
	value.bytes = copy;
	value.len = value.full_len = size;
	/*
	 * The argument shows the descriptors with their paths, and the note on the result shows
	 * them without.
	 */
	if (scope->decode->config->fds && !scope->in_note)
		emit_members_of_set(scope, copy, bits,
				    value.truncated ? GROUP_MORE : GROUP_COMPLETE);
	else
		emit_value(scope, &value);
	free(copy);
}

void emit_cpuset(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct value value = { .kind = KIND_CPUSET };
	size_t word = scope_abi(scope)->long_size;
	unsigned char bytes[CPUSET_MAX] = { 0 };
	struct window window;
	uint64_t len;

	if (!view_set(scope, field, address, CPUSET_MAX, &window, &len))
		return;
	memcpy(bytes, window.bytes, window.len);
	value.bytes = bytes;
	value.len = window.len;
	/*
	 * The kernel reads a part of a word into the begin of the word: its upper half on a
	 * big-endian machine.
	 */
	if (scope_abi(scope)->big_endian)
		value.len = (window.len + word - 1) / word * word;
	value.full_len = len;
	value.truncated = len > window.len;
	emit_value(scope, &value);
	memory_release(&window);
}

void emit_sigmask(struct number *number)
{
	const struct abi *abi = scope_abi(number->scope);
	struct value *value = &number->value;
	unsigned char word[8] = { 0 };

	for (unsigned i = 0; i < value->size; i++) {
		unsigned at = abi->big_endian ? value->size - 1u - i : i;

		word[at] = (unsigned char)(value->u >> 8 * i);
	}
	value->kind = KIND_SIGSET;
	value->bytes = word;
	value->len = value->full_len = value->size;
	emit_plain(number);
}
