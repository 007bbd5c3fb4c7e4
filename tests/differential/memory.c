/* SPDX-License-Identifier: MIT */
/* Calls on memory. */
#include <sys/mman.h>

#include "fixture.h"

static void mapping(void)
{
	static const unsigned long flags[] = {
		MAP_PRIVATE | MAP_ANONYMOUS,
		MAP_SHARED,
		MAP_SHARED_VALIDATE | MAP_SYNC,
		MAP_PRIVATE | MAP_FIXED | MAP_DENYWRITE,
		MAP_PRIVATE | MAP_STACK | MAP_NORESERVE | MAP_GROWSDOWN,
		MAP_PRIVATE | MAP_HUGETLB | MAP_ANONYMOUS | (21 << 26),
		0,
		4,
		15,
		0xffffffff,
		MAP_PRIVATE | MAP_FIXED_NOREPLACE | MAP_POPULATE | MAP_LOCKED | MAP_NONBLOCK,
		0x40000002,
	};
	static const unsigned prots[] = { PROT_NONE,
					  PROT_READ,
					  PROT_READ | PROT_WRITE | PROT_EXEC,
					  PROT_GROWSDOWN | PROT_WRITE,
					  0x1008,
					  0xffffffff };

#ifdef __i386__
	long nr = SYS_mmap2;
#else
	long nr = SYS_mmap;
#endif
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		CALL_AND_FAIL(0x7654321, nr, 0, 8192, PROT_READ, flags[i], -1, 0);
	for (size_t i = 0; i < sizeof(prots) / sizeof(prots[0]); i++) {
		CALL_AND_FAIL(0x7654000, nr, 0x5000000, 1, prots[i], MAP_PRIVATE, 3, 0x1000);
		CALL_AND_FAIL(0, SYS_mprotect, 0x5000000, 4096, prots[i]);
	}
	CALL(nr, -1, -1, 0, MAP_PRIVATE, 1000, -1);
	CALL(SYS_mprotect, 0, 0, PROT_READ);
	CALL(SYS_mprotect, -1, -1, PROT_READ);
	CALL_AND_FAIL(0, SYS_munmap, 0x5000000, 4096);
#ifdef __i386__
	uint32_t *args = fixture_room(24);

	memcpy(args, (uint32_t[]){ 0x4000, 100, 3, 2, -1, 0x5000 }, 24);
	CALL_AND_FAIL(0x4000, SYS_mmap, args);
	fixture_pointers(SYS_mmap, ARGS(0), 0, args, 24);
#endif
}

static void breaking(void)
{
	CALL_AND_FAIL(0x7654321, SYS_brk, 0);
	CALL_AND_FAIL(0x7654321, SYS_brk, 0x7654000);
	CALL_AND_FAIL(0, SYS_brk, -1);
}

static void nodes(void)
{
	static const unsigned long maxnodes[] = { 0, 1, 2, 32, 33, 34, 64, 65, 66, 129, 1025 };
	unsigned long *mask = fixture_room(256);

	memset(mask, 0x5a, 256);
	for (size_t i = 0; i < sizeof(maxnodes) / sizeof(maxnodes[0]); i++) {
		CALL_AND_FAIL(0, SYS_set_mempolicy, 1, mask, maxnodes[i]);
		CALL_AND_FAIL(0, SYS_mbind, 0x5000000, 4096, 2, mask, maxnodes[i], 1);
		CALL_AND_FAIL(0, SYS_migrate_pages, 1, maxnodes[i], mask, mask);
	}
	CALL(SYS_set_mempolicy, 1, 0, 64);
	fixture_pointers(SYS_set_mempolicy, ARGS(1, 0, 1025), 1, mask, 128);
}

int main(void)
{
	fixture_begin();
	nodes();
	fixture_forget();
	mapping();
	fixture_forget();
	breaking();
	fixture_end();
}
