/* SPDX-License-Identifier: MIT */
/* Public header of src/arch/: the ABIs, and the numbers and names of their system calls. */
#ifndef SCRY_ARCH_H
#define SCRY_ARCH_H

#include <stddef.h>

#include "scry/abi.h"
#include "syscall_ids.h"	/* enum syscall_id, generated from src/arch/syscalls.tsv */

/*
 * Returns the ABI of a system call with this number, made through the architecture AUDIT_ARCH_* of
 * linux/audit.h. NULL: scry does not support the architecture.
 */
const struct abi *abi_find(uint32_t audit_arch, uint64_t nr);
const struct abi *abi_by_id(enum abi_id id);
/* Returns NULL if no ABI has this name. */
const struct abi *abi_by_name(const char *name);
/* Returns the ABI that scry itself was built for. */
const struct abi *abi_native(void);
/* Returns the ABIs that tracees on this machine can use, the native one first. *n: how many. */
const struct abi *const *abi_of_machine(size_t *n);

/* Returns ID_none if the ABI has no call of this number. nr may include abi->nr_flag. */
enum syscall_id abi_syscall(const struct abi *abi, uint64_t nr);
/* Returns the number including abi->nr_flag, or -1 if the ABI has no such call. */
int64_t abi_number(const struct abi *abi, enum syscall_id id);
/* Returns a name such as "openat"; NULL for ID_none. */
const char *syscall_name(enum syscall_id id);
/* Returns ID_none if no ABI has a call of this name. */
enum syscall_id syscall_by_name(const char *name);

#endif
