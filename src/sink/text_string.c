/* SPDX-License-Identifier: MIT */
/* Strings in text: escaped, so that a tracee cannot send control characters to the terminal. */
#include "sink/text_string.h"

#include <string.h>

static bool is_printable(unsigned char c)
{
	return c >= 0x20 && c < 0x7f;
}

static bool is_plain_string(unsigned char c)
{
	return is_printable(c) || (c >= '\t' && c <= '\r');
}

static bool wants_hex(enum hex_strings hex, const unsigned char *bytes, size_t len)
{
	if (hex != HEX_NON_ASCII)
		return hex == HEX_ALL;
	for (size_t i = 0; i < len; i++)
		if (!is_plain_string(bytes[i]))
			return true;
	return false;
}

static void put_hex(struct buf *out, const unsigned char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		buf_puts(out, "\\x");
		buf_putc(out, "0123456789abcdef"[bytes[i] >> 4]);
		buf_putc(out, "0123456789abcdef"[bytes[i] & 15]);
	}
}

/*
 * A C compiler takes up to three octal digits: use all three before a digit, else as few as
 * possible.
 */
static void put_octal(struct buf *out, unsigned char c, bool digit_follows)
{
	buf_putc(out, '\\');
	if (digit_follows || c >= 0100)
		buf_putc(out, (char)('0' + (c >> 6)));
	if (digit_follows || c >= 010)
		buf_putc(out, (char)('0' + (c >> 3 & 7)));
	buf_putc(out, (char)('0' + (c & 7)));
}

struct style {
	enum hex_strings hex;
	const char *escaped; /* printable characters to escape, besides " and \ */
};

/* Writes a byte that is not written as it is. */
static void put_byte(struct buf *out, unsigned char c, const struct style *style,
		     bool digit_follows)
{
	static const char letters[] = "tnvfr";

	if (c == '"' || c == '\\') {
		buf_putc(out, '\\');
		buf_putc(out, (char)c);
	} else if (c >= '\t' && c <= '\r') {
		buf_putc(out, '\\');
		buf_putc(out, letters[c - '\t']);
	} else if (style->hex == HEX_NON_ASCII_CHARS || style->hex == HEX_NON_UTF8) {
		put_hex(out, &c, 1);
	} else {
		put_octal(out, c, digit_follows);
	}
}

/*
 * Returns the length of a character that is no ASCII and is written as it is; 0: the first byte is
 * none.
 */
static size_t count_utf8(const struct style *style, const unsigned char *bytes, size_t len)
{
	size_t n = 0;
	unsigned code;

	if (style->hex == HEX_NON_UTF8 && *bytes >= 0x80)
		n = utf8_length(bytes, len);
	return n && !utf8_is_control(bytes, n, &code) ? n : 0;
}

/* Returns how many bytes from the first one on are written as they are. */
static size_t count_verbatim(const struct style *style, const unsigned char *bytes, size_t len)
{
	size_t n = 0;

	while (n < len) {
		size_t more = count_utf8(style, bytes + n, len - n);

		if (!more && is_printable(bytes[n]) && bytes[n] != '"' && bytes[n] != '\\' &&
		    !(style->escaped[0] && strchr(style->escaped, bytes[n])))
			more = 1;
		if (!more)
			break;
		n += more;
	}
	return n;
}

static void put_text_bytes(struct buf *out, const struct style *style, const unsigned char *bytes,
			   size_t len)
{
	if (wants_hex(style->hex, bytes, len)) {
		put_hex(out, bytes, len);
		return;
	}
	for (size_t i = 0; i < len; i++) {
		size_t n = count_verbatim(style, bytes + i, len - i);

		buf_put(out, bytes + i, n);
		i += n;
		if (i < len)
			put_byte(out, bytes[i], style,
				 i + 1 < len && bytes[i + 1] >= '0' && bytes[i + 1] <= '7');
	}
}

void text_put_string(struct buf *out, enum hex_strings hex, const void *bytes, size_t len,
		     bool truncated)
{
	const struct style style = { hex, "" };

	buf_putc(out, '"');
	put_text_bytes(out, &style, bytes, len);
	buf_puts(out, truncated ? "\"..." : "\"");
}

void text_put_annotation_bytes(struct buf *out, enum hex_strings hex, const void *bytes, size_t len)
{
	const struct style style = { hex, "<>" };

	put_text_bytes(out, &style, bytes, len);
}

void text_put_annotation(struct buf *out, enum hex_strings hex, const void *bytes, size_t len)
{
	buf_putc(out, '<');
	text_put_annotation_bytes(out, hex, bytes, len);
	buf_putc(out, '>');
}

void text_put_context(struct buf *out, const void *context, size_t len)
{
	const struct style style = { HEX_NONE, "[]" };

	buf_puts(out, " [");
	put_text_bytes(out, &style, context, len);
	buf_putc(out, ']');
}

void text_put_escaped(struct buf *out, const char *text)
{
	const struct style style = { HEX_NONE, "" };

	put_text_bytes(out, &style, (const unsigned char *)text, strlen(text));
}

void text_put_hex_string(struct buf *out, const void *bytes, size_t len)
{
	text_put_string(out, HEX_ALL, bytes, len, false);
}
