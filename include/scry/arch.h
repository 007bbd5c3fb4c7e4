/* SPDX-License-Identifier: MIT */
/* Door of src/arch/: the ABIs, and the numbers and names of their calls. */
#ifndef SCRY_ARCH_H
#define SCRY_ARCH_H

#include <stddef.h>

#include "scry/abi.h"
#include "syscall_ids.h"	/* made from src/arch/syscalls.tsv: enum syscall_id { ID_none, ID_accept, … ID_COUNT } */

/* The ABI through which a call with this number was made; NULL: scry does not know audit_arch. */
const struct abi *abi_find(uint32_t audit_arch, uint64_t nr);
const struct abi *abi_by_id(enum abi_id id);
const struct abi *abi_by_name(const char *name);
/* The ABI that scry itself was built for. */
const struct abi *abi_native(void);
/* The ABIs that tracees of this machine can use, the native one first; *n of them. */
const struct abi *const *abi_of_machine(size_t *n);

/* ID_none: the ABI has no call of that number. nr with or without nr_flag. */
enum syscall_id abi_syscall(const struct abi *abi, uint64_t nr);
/* The number, nr_flag included; -1: the ABI has no such call. */
int64_t abi_number(const struct abi *abi, enum syscall_id id);
/* "openat"; NULL for ID_none. */
const char *syscall_name(enum syscall_id id);
/* ID_none: no ABI has a call of that name. */
enum syscall_id syscall_by_name(const char *name);

#endif
