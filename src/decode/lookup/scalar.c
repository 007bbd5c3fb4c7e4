/* SPDX-License-Identifier: MIT */
/* Numbers in registers and memory: size, byte order, sign. */
#include "decode/lookup/scalar.h"

size_t storage_align(enum storage storage, const struct abi *abi)
{
	size_t size = storage_size(storage, abi);

	if (!size)
		return 1;
	if (storage == STORE_S64 || storage == STORE_U64)
		return abi->u64_align;
	return size;
}

uint64_t bytes_load(const unsigned char *bytes, size_t size, bool big_endian)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value = value << 8 | bytes[big_endian ? i : size - 1 - i];
	return value;
}

uint64_t scalar_load(enum storage storage, const struct abi *abi, const unsigned char *bytes)
{
	size_t size = storage_size(storage, abi);

	bool big_endian = storage_is_network(storage) || (abi->big_endian && storage != STORE_LE16);

	return value_extend(bytes_load(bytes, size, big_endian), size, storage_is_signed(storage));
}

uint64_t scalar_swap(enum storage storage, const struct abi *abi, uint64_t value)
{
	if (abi->big_endian)
		return value;
	if (storage == STORE_BE16)
		return __builtin_bswap16((uint16_t)value);
	if (storage == STORE_BE32)
		return __builtin_bswap32((uint32_t)value);
	return __builtin_bswap64(value);
}
