/* SPDX-License-Identifier: MIT */
/* Inside src/arch/: the numbers made from syscalls.tsv, and the ABIs of each file. */
#ifndef SCRY_ARCH_DATA_H
#define SCRY_ARCH_DATA_H

#include "scry/arch.h"

extern const char *const arch_syscall_names[ID_COUNT];

#define SCRY_ABI_DATA(name)                      \
	extern const uint16_t arch_ids_##name[]; \
	extern const struct abi abi_##name;
SCRY_ABIS(SCRY_ABI_DATA)
#undef SCRY_ABI_DATA

#endif
