/* SPDX-License-Identifier: MIT */
/* Sets in text: signals, bits with names, descriptors, CPUs. */
#include "sink/text_set.h"

#include <string.h>

#include "sink/number_names.h"
#include "sink/text_constant.h"

/* The name of a signal without SIG: "INT". */
static void put_set_signal(struct buf *out, const struct sink_config *config, const struct abi *abi,
			   size_t signal)
{
	struct buf number = { 0 }, name = { 0 }, short_name = { 0 };

	buf_put_udec(&number, signal);
	if (put_signal_name(&name, abi, signal))
		buf_put(&short_name, name.data + strlen("SIG"), name.len - strlen("SIG"));
	text_put_named(out, config, &number, &short_name);
	buf_free(&number);
	buf_free(&name);
	buf_free(&short_name);
}

static void put_bit(struct buf *out, const struct sink_config *config, const struct value *value,
		    size_t bit)
{
	struct value named = { .kind = KIND_ENUM, .size = 4, .base = 16, .u = bit };

	named.abi = value->abi;
	named.list = value->list;
	text_put_enum(out, config, &named);
}

static size_t count_members(const struct value *value)
{
	size_t n = 0;

	for (size_t i = 0; i < value->len; i++)
		n += (size_t)__builtin_popcount(((const unsigned char *)value->bytes)[i]);
	return n;
}

/*
 * Whether to show the bits that are not in the set, after ~. For signals strace 6.1 does so from
 * two thirds of the set on.
 */
static bool is_inverted(const struct value *value, size_t members)
{
	size_t n = value->len * 8;

	return value->kind == KIND_BITSET ? value->base != 2 && members > n / 2
					  : n && members >= n * 2 / 3;
}

void text_put_sigset(struct buf *out, const struct sink_config *config, const struct value *value)
{
	size_t members = count_members(value), left = members, start;
	bool inverted = is_inverted(value, members);

	if (inverted)
		left = value->len * 8 - members;
	buf_puts(out, inverted ? "~[" : "[");
	start = out->len;
	for (size_t i = 0; left; i++) {
		if (value_bit(value, i) == inverted)
			continue;
		left--;
		if (out->len > start)
			buf_putc(out, ' ');
		if (value->kind == KIND_BITSET)
			put_bit(out, config, value, i);
		else
			put_set_signal(out, config, value->abi, i + 1);
	}
	if (value->truncated)
		buf_puts(out, " ...");
	buf_putc(out, ']');
}

void text_put_bits(struct buf *out, const struct value *value)
{
	size_t start;

	buf_putc(out, '[');
	start = out->len;
	for (size_t i = 0; i < value->len * 8; i++) {
		if (!value_bit(value, i))
			continue;
		if (out->len > start)
			buf_putc(out, ' ');
		buf_put_udec(out, i);
	}
	if (value->truncated)
		buf_puts(out, out->len > start ? " ..." : "...");
	buf_putc(out, ']');
}
