/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: numbers in registers and memory. */
#ifndef SCRY_DECODE_LOOKUP_SCALAR_H
#define SCRY_DECODE_LOOKUP_SCALAR_H

#include "scry/abi.h"
#include "scry/decode.h"

static inline size_t storage_size(enum storage storage, const struct abi *abi)
{
	return abi->sizes[storage];
}

size_t storage_align(enum storage storage, const struct abi *abi);

/* Reads size (1 to 8) bytes in the byte order of the ABI, zero-extended. */
uint64_t bytes_load(const unsigned char *bytes, size_t size, bool big_endian);
/* Cuts a value to size bytes, then extends its sign, or zeros. */
static inline uint64_t value_extend(uint64_t value, size_t size, bool is_signed)
{
	unsigned unused = 64 - 8 * (unsigned)size;

	if (size == 0 || size >= 8)
		return value;
	value <<= unused;
	return is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
}

/* Loads a scalar from memory. scalar_cut() does so from a register. */
uint64_t scalar_load(enum storage storage, const struct abi *abi, const unsigned char *bytes);
static inline uint64_t scalar_cut(enum storage storage, const struct abi *abi, uint64_t value)
{
	return value_extend(value, storage_size(storage, abi), storage_is_signed(storage));
}

/* The bytes of a register that holds a number in network order. */
uint64_t scalar_swap(enum storage storage, const struct abi *abi, uint64_t value);
/* A scalar in a register, which may be in network order: the protocol of socket(AF_PACKET). */
static inline uint64_t scalar_register(enum storage storage, const struct abi *abi, uint64_t value)
{
	value = scalar_cut(storage, abi, value);
	return storage_is_network(storage) ? scalar_swap(storage, abi, value) : value;
}

#endif
