/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: numbers as they lie in registers and memory. */
#ifndef SCRY_DECODE_SCALAR_H
#define SCRY_DECODE_SCALAR_H

#include "scry/abi.h"
#include "scry/type.h"

static inline bool type_is_scalar(const struct type *type)
{
	return type->kind < TYPE_SIZED_SCALARS_END;
}

size_t storage_size(enum storage storage, const struct abi *abi);
size_t storage_align(enum storage storage, const struct abi *abi);
bool storage_is_signed(enum storage storage);

/* Reads size (1 to 8) bytes in the byte order of the ABI, zero-extended. */
uint64_t bytes_load(const unsigned char *bytes, size_t size, bool big_endian);
/* Cuts a value to size bytes and extends it. */
uint64_t value_extend(uint64_t value, size_t size, bool is_signed);
/* A scalar of this storage: from memory, from a register. */
uint64_t scalar_load(enum storage storage, const struct abi *abi, const unsigned char *bytes);
uint64_t scalar_cut(enum storage storage, const struct abi *abi, uint64_t value);
/* From a register that holds what memory would, network order included (socket(AF_PACKET)). */
uint64_t scalar_register(enum storage storage, const struct abi *abi, uint64_t value);

#endif
