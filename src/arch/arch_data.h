/* SPDX-License-Identifier: MIT */
/* Private header of src/arch/: the tables generated from syscalls.tsv, and the ABIs. */
#ifndef SCRY_ARCH_DATA_H
#define SCRY_ARCH_DATA_H

#include "scry/arch.h"

extern const char *const arch_syscall_names[ID_COUNT];

#define SCRY_ABI_DATA(name)                      \
	extern const uint16_t arch_ids_##name[]; \
	extern const struct abi abi_##name;
SCRY_ABIS(SCRY_ABI_DATA)
#undef SCRY_ABI_DATA

/* Initializes the sizes in struct abi. The parameters are sizes in bytes that ABIs differ in. */
#define ABI_SIZES(pointer, c_long, kernel_long)                                  \
	.pointer_size = pointer, .long_size = c_long, .klong_size = kernel_long, \
	.sizes = {                                                               \
		[STORE_S8] = 1,                                                  \
		[STORE_U8] = 1,                                                  \
		[STORE_S16] = 2,                                                 \
		[STORE_U16] = 2,                                                 \
		[STORE_S32] = 4,                                                 \
		[STORE_U32] = 4,                                                 \
		[STORE_S64] = 8,                                                 \
		[STORE_U64] = 8,                                                 \
		[STORE_U64_ALIGNED] = 8,                                         \
		[STORE_LONG] = c_long,                                           \
		[STORE_ULONG] = c_long,                                          \
		[STORE_KLONG] = kernel_long,                                     \
		[STORE_KULONG] = kernel_long,                                    \
		[STORE_POINTER] = pointer,                                       \
		[STORE_BE16] = 2,                                                \
		[STORE_BE32] = 4,                                                \
		[STORE_BE64] = 8,                                                \
	}

#endif
