/* SPDX-License-Identifier: MIT */
/* Numbers with names in text: enumerations and flag sets, in the three ways of -X. */
#include "sink/names.h"
#include "sink/text.h"

void text_put_named(struct buf *out, const struct sink_config *config, const struct buf *raw,
		    const struct buf *name)
{
	bool both = config->constants == CONSTANTS_VERBOSE && name->len;

	if (config->constants != CONSTANTS_ABBREV || !name->len)
		buf_put(out, raw->data, raw->len);
	if (both)
		buf_puts(out, " /* ");
	if (config->constants != CONSTANTS_RAW)
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
	if (comment)
		buf_printf(out, " /* %s */", comment);
}

static void put_commented(struct buf *out, const char *comment, uint64_t bits)
{
	buf_put_hex(out, bits);
	put_comment(out, comment);
}

static void put_unknown(struct buf *out, const struct list *list, uint64_t bits)
{
	put_commented(out, list->unknown, bits);
}

static void put_plain(struct buf *out, const struct value *value)
{
	if (value->base != 10)
		buf_put_hex(out, value_bits(value));
	else if (value->is_signed)
		buf_put_dec(out, (int64_t)value->u);
	else
		buf_put_udec(out, value_bits(value));
}

/* Numbers among which some have names, as keyrings, are decimal. */
static void put_unnamed(struct buf *out, const struct value *value)
{
	put_plain(out, value);
	put_shift(out, value);
	put_comment(out, value->list->unknown);
}

void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const char *name = value_enum_name(value);

	if (name && value->commented && config->constants == CONSTANTS_ABBREV) {
		put_plain(out, value);
		put_comment(out, name);
		return;
	}
	if (!name && config->constants != CONSTANTS_RAW) {
		put_unnamed(out, value);
		return;
	}
	if (config->constants != CONSTANTS_ABBREV)
		put_plain(out, value);
	else
		buf_puts(out, name);
	put_shift(out, value);
	if (config->constants == CONSTANTS_VERBOSE && name)
		buf_printf(out, " /* %s */", name);
}

struct names {
	struct buf *out;
	size_t start;
	unsigned n;
	uint64_t bits;
	/* The last part, if that is under a mask behind bits: the signal of clone, a page size. */
	uint64_t tail_mask;
	const char *tail;
};

static void put_bar(struct buf *out, size_t start)
{
	if (out->len > start)
		buf_putc(out, '|');
}

static void put_name(void *ctx, const char *name, uint64_t bits)
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

/* The bits of the first part, if that is under a mask and has a comment for values without a name. */
static uint64_t first_mask(const struct list *list)
{
	return list->n_parts && list->parts[0].unknown ? list->parts[0].mask : 0;
}

static uint64_t last_mask(const struct list *list)
{
	return list->n_parts > 1 ? list->parts[list->n_parts - 1].mask : 0;
}

static uint64_t all_masks(const struct list *list)
{
	uint64_t masks = 0;

	for (unsigned i = 0; i < list->n_parts; i++)
		masks |= list->parts[i].mask;
	return masks;
}

static const char *last_comment(const struct list *list)
{
	return list->parts[list->n_parts - 1].unknown;
}

/* Such a value stands first: mmap's flags 0x1f are 0xf with a comment, then "|MAP_FIXED". */
static void put_unknown_first(const struct names *names, const char *comment, uint64_t bits)
{
	struct buf behind = { 0 };

	buf_put(&behind, names->out->data + names->start, names->out->len - names->start);
	names->out->len = names->start;
	put_commented(names->out, comment, bits);
	if (behind.len)
		buf_putc(names->out, '|');
	buf_put(names->out, behind.data, behind.len);
	buf_free(&behind);
}

/* Of single bits behind a value: the comment, unless one of them has a name. */
static const char *comment_behind(const struct names *names, const struct list *list)
{
	const char *comment = NULL;

	for (unsigned i = 0; i < list->n_parts; i++)
		if (!list->parts[i].mask)
			comment = list->parts[i].unknown;
	return names->bits & ~all_masks(list) ? NULL : comment;
}

static void put_rest(struct names *names, const struct list *list, uint64_t rest)
{
	if (names->out->len == names->start) {
		put_unknown(names->out, list, rest);
	} else {
		buf_putc(names->out, '|');
		put_commented(names->out, comment_behind(names, list), rest);
	}
}

/* What stands behind the bits without a name; permissions among flags (shmget) are octal. */
static void put_tail(struct names *names, const struct value *value, uint64_t rest)
{
	struct buf *out = names->out;
	/* A list of no names is a number's place, which follows any flag: a swap area's priority. */
	const struct list_part *last = &value->list->parts[value->list->n_parts - 1];
	bool always = names->tail_mask && !last->n_entries && out->len > names->start;

	if (names->tail || rest & names->tail_mask || always)
		put_bar(out, names->start);
	if (names->tail)
		buf_puts(out, names->tail);
	else if (rest & names->tail_mask && last_comment(value->list))
		put_commented(out, last_comment(value->list), rest & names->tail_mask);
	else if (rest & names->tail_mask || always)
		buf_put_udec(out, rest & names->tail_mask);
	if (value->list->empty && !(value_bits(value) & ~all_masks(value->list)))
		put_bar(out, names->start);
	if (value->base != 8)
		return;
	put_bar(out, names->start);
	text_put_permissions(out, rest & 0777);
}

/* Returns how many bits or values had names. */
static unsigned put_names(struct buf *out, const struct value *value)
{
	const struct list *list = value->list;
	struct names names = { .out = out, .start = out->len, .tail_mask = last_mask(list) };
	uint64_t rest = list_split(list, value_abi(value), value_bits(value), put_name, &names);
	uint64_t unnamed = rest & first_mask(list), middle = rest & ~unnamed & ~names.tail_mask;

	if (unnamed)
		put_unknown_first(&names, list->parts[0].unknown, unnamed);
	if (value->base == 8)
		middle &= ~(uint64_t)0777;
	if (middle)
		put_rest(&names, list, middle);
	put_tail(&names, value, rest);
	return names.n;
}

static void put_commented_flags(struct buf *out, const struct value *value)
{
	struct buf names = { 0 };

	buf_put_hex(out, value_bits(value));
	if (value_bits(value) && !put_names(&names, value))
		put_comment(out, value->list->unknown);
	else if (value_bits(value))
		buf_printf(out, " /* %.*s */", (int)names.len, names.data);
	buf_free(&names);
}

void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value)
{
	struct buf raw = { 0 }, name = { 0 };
	unsigned n = 0;

	if (value->commented && config->constants == CONSTANTS_ABBREV) {
		put_commented_flags(out, value);
		return;
	}
	if (config->constants == CONSTANTS_ABBREV && (value_bits(value) || value->list->empty)) {
		put_names(out, value);
		return;
	}
	buf_put_hex(&raw, value_bits(value));
	if (config->constants != CONSTANTS_RAW)
		n = put_names(&name, value);
	if (name.len && !n)
		buf_put(out, name.data, name.len);
	else
		text_put_named(out, config, &raw, &name);
	buf_free(&raw);
	buf_free(&name);
}
