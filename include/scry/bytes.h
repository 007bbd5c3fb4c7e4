/* SPDX-License-Identifier: MIT */
/* Public header of src/util/: numbers as recordings store them. */
#ifndef SCRY_BYTES_H
#define SCRY_BYTES_H

#include <stdbool.h>
#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "scry/util.h"

/* The maximum number of bytes of a variable-length number: seven bits in each. */
#define VARINT_MAX 10

/* Seven bits a byte, the lowest first; the highest bit says that a byte follows. */
static inline void put_number(struct buf *out, uint64_t number)
{
	unsigned char *at;

	buf_reserve(out, VARINT_MAX);
	at = (unsigned char *)out->data + out->len;
	for (; number >= 0x80; number >>= 7)
		*at++ = (unsigned char)(number | 0x80);
	*at++ = (unsigned char)number;
	out->len = (size_t)((char *)at - out->data);
}

/* A signed number: 0, -1, 1, -2 are stored as 0, 1, 2, 3. */
static inline void put_signed(struct buf *out, int64_t number)
{
	put_number(out, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

/* A difference, as a number that is not below first: lower numbers mean something else. */
static inline void put_escaped(struct buf *out, uint64_t difference, unsigned first)
{
	uint64_t number = difference << 1 ^ (uint64_t)((int64_t)difference >> 63);

	/* A number that would overflow is stored after the largest one. */
	if (number > UINT64_MAX - 1 - first) {
		put_number(out, UINT64_MAX);
		put_number(out, number);
	} else {
		put_number(out, number + first);
	}
}

/*
 * A difference of CPU times in nanoseconds. Kernels that count microseconds give multiples of 1000.
 */
static inline void put_duration(struct buf *out, int64_t ns)
{
	int64_t stored = ns % 1000 ? ns : ns / 1000;

	put_number(out, ((uint64_t)stored << 1 ^ (uint64_t)(stored >> 63)) << 1 | (ns % 1000 != 0));
}

/* The difference between two numbers, modulo 2^64. */
static inline void put_difference(struct buf *out, uint64_t number, uint64_t *previous)
{
	put_signed(out, (int64_t)(number - *previous));
	*previous = number;
}

/*
 * What is left to be read. An error sets *bad, and every further number is 0. The columns of a
 * block share the variable, so that a reader looks at one instead of 26.
 */
struct bytes {
	const unsigned char *at, *end;
	bool *bad;
};

/* Gets a number of any length, or sets *in->bad. */
uint64_t bytes_get_long_number(struct bytes *in);

static inline uint64_t get_number(struct bytes *in)
{
	const unsigned char *at = in->at;

	/* Most numbers have one byte, and most others two. */
	if (at < in->end && at[0] < 0x80) {
		in->at = at + 1;
		return at[0];
	}
	if (in->end - at >= 2 && at[1] < 0x80) {
		in->at = at + 2;
		return (at[0] & 0x7fu) | (unsigned)at[1] << 7;
	}
	return bytes_get_long_number(in);
}

static inline int64_t get_signed(struct bytes *in)
{
	uint64_t number = get_number(in);

	return (int64_t)(number >> 1 ^ -(number & 1));
}

/*
 * Gets the difference that put_escaped() stored; number: what was read, which is not below first.
 */
static inline uint64_t get_escaped(struct bytes *in, uint64_t number, unsigned first)
{
	number = number == UINT64_MAX ? get_number(in) : number - first;
	return number >> 1 ^ -(number & 1);
}

static inline int64_t get_duration(struct bytes *in)
{
	uint64_t number = get_number(in), stored = number >> 1;
	int64_t value = (int64_t)(stored >> 1 ^ -(stored & 1));

	return number & 1 ? value : (int64_t)((uint64_t)value * 1000);
}

static inline uint64_t get_difference(struct bytes *in, uint64_t *previous)
{
	*previous += (uint64_t)get_signed(in);
	return *previous;
}

static inline unsigned char get_byte(struct bytes *in)
{
	if (in->at < in->end)
		return *in->at++;
	*in->bad = true;
	return 0;
}

/* Returns the next len bytes; NULL: fewer are left. */
static inline const unsigned char *get_bytes(struct bytes *in, uint64_t len)
{
	const unsigned char *start = in->at;

	if (len > (size_t)(in->end - in->at)) {
		*in->bad = true;
		in->at = in->end;
		return NULL;
	}
	in->at += len;
	return start;
}

/* Fixed numbers, little-endian. */
static inline void store_le(unsigned char *at, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		at[i] = (unsigned char)(number >> 8 * i);
}

static inline uint32_t load_le32(const unsigned char *at)
{
	uint32_t number;

	memcpy(&number, at, sizeof(number));
	return le32toh(number);
}

static inline uint64_t load_le64(const unsigned char *at)
{
	uint64_t number;

	memcpy(&number, at, sizeof(number));
	return le64toh(number);
}

static inline uint64_t load_le(const unsigned char *at, unsigned size)
{
	uint64_t number = 0;

	for (unsigned i = size; i-- > 0;)
		number = number << 8 | at[i];
	return number;
}

#endif
