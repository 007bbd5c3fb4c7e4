/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON (RFC 8259). UTF-8 stays readable; other bytes are replaced, or written in base64 so
 * that none is lost.
 */
#include <string.h>

#include "scry/json.h"

/* The largest integer up to which a double is exact. */
#define LAST_EXACT ((INT64_C(1) << 53) - 1)

static void put_key(struct buf *out, const char *key, size_t len, const char *end, size_t end_len)
{
	char *at;

	buf_reserve(out, len + end_len + 2);
	at = out->data + out->len;
	if (at[-1] != '{')
		*at++ = ',';
	*at++ = '"';
	memcpy(at, key, len);
	memcpy(at + len, end, end_len);
	out->len = (size_t)(at - out->data) + len + end_len;
}

void json_put_key(struct buf *out, const char *key, size_t len)
{
	put_key(out, key, len, "\":", 2);
}

void json_put_unsigned(struct buf *out, uint64_t u)
{
	bool exact = u <= LAST_EXACT;

	if (!exact)
		buf_putc(out, '"');
	buf_put_udec(out, u);
	if (!exact)
		buf_putc(out, '"');
}

void json_put_signed(struct buf *out, int64_t i)
{
	bool exact = i >= -LAST_EXACT && i <= LAST_EXACT;

	if (!exact)
		buf_putc(out, '"');
	buf_put_dec(out, i);
	if (!exact)
		buf_putc(out, '"');
}

void json_put_hex(struct buf *out, uint64_t u)
{
	buf_putc(out, '"');
	if (u)
		buf_put_hex(out, u);
	else
		buf_puts(out, "0x0");
	buf_putc(out, '"');
}

/* --- times ----------------------------------------------------------------------------------- */

#define NS_PER_S 1000000000

static struct timespec within_range(const struct timespec *time)
{
	const int64_t last = INT64_MAX / NS_PER_S - 1;

	if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= NS_PER_S)
		return (struct timespec){ 0 };
	return time->tv_sec > last ? (struct timespec){ .tv_sec = (time_t)last } : *time;
}

void json_put_time(struct buf *out, const struct timespec *time)
{
	struct timespec bounded = within_range(time);
	struct tm tm = { 0 };

	gmtime_r(&bounded.tv_sec, &tm);
	buf_putc(out, '"');
	buf_put_digits(out, (uint64_t)tm.tm_year + 1900, 4);
	buf_putc(out, '-');
	buf_put_digits(out, (uint64_t)tm.tm_mon + 1, 2);
	buf_putc(out, '-');
	buf_put_digits(out, (uint64_t)tm.tm_mday, 2);
	buf_putc(out, 'T');
	buf_put_digits(out, (uint64_t)tm.tm_hour, 2);
	buf_putc(out, ':');
	buf_put_digits(out, (uint64_t)tm.tm_min, 2);
	buf_putc(out, ':');
	buf_put_digits(out, (uint64_t)tm.tm_sec, 2);
	buf_putc(out, '.');
	buf_put_digits(out, (uint64_t)bounded.tv_nsec, 9);
	buf_puts(out, "Z\"");
}

int64_t json_time_ns(const struct timespec *time)
{
	struct timespec bounded = within_range(time);

	return (int64_t)bounded.tv_sec * NS_PER_S + bounded.tv_nsec;
}

/* --- strings --------------------------------------------------------------------------------- */

static void put_unit(struct buf *out, unsigned unit)
{
	buf_puts(out, "\\u");
	for (unsigned shift = 16; shift; shift -= 4)
		buf_putc(out, "0123456789abcdef"[unit >> (shift - 4) & 15]);
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
		/* RFC 8259, section 7: a character above U+FFFF is a pair of surrogates. */
		if (code > UINT16_MAX)
			put_unit(out, 0xd800 + ((code - 0x10000) >> 10));
		put_unit(out, code > UINT16_MAX ? 0xdc00 + (code & 0x3ff) : code);
	} else {
		buf_put(out, s, n);
	}
}

/*
 * Whether one of eight bytes is a control character, a quote, a backslash or no ASCII. A
 * subtraction sets the highest bit of a byte that is less than what is subtracted from it. It
 * borrows from the next byte only then.
 */
static bool has_special(uint64_t bytes)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t found = bytes | (bytes - each * ' ');

	found |= (bytes ^ each * '"') - each;
	found |= (bytes ^ each * '\\') - each;
	found |= (bytes ^ each * 0x7f) - each;
	return found & each * 0x80;
}

/* The number of leading characters that need no escape. */
static size_t plain_length(const unsigned char *s, size_t len)
{
	uint64_t bytes;
	size_t n;

	for (n = 0; len - n >= sizeof(bytes); n += sizeof(bytes)) {
		memcpy(&bytes, s + n, sizeof(bytes));
		if (has_special(bytes))
			break;
	}
	while (n < len && s[n] >= ' ' && s[n] < 0x7f && s[n] != '"' && s[n] != '\\')
		n++;
	return n;
}

void json_put_string(struct buf *out, const void *bytes, size_t len)
{
	const unsigned char *s = bytes;

	buf_reserve(out, len + 2);
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

void json_put_text(struct buf *out, const char *text)
{
	if (text)
		json_put_string(out, text, strlen(text));
	else
		json_put_null(out);
}

/* --- members --------------------------------------------------------------------------------- */

void json_add_unsigned(struct buf *out, const char *key, uint64_t u)
{
	json_begin_member(out, key);
	json_put_unsigned(out, u);
}

void json_add_signed(struct buf *out, const char *key, int64_t i)
{
	json_begin_member(out, key);
	json_put_signed(out, i);
}

void json_add_bool(struct buf *out, const char *key, bool truth)
{
	json_begin_member(out, key);
	json_put_bool(out, truth);
}

void json_add_hex(struct buf *out, const char *key, uint64_t u)
{
	json_begin_member(out, key);
	json_put_hex(out, u);
}

void json_add_text(struct buf *out, const char *key, const char *text)
{
	json_begin_member(out, key);
	json_put_text(out, text);
}

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

void json_add_bytes(struct buf *out, const char *key, const void *bytes, size_t len)
{
	static const char base64[] = "_base64\":";

	if (is_text(bytes, len)) {
		json_begin_member(out, key);
		json_put_string(out, bytes, len);
		return;
	}
	put_key(out, key, strlen(key), base64, strlen(base64));
	buf_putc(out, '"');
	buf_put_base64(out, bytes, len);
	buf_putc(out, '"');
}
