/* SPDX-License-Identifier: MIT */
/* Numbers and bytes in hexadecimal, as packets have them. */
#ifndef ENGINE_GDB_HEX_H
#define ENGINE_GDB_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/util.h"

/*
 * Reads the digits at *text, at most 16, and moves *text past them. Returns false if there are
 * none, or too many.
 */
static inline bool hex_read(const char **text, const char *end, uint64_t *number)
{
	const char *begin = *text;

	*number = 0;
	while (*text < end && hex_digit(**text) >= 0 && *text - begin < 17)
		*number = *number << 4 | (unsigned)hex_digit(*(*text)++);
	return *text > begin && *text - begin <= 16;
}

/* Converts 2 * n digits to n bytes. Returns false if one is no digit. */
static inline bool hex_bytes(const char *digits, void *bytes, size_t n)
{
	unsigned char *to = bytes;

	for (size_t i = 0; i < n; i++) {
		int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		to[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

static inline void hex_put(struct buf *to, const void *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *from = bytes;

	for (size_t i = 0; i < n; i++) {
		buf_putc(to, digits[from[i] >> 4]);
		buf_putc(to, digits[from[i] & 15]);
	}
}

#endif
