/* SPDX-License-Identifier: MIT */
/* Numbers with names in text: enumerations and flag sets, in the three formats of -X. */
#include "sink/text_constant.h"

#include <string.h>

#include "sink/number_names.h"

/* At least three digits, as strace: 000, 022, 0644. */
void text_put_permissions(struct buf *out, uint64_t bits)
{
	if (bits < 0100) {
		buf_putc(out, '0');
		buf_putc(out, (char)('0' + (bits >> 3)));
		buf_putc(out, (char)('0' + (bits & 7)));
	} else {
		buf_put_octal(out, bits);
	}
}

/* Appends a name without the comments in it, since C has no comment within a comment. */
static void put_plain_name(struct buf *out, const struct buf *name)
{
	const char *at = name->data, *end = at + name->len, *start, *stop;

	while ((start = memmem(at, (size_t)(end - at), " /* ", 4)) &&
	       (stop = memmem(start, (size_t)(end - start), " */", 3))) {
		buf_put(out, at, (size_t)(start - at));
		at = stop + 3;
	}
	buf_put(out, at, (size_t)(end - at));
}

void text_put_named(struct buf *out, const struct sink_config *config, const struct buf *number,
		    const struct buf *name)
{
	bool both = config->constants == CONSTANTS_VERBOSE && name->len;

	if (config->constants != CONSTANTS_ABBREV || !name->len)
		buf_put(out, number->data, number->len);
	if (both)
		buf_puts(out, " /* ");
	if (both)
		put_plain_name(out, name);
	else if (config->constants != CONSTANTS_RAW)
		buf_put(out, name->data, name->len);
	if (both)
		buf_puts(out, " */");
}

static void put_shift(struct buf *out, const struct value *value)
{
	if (value->shift)
		buf_printf(out, "<<%u", value->shift);
}

static void put_comment(struct buf *out, const char *comment)
{
	if (!comment)
		return;
	buf_puts(out, " /* ");
	buf_puts(out, comment);
	buf_puts(out, " */");
}

static void put_commented(struct buf *out, const char *comment, uint64_t bits)
{
	buf_put_hex(out, bits);
	put_comment(out, comment);
}

static void put_constant_number(struct buf *out, const struct value *value)
{
	if (value->base != 10)
		buf_put_hex(out, value_bits(value));
	else if (value->is_signed)
		buf_put_dec(out, (int64_t)value->u);
	else
		buf_put_udec(out, value_bits(value));
}

void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const char *name = value_enum_name(value);

	if (name && value->commented && config->constants == CONSTANTS_ABBREV) {
		put_constant_number(out, value);
		put_comment(out, name);
		return;
	}
	if (!name && config->constants != CONSTANTS_RAW) {
		put_constant_number(out, value);
		put_shift(out, value);
		put_comment(out, list_unknown(value->list));
		return;
	}
	if (config->constants != CONSTANTS_ABBREV)
		put_constant_number(out, value);
	else
		buf_puts(out, name);
	put_shift(out, value);
	if (config->constants == CONSTANTS_VERBOSE && name)
		put_comment(out, name);
}

/* The names of a flag set, as list_split() reports them. */
struct names {
	struct buf *out;
	size_t start; /* offset of the first name in out */
	unsigned n;
	uint64_t bits; /* bits of all names so far */
	/*
	 * The mask of the last part of the list, if single bits come before it; else 0. Its name
	 * comes last: the signal of clone(2), the page size of mmap(2).
	 */
	uint64_t tail_mask;
	const char *tail;
};

static void put_bar(struct buf *out, size_t start)
{
	if (out->len > start)
		buf_putc(out, '|');
}

static void put_constant_name(void *ctx, const char *name, uint64_t bits)
{
	struct names *names = ctx;

	names->n++;
	names->bits |= bits;
	if (bits & names->tail_mask) {
		names->tail = name;
		return;
	}
	put_bar(names->out, names->start);
	buf_puts(names->out, name);
}

static uint64_t all_masks(const struct list *list)
{
	uint64_t masks = 0;

	for (unsigned i = 0; i < list->n_parts; i++)
		masks |= list->parts[i].mask;
	return masks;
}

/* A value without a name comes first: mmap's flags 0x1f are 0xf, a comment, and "|MAP_FIXED". */
static void put_unnamed_first(const struct names *names, const char *comment, uint64_t bits)
{
	struct buf after = { 0 };

	buf_put(&after, names->out->data + names->start, names->out->len - names->start);
	names->out->len = names->start;
	put_commented(names->out, comment, bits);
	if (after.len)
		buf_putc(names->out, '|');
	buf_put(names->out, after.data, after.len);
	buf_free(&after);
}

/*
 * The single bits without a name. They have a comment unless a single bit before them has a name.
 */
static void put_unnamed_bits(struct names *names, const struct list *list, uint64_t bits)
{
	const char *comment = NULL;

	if (names->out->len == names->start) {
		put_commented(names->out, list_unknown(list), bits);
		return;
	}
	for (unsigned i = 0; i < list->n_parts; i++)
		if (!list->parts[i].mask)
			comment = list_part_unknown(list, &list->parts[i]);
	buf_putc(names->out, '|');
	put_commented(names->out, names->bits & ~all_masks(list) ? NULL : comment, bits);
}

/*
 * The value under tail_mask, and the permissions among the flags of shmget(2), which are octal.
 * bar: a set without single bits ends with a bar, if its list says so.
 */
static void put_tail(struct names *names, const struct value *value, uint64_t rest, bool bar)
{
	struct buf *out = names->out;
	const struct list_part *last = &value->list->parts[value->list->n_parts - 1];
	/* A part without entries is a number, shown after any flag: the priority of a swap area. */
	bool always = names->tail_mask && !last->n_entries && out->len > names->start;

	if (names->tail || rest & names->tail_mask || always)
		put_bar(out, names->start);
	if (names->tail)
		buf_puts(out, names->tail);
	else if (rest & names->tail_mask && last->unknown)
		put_commented(out, list_part_unknown(value->list, last), rest & names->tail_mask);
	else if (rest & names->tail_mask || always)
		buf_put_udec(out, rest & names->tail_mask);
	if (bar && value->list->empty && !(value_bits(value) & ~all_masks(value->list)))
		put_bar(out, names->start);
	if (value->base != 8)
		return;
	put_bar(out, names->start);
	text_put_permissions(out, rest & 0777);
}

/* Returns the number of bits and values that have a name. */
static unsigned put_constant_names(struct buf *out, const struct value *value, bool bar)
{
	const struct list *list = value->list;
	struct names names = { .out = out, .start = out->len };
	uint64_t rest, first_mask = 0, unnamed, middle;

	if (list->n_parts && list->parts[0].unknown)
		first_mask = list->parts[0].mask;
	if (list->n_parts > 1)
		names.tail_mask = list->parts[list->n_parts - 1].mask;
	rest = list_split(list, value_abi(value), value_bits(value), put_constant_name, &names);
	unnamed = rest & first_mask;
	middle = rest & ~unnamed & ~names.tail_mask;
	if (unnamed)
		put_unnamed_first(&names, list_part_unknown(list, &list->parts[0]), unnamed);
	if (value->base == 8)
		middle &= ~(uint64_t)0777;
	if (middle)
		put_unnamed_bits(&names, list, middle);
	put_tail(&names, value, rest, bar);
	return names.n;
}

static void put_commented_flags(struct buf *out, const struct value *value)
{
	struct buf names = { 0 };

	buf_put_hex(out, value_bits(value));
	if (value_bits(value) && !put_constant_names(&names, value, true))
		put_comment(out, list_unknown(value->list));
	else if (value_bits(value))
		buf_printf(out, " /* %.*s */", (int)names.len, names.data);
	buf_free(&names);
}

void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value)
{
	struct buf number = { 0 }, name = { 0 };
	unsigned n = 0;

	if (value->commented && config->constants == CONSTANTS_ABBREV) {
		put_commented_flags(out, value);
		return;
	}
	if (config->constants == CONSTANTS_ABBREV && (value_bits(value) || value->list->empty)) {
		put_constant_names(out, value, true);
		return;
	}
	/* Permissions without flags are octal everywhere. */
	if (value->base == 8 && value_bits(value) <= 0777)
		text_put_permissions(&number, value_bits(value));
	else
		buf_put_hex(&number, value_bits(value));
	if (config->constants != CONSTANTS_RAW)
		n = put_constant_names(&name, value, false);
	/*
	 * A number without a name has a comment. With another number after it, the two are one
	 * number.
	 */
	if (name.len && !n && (value->base == 8 || !memchr(name.data, '|', name.len)))
		buf_put(out, name.data, name.len);
	else
		text_put_named(out, config, &number, &name);
	buf_free(&number);
	buf_free(&name);
}
