/* SPDX-License-Identifier: MIT */
/*
 * Strings in JSON. UTF-8 stays readable; other bytes are written in base64, so that none is lost.
 */
#include <string.h>

#include "sink/json.h"
#include "sink/names.h"

static bool is_text(const unsigned char *bytes, size_t len)
{
	size_t n;

	for (size_t i = 0; i < len; i += n) {
		n = bytes[i] ? utf8_length(bytes + i, len - i) : 0;
		if (!n)
			return false;
	}
	return true;
}

static void put_character(struct buf *out, const unsigned char *s, size_t n)
{
	unsigned code;

	if (n == 1 && (s[0] == '"' || s[0] == '\\')) {
		buf_putc(out, '\\');
		buf_putc(out, (char)s[0]);
	} else if (n == 1 && s[0] == '\n') {
		buf_puts(out, "\\n");
	} else if (n == 1 && s[0] == '\t') {
		buf_puts(out, "\\t");
	} else if (utf8_is_control(s, n, &code)) {
		buf_printf(out, "\\u%04x", code);
	} else {
		buf_put(out, s, n);
	}
}

/* The number of leading characters that need no escape. */
static size_t plain_length(const unsigned char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] >= ' ' && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
		n++;
	return n;
}

static void put_text(struct buf *out, const unsigned char *s, size_t len)
{
	buf_putc(out, '"');
	for (size_t i = 0, n; i < len; i += n) {
		n = plain_length(s + i, len - i);
		if (n) {
			buf_put(out, s + i, n);
			continue;
		}
		n = utf8_length(s + i, len - i);
		if (n)
			put_character(out, s + i, n);
		else
			buf_puts(out, "\\ufffd");
		n += !n;
	}
	buf_putc(out, '"');
}

static void put_base64(struct buf *out, const unsigned char *s, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	buf_putc(out, '"');
	for (size_t i = 0; i < len; i += 3) {
		unsigned long bits = (unsigned long)s[i] << 16;

		if (i + 1 < len)
			bits |= (unsigned long)s[i + 1] << 8;
		if (i + 2 < len)
			bits |= s[i + 2];
		buf_putc(out, digits[bits >> 18]);
		buf_putc(out, digits[bits >> 12 & 63]);
		buf_putc(out, i + 1 < len ? digits[bits >> 6 & 63] : '=');
		buf_putc(out, i + 2 < len ? digits[bits & 63] : '=');
	}
	buf_putc(out, '"');
}

void json_put_text(struct buf *out, const char *text)
{
	if (text)
		put_text(out, (const unsigned char *)text, strlen(text));
	else
		buf_puts(out, "null");
}

void json_put_bytes(struct buf *out, const char *key, const void *bytes, size_t len)
{
	bool text = is_text(bytes, len);

	buf_putc(out, '"');
	buf_puts(out, key);
	buf_puts(out, text ? "\":" : "_base64\":");
	if (text)
		put_text(out, bytes, len);
	else
		put_base64(out, bytes, len);
}

void json_put_context(struct buf *out, const struct value *value)
{
	if (!value_more(value)->context)
		return;
	buf_putc(out, ',');
	json_put_bytes(out, "context", value_more(value)->context, value_more(value)->context_len);
}

void json_put_signal(struct buf *out, const struct abi *abi, uint64_t signal)
{
	size_t start = out->len;

	buf_putc(out, '"');
	if (put_signal_name(out, abi, signal)) {
		buf_putc(out, '"');
	} else {
		out->len = start;
		buf_puts(out, "null");
	}
}
