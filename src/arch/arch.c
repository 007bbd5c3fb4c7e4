/* SPDX-License-Identifier: MIT */
/* Finds ABIs, and the names and numbers of their system calls. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "arch/arch_data.h"
#include "scry/util.h"

#define SCRY_ABI_POINTER(name) [ABI_##name] = &abi_##name,
static const struct abi *const abis[ABI_COUNT] = { SCRY_ABIS(SCRY_ABI_POINTER) };
#undef SCRY_ABI_POINTER

#define SCRY_ARCH_POINTER(name) &arch_##name,
static const struct arch *const arches[] = { SCRY_ARCHES(SCRY_ARCH_POINTER) };
#undef SCRY_ARCH_POINTER

/* The machine of the tracees: that of the recording on replay, set once before the first event. */
static const struct arch *machine = &SCRY_ARCH;
/* The size of a page on that machine, in bytes. 0: not known yet. */
static uint32_t page_size;
/* The sizes of pages that the architectures of Linux have, in bytes. */
#define PAGE_MIN 4096u
#define PAGE_MAX 1048576u

const struct arch *arch_of_machine(void)
{
	return &SCRY_ARCH;
}

const struct arch *arch_by_name(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (!strcmp(arches[i]->name, name))
			return arches[i];
	return NULL;
}

/* A word that ends with '*' stands for all that begin like it. */
static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word), n;

	for (; *words; words += n, words += *words == ' ') {
		n = strcspn(words, " ");
		if (n && words[n - 1] == '*' ? len >= n - 1 && !memcmp(words, word, n - 1)
					     : len && n == len && !memcmp(words, word, len))
			return true;
	}
	return false;
}

const struct arch *arch_by_gdb_name(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (arches[i]->gdb_names && has_word(arches[i]->gdb_names, name))
			return arches[i];
	return NULL;
}

const struct abi *abi_find(uint32_t audit_arch, uint64_t nr)
{
	const struct abi *found = NULL;

	for (size_t i = 0; i < ABI_COUNT; i++) {
		/* A 32-bit scry cannot read the memory of a 64-bit process. */
		if (abis[i]->audit_arch != audit_arch || abis[i]->pointer_size > sizeof(void *))
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
	return machine->abis[0];
}

void abi_set_native(const struct abi *native)
{
	for (size_t i = 0; i < ARRAY_SIZE(arches); i++)
		if (arches[i]->abis[0] == native)
			machine = arches[i];
}

uint32_t abi_page_size(void)
{
	if (!page_size)
		page_size = (uint32_t)sysconf(_SC_PAGESIZE);
	return page_size;
}

void abi_set_page_size(uint64_t bytes)
{
	bool sane = bytes >= PAGE_MIN && bytes <= PAGE_MAX && !(bytes & (bytes - 1));

	page_size = sane ? (uint32_t)bytes : PAGE_MIN;
}

const struct abi *const *abi_of_machine(size_t *n)
{
	for (*n = 0; machine->abis[*n];)
		++*n;
	return machine->abis;
}

enum syscall_id abi_syscall(const struct abi *abi, uint64_t nr)
{
	nr &= ~(uint64_t)abi->nr_flag;
	if (nr >= abi->far_base && nr - abi->far_base < abi->n_far_ids)
		return abi->far_ids[nr - abi->far_base];
	return nr < abi->n_ids ? abi->ids[nr] : ID_none;
}

int64_t abi_number(const struct abi *abi, enum syscall_id id)
{
	for (uint32_t nr = 0; id && nr < abi->n_ids; nr++)
		if (abi->ids[nr] == id)
			return nr | abi->nr_flag;
	for (uint32_t nr = 0; id && nr < abi->n_far_ids; nr++)
		if (abi->far_ids[nr] == id)
			return nr + abi->far_base;
	return -1;
}

const char *syscall_name(enum syscall_id id)
{
	return id < ID_COUNT ? arch_syscall_names[id] : NULL;
}

enum syscall_id syscall_in_order(unsigned index)
{
	return index < ID_COUNT - 1 ? arch_syscalls_by_name[index] : ID_none;
}

enum syscall_id syscall_by_name(const char *name)
{
	unsigned low = 0, high = ID_COUNT - 1;

	while (low < high) {
		unsigned middle = (low + high) / 2;
		enum syscall_id id = arch_syscalls_by_name[middle];
		int order = strcmp(name, arch_syscall_names[id]);

		if (!order)
			return id;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return ID_none;
}
