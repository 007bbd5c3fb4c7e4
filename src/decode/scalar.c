/* SPDX-License-Identifier: MIT */
/* Numbers as they lie in registers and memory: sizes, byte order, sign. */
#include "decode/scalar.h"

size_t storage_size(enum storage storage, const struct abi *abi)
{
	switch (storage) {
	case STORE_NONE:
		return 0;
	case STORE_S8:
	case STORE_U8:
		return 1;
	case STORE_S16:
	case STORE_U16:
	case STORE_BE16:
		return 2;
	case STORE_S32:
	case STORE_U32:
	case STORE_BE32:
		return 4;
	case STORE_S64:
	case STORE_U64:
	case STORE_U64_ALIGNED:
		return 8;
	case STORE_LONG:
	case STORE_ULONG:
		return abi->long_size;
	case STORE_KLONG:
	case STORE_KULONG:
		return abi->klong_size;
	case STORE_POINTER:
		return abi->pointer_size;
	}
	return 0;
}

size_t storage_align(enum storage storage, const struct abi *abi)
{
	size_t size = storage_size(storage, abi);

	if (!size)
		return 1;
	if (storage == STORE_S64 || storage == STORE_U64)
		return abi->u64_align;
	return size;
}

bool storage_is_signed(enum storage storage)
{
	switch (storage) {
	case STORE_S8:
	case STORE_S16:
	case STORE_S32:
	case STORE_S64:
	case STORE_LONG:
	case STORE_KLONG:
		return true;
	default:
		return false;
	}
}

uint64_t bytes_load(const unsigned char *bytes, size_t size, bool big_endian)
{
	uint64_t value = 0;

	for (size_t i = 0; i < size; i++)
		value = value << 8 | bytes[big_endian ? i : size - 1 - i];
	return value;
}

uint64_t value_extend(uint64_t value, size_t size, bool is_signed)
{
	unsigned unused = 64 - 8 * (unsigned)size;

	if (size == 0 || size >= 8)
		return value;
	value <<= unused;
	return is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
}

uint64_t scalar_load(enum storage storage, const struct abi *abi, const unsigned char *bytes)
{
	bool network = storage == STORE_BE16 || storage == STORE_BE32;
	size_t size = storage_size(storage, abi);

	return value_extend(bytes_load(bytes, size, network || abi->big_endian), size,
			    storage_is_signed(storage));
}

uint64_t scalar_cut(enum storage storage, const struct abi *abi, uint64_t value)
{
	return value_extend(value, storage_size(storage, abi), storage_is_signed(storage));
}

uint64_t scalar_register(enum storage storage, const struct abi *abi, uint64_t value)
{
	value = scalar_cut(storage, abi, value);
	if (storage == STORE_BE16)
		return abi->big_endian ? value : __builtin_bswap16((uint16_t)value);
	if (storage == STORE_BE32)
		return abi->big_endian ? value : __builtin_bswap32((uint32_t)value);
	return value;
}
