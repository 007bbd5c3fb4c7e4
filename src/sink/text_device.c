/* SPDX-License-Identifier: MIT */
/* Values of devices in text: characters, keys, pixel formats, identifiers, tones. */
#include "sink/text_device.h"

#include "sink/number_names.h"
#include "sink/text.h"
#include "sink/text_string.h"

static void put_character(struct buf *out, unsigned char c)
{
	if (c == '\'' || c == '\\')
		buf_printf(out, "'\\%c'", c);
	else if (c >= ' ' && c < 127)
		buf_printf(out, "'%c'", c);
	else
		buf_printf(out, "'\\x%02x'", c);
}

/* The same, with the escapes of C. */
static void put_device_escaped(struct buf *out, unsigned char c)
{
	static const char escapes[] = "tnvfr"; /* of the characters from '\t' on */

	if (c >= '\t' && c <= '\r')
		buf_printf(out, "'\\%c'", escapes[c - '\t']);
	else
		put_character(out, c);
}

void text_put_character(struct buf *out, const struct value *value)
{
	put_device_escaped(out, (unsigned char)value->u);
}

/* RFC 9562: 8, 4, 4, 4 and 12 digits. */
void text_put_uuid(struct buf *out, const struct value *value)
{
	const unsigned char *bytes = value->bytes;

	for (size_t i = 0; i < value->len; i++)
		buf_printf(out, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
}

void text_put_fourcc(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const char *name = list_name(value->list, value_abi(value), value_bits(value));

	if (config->constants == CONSTANTS_RAW) {
		buf_put_hex(out, value_bits(value));
		return;
	}
	buf_puts(out, "v4l2_fourcc(");
	for (unsigned i = 0; i < 4; i++) {
		buf_puts(out, i ? ", " : "");
		put_character(out, (unsigned char)(value->u >> 8 * i));
	}
	buf_putc(out, ')');
	if (name)
		buf_printf(out, " /* %s */", name);
}

/*
 * linux/keyboard.h: the lower byte of KT_LATIN (0), KT_META (8), KT_LETTER (11) and KT_DEAD2 (13)
 * is a character.
 */
static void put_device_key(struct buf *out, const struct value *value)
{
	unsigned type = (unsigned)(value_bits(value) >> 8), letter = (unsigned)value->u & 0xff;

	if (value->bytes)
		buf_printf(out, "K(%.*s, ", (int)value->len, (const char *)value->bytes);
	else
		buf_printf(out, "K(%#x, ", type);
	if (type == 0 || type == 8 || type == 11 || type == 13)
		put_character(out, (unsigned char)letter);
	else
		buf_put_hex(out, letter);
	buf_putc(out, ')');
}

void text_put_keysym(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const char *name = list_name(value->list, value_abi(value), value_bits(value));

	buf_put_hex(out, value_bits(value));
	if (config->constants == CONSTANTS_RAW)
		return;
	buf_puts(out, " /* ");
	if (name)
		buf_puts(out, name);
	else
		put_device_key(out, value);
	buf_puts(out, " */");
}

/* The kernel's PIT_TICK_RATE, in Hz: a tone is a divisor of this frequency (ioctl_console(2)). */
#define TIMER_HZ 1193182u

void text_put_tone(struct buf *out, const struct sink_config *config, const struct value *value)
{
	uint64_t bits = value_bits(value), period = value->base == 16 ? bits & 0xffff : bits;
	unsigned milliseconds = (unsigned)(bits >> 16) & 0xffff;
	/* linux/kd.h, KDMKTONE: a tone of no duration is off. */
	bool on = period && (value->base != 16 || milliseconds);
	uint64_t hertz = on ? TIMER_HZ / period : 0;

	if (value->base == 16 && milliseconds)
		buf_printf(out, "%u<<16|", milliseconds);
	buf_put_udec(out, period);
	if (config->constants == CONSTANTS_RAW)
		return;
	if (!hertz)
		buf_puts(out, " /* off */");
	else if (value->base == 16)
		buf_printf(out, " /* %u Hz, %u ms */", (unsigned)hertz, milliseconds);
	else
		buf_printf(out, " /* %u Hz */", (unsigned)hertz);
}

void text_put_callsign(struct buf *out, const struct sink_config *config, const struct value *value)
{
	struct callsign callsign = callsign_of(value);

	if (callsign.is_regular && config->constants == CONSTANTS_ABBREV) {
		buf_puts(out, callsign.text);
		return;
	}
	buf_puts(out, "{ax25_call=");
	text_put_hex_string(out, value->bytes, value->len);
	buf_putc(out, '}');
	if (*callsign.text && !(callsign.is_regular && config->constants == CONSTANTS_RAW))
		buf_printf(out, " /* %s */", callsign.text);
}
