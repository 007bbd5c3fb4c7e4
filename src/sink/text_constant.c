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

static void put_unknown(struct buf *out, const struct list *list, uint64_t bits)
{
	buf_put_hex(out, bits);
	if (list->unknown)
		buf_printf(out, " /* %s */", list->unknown);
}

void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const char *name = value_enum_name(value);

	if (!name && config->constants != CONSTANTS_RAW) {
		put_unknown(out, value->list, value_bits(value));
		return;
	}
	if (config->constants != CONSTANTS_ABBREV)
		buf_put_hex(out, value_bits(value));
	if (config->constants == CONSTANTS_ABBREV)
		buf_puts(out, name);
	else if (config->constants == CONSTANTS_VERBOSE)
		buf_printf(out, " /* %s */", name);
}

struct names {
	struct buf *out;
	size_t start;
};

static void put_bar(struct buf *out, size_t start)
{
	if (out->len > start)
		buf_putc(out, '|');
}

static void put_name(void *ctx, const char *name, uint64_t bits)
{
	struct names *names = ctx;

	(void)bits;
	put_bar(names->out, names->start);
	buf_puts(names->out, name);
}

static void ignore_name(void *ctx, const char *name, uint64_t bits)
{
	(void)ctx;
	(void)name;
	(void)bits;
}

/*
 * The first part under a mask, if it has a value without a name: mmap's flags 0x1f are 0xf with a
 * comment, then "|MAP_FIXED". Returns its bits.
 */
static uint64_t unnamed_part(const struct value *value, uint64_t bits)
{
	const struct list_part *first = &value->list->parts[0];
	uint64_t rest;

	if (!value->list->n_parts || !first->mask)
		return 0;
	rest = list_split(value->list, value_abi(value), bits, ignore_name, NULL);
	return rest & first->mask;
}

static void put_names(struct buf *out, const struct value *value)
{
	struct names names = { out, out->len };
	uint64_t bits = value_bits(value), unnamed = unnamed_part(value, bits), rest;

	if (unnamed)
		put_unknown(out, value->list, unnamed);
	rest = list_split(value->list, value_abi(value), bits, put_name, &names) & ~unnamed;
	if (!rest)
		return;
	if (out->len == names.start) {
		put_unknown(out, value->list, rest);
		return;
	}
	put_bar(out, names.start);
	buf_put_hex(out, rest);
}

/* True if no bit has a name: the number alone says all. */
static bool is_nameless(const struct value *value)
{
	uint64_t bits = value_bits(value);

	return list_split(value->list, value_abi(value), bits, ignore_name, NULL) == bits && bits;
}

void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value)
{
	struct buf raw = { 0 }, name = { 0 };

	if (config->constants == CONSTANTS_VERBOSE && is_nameless(value)) {
		put_unknown(out, value->list, value_bits(value));
		return;
	}
	buf_put_hex(&raw, value_bits(value));
	if (config->constants != CONSTANTS_RAW)
		put_names(&name, value);
	text_put_named(out, config, &raw, &name);
	buf_free(&raw);
	buf_free(&name);
}
