/* SPDX-License-Identifier: MIT */
/* A growable string of bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/util.h"

void buf_grow(struct buf *buf, size_t more)
{
	size_t need, size = buf->size ? buf->size : 64;

	/* No allocation of SIZE_MAX bytes succeeds, so that an overflow ends the program. */
	if (__builtin_add_overflow(buf->len, more, &need))
		need = SIZE_MAX;
	while (size < need)
		size = size > SIZE_MAX / 2 ? SIZE_MAX : size * 2;
	buf->data = xreallocarray(buf->data, size, 1);
	buf->size = size;
}

void buf_fill(struct buf *buf, char c, size_t n)
{
	if (!n)
		return;
	buf_reserve(buf, n);
	memset(buf->data + buf->len, c, n);
	buf->len += n;
}

/* Lengthens the data by n bytes. Returns its end: callers write digits from the last one on. */
static char *lengthen(struct buf *buf, size_t n)
{
	buf_reserve(buf, n);
	buf->len += n;
	return buf->data + buf->len;
}

/* Appends value in base 2 to the power of `bits`. */
static void put_bits(struct buf *buf, uint64_t value, unsigned bits)
{
	size_t n = 1;
	char *at;

	for (uint64_t rest = value >> bits; rest; rest >>= bits)
		n++;
	for (at = lengthen(buf, n); n--; value >>= bits)
		*--at = "0123456789abcdef"[value & ((1u << bits) - 1)];
}

/* The number of decimal digits of UINT64_MAX. */
#define DIGITS_MAX 20

void buf_put_udec(struct buf *buf, uint64_t value)
{
	/*
	 * As many bytes follow the digits: a copy whose size is a constant needs no call of
	 * memcpy(3).
	 */
	char bytes[2 * DIGITS_MAX] = { 0 }, *end = bytes + DIGITS_MAX, *at = end;

	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	buf_reserve(buf, DIGITS_MAX);
	memcpy(buf->data + buf->len, at, DIGITS_MAX);
	buf->len += (size_t)(end - at);
}

void buf_put_digits(struct buf *buf, uint64_t value, size_t n)
{
	for (char *at = lengthen(buf, n); n--; value /= 10)
		*--at = (char)('0' + value % 10);
}

void buf_put_dec(struct buf *buf, int64_t value)
{
	if (value < 0)
		buf_putc(buf, '-');
	buf_put_udec(buf, value < 0 ? -(uint64_t)value : (uint64_t)value);
}

void buf_put_hex(struct buf *buf, uint64_t value)
{
	if (value)
		buf_puts(buf, "0x");
	put_bits(buf, value, 4);
}

void buf_put_octal(struct buf *buf, uint64_t value)
{
	if (value)
		buf_putc(buf, '0');
	put_bits(buf, value, 3);
}

void buf_put_base64(struct buf *buf, const void *bytes, size_t len)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *s = bytes;

	buf_reserve(buf, len / 3 * 4 + 4);
	for (size_t i = 0; i < len; i += 3) {
		size_t n = len - i < 3 ? len - i : 3;
		unsigned word = (unsigned)s[i] << 16 | (n > 1 ? (unsigned)s[i + 1] << 8 : 0) |
				(n > 2 ? s[i + 2] : 0);

		for (unsigned digit = 0; digit < 4; digit++)
			buf_putc(buf, digit <= n ? digits[word >> (18 - 6 * digit) & 63] : '=');
	}
}

void buf_vprintf(struct buf *buf, const char *format, va_list args)
{
	va_list args_copy;
	size_t available;
	int len;

	buf_reserve(buf, 64);
	available = buf->size - buf->len;
	va_copy(args_copy, args);
	len = vsnprintf(buf->data + buf->len, available, format, args);
	if (len > 0 && (size_t)len >= available) {
		buf_reserve(buf, (size_t)len + 1);
		vsnprintf(buf->data + buf->len, (size_t)len + 1, format, args_copy);
	}
	va_end(args_copy);
	if (len > 0)
		buf->len += (size_t)len;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	buf_vprintf(buf, format, args);
	va_end(args);
}

const char *buf_cstr(struct buf *buf)
{
	buf_reserve(buf, 1);
	buf->data[buf->len] = '\0';
	return buf->data;
}

char *buf_take(struct buf *buf)
{
	char *text;

	buf_reserve(buf, 1);
	buf->data[buf->len] = '\0';
	text = xreallocarray(buf->data, buf->len + 1, 1);
	*buf = (struct buf){ 0 };
	return text;
}

void buf_clear(struct buf *buf)
{
	buf->len = 0;
}

void buf_free(struct buf *buf)
{
	free(buf->data);
	*buf = (struct buf){ 0 };
}

bool buf_read(struct buf *buf, int fd, size_t max)
{
	size_t end = buf->len + max;
	ssize_t len = 1;

	while (len > 0 && buf->len < end) {
		size_t room = end - buf->len < 4096 ? end - buf->len : 4096;

		buf_reserve(buf, room);
		len = read(fd, buf->data + buf->len, room);
		if (len > 0)
			buf->len += (size_t)len;
	}
	return len >= 0;
}
