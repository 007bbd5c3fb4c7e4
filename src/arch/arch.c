/* SPDX-License-Identifier: MIT */
/* Finds ABIs, and the names and numbers of their system calls. */
#include <string.h>

#include "arch/arch_data.h"
#include "scry/util.h"

#define SCRY_ABI_POINTER(name) [ABI_##name] = &abi_##name,
static const struct abi *const abis[ABI_COUNT] = { SCRY_ABIS(SCRY_ABI_POINTER) };
#undef SCRY_ABI_POINTER

#if defined(__x86_64__)
static const struct abi *const machine[] = { &abi_x86_64, &abi_i386, &abi_x32 };
#elif defined(__aarch64__)
static const struct abi *const machine[] = { &abi_arm64 };
#else
#error "scry has no file for this architecture: see doc/HOWTO-add-an-architecture.md"
#endif

const struct abi *abi_find(uint32_t audit_arch, uint64_t nr)
{
	const struct abi *found = NULL;

	for (size_t i = 0; i < ABI_COUNT; i++) {
		if (abis[i]->audit_arch != audit_arch)
			continue;
		/*
		 * Number -1, which a tracer sets to skip a call, has all bits but is no x32 call.
		 */
		if (abis[i]->nr_flag && (nr & abis[i]->nr_flag) && nr != UINT64_MAX)
			return abis[i];
		if (!abis[i]->nr_flag)
			found = abis[i];
	}
	return found;
}

const struct abi *abi_by_id(enum abi_id id)
{
	return abis[id];
}

const struct abi *abi_by_name(const char *name)
{
	for (size_t i = 0; i < ABI_COUNT; i++)
		if (!strcmp(abis[i]->name, name))
			return abis[i];
	return NULL;
}

const struct abi *abi_native(void)
{
	return machine[0];
}

const struct abi *const *abi_of_machine(size_t *n)
{
	*n = ARRAY_SIZE(machine);
	return machine;
}

enum syscall_id abi_syscall(const struct abi *abi, uint64_t nr)
{
	nr &= ~(uint64_t)abi->nr_flag;
	return nr < abi->n_ids ? abi->ids[nr] : ID_none;
}

int64_t abi_number(const struct abi *abi, enum syscall_id id)
{
	for (uint32_t nr = 0; id && nr < abi->n_ids; nr++)
		if (abi->ids[nr] == id)
			return nr | abi->nr_flag;
	return -1;
}

const char *syscall_name(enum syscall_id id)
{
	return id < ID_COUNT ? arch_syscall_names[id] : NULL;
}

/* A binary search: the names have the order of syscalls.tsv, which a test requires to be sorted. */
enum syscall_id syscall_by_name(const char *name)
{
	unsigned low = 1, high = ID_COUNT;

	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = strcmp(name, arch_syscall_names[middle]);

		if (!order)
			return middle;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return ID_none;
}
