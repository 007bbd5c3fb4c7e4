/* SPDX-License-Identifier: MIT */
/* Sets of system calls: struct call_set. */
#include <string.h>

#include "scry/sets.h"
#include "scry/uring.h"

static void add_abi(struct call_set *set, const struct abi *abi)
{
	uint32_t bit = 1u << abi->id;

	for (uint32_t nr = 0; nr < abi->n_ids; nr++)
		if (abi->ids[nr])
			set->abis[abi->ids[nr]] |= bit;
	for (uint32_t nr = 0; nr < abi->n_far_ids; nr++)
		if (abi->far_ids[nr])
			set->abis[abi->far_ids[nr]] |= bit;
	call_set_add_multiplexed(set, abi);
}

/* A request can stand for a call that its ABI lacks: arm64 has no epoll_wait(2). */
static void add_requests(struct call_set *set)
{
	unsigned id;

	for (size_t i = 0; (id = uring_form_call(i)); i++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			if (syscall_row(id, abi_by_id(abi)))
				set->abis[id] |= 1u << abi;
}

uint32_t call_set_machine(void)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);
	uint32_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= 1u << abis[i]->id;
	return bits;
}

void call_set_fill(struct call_set *set, bool all)
{
	memset(set, 0, sizeof(*set));
	set->unknown = all;
	for (unsigned id = 0; all && id < ABI_COUNT; id++)
		add_abi(set, abi_by_id(id));
	if (all)
		add_requests(set);
}

void call_set_add_flagged(struct call_set *set, unsigned flag)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (unsigned id = 1; id < ID_COUNT; id++)
		for (size_t i = 0; i < n; i++)
			if (syscall_has_flag(id, abis[i], flag))
				set->abis[id] |= 1u << abis[i]->id;
}

bool call_set_is_all(const struct call_set *set)
{
	struct call_set all;

	call_set_fill(&all, true);
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (all.abis[id] & ~set->abis[id])
			return false;
	return set->unknown;
}

bool call_set_is_empty(const struct call_set *set)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		if (set->abis[id])
			return false;
	return true;
}

/* Returns whether the set has this call of this ABI, and the call can name a file. */
static bool names_file(const struct call_set *set, unsigned id, unsigned abi)
{
	return set->abis[id] >> abi & 1 && syscall_names_file(syscall_row(id, abi_by_id(abi)));
}

void call_set_keep_naming(struct call_set *set)
{
	set->unknown = false;
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			if (!names_file(set, id, abi))
				set->abis[id] &= ~(1u << abi);
}

bool call_set_has_naming(const struct call_set *set)
{
	for (unsigned id = 1; id < ID_COUNT; id++)
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			if (names_file(set, id, abi))
				return true;
	return false;
}

size_t call_set_size(const struct call_set *set)
{
	uint32_t machine = call_set_machine();
	size_t n = 0;

	for (unsigned id = 1; id < ID_COUNT; id++)
		n += (set->abis[id] & machine) != 0;
	return n;
}
