/* SPDX-License-Identifier: MIT */
/* Calls on memory. */
#include <sys/mman.h>

#include "fixture.h"

/* mips has no such flag. */
#ifndef MAP_SYNC
#define MAP_SYNC 0
#endif

/*
 * Makes the call, and again so that it fails. The mmap and mmap2 of s390 have their arguments in
 * memory.
 */
static void map(long result, const unsigned long args[6])
{
	for (int i = 0; i < 2; i++) {
		fixture_result(i ? -EINVAL : result);
#ifdef __s390x__
		CALL(SYS_mmap, memcpy(LAST_BYTES(48), args, 48));
#elif defined(__s390__)
		CALL(SYS_mmap2, memcpy(LAST_BYTES(24), args, 24));
#elif defined(SYS_mmap2)
		fixture_call(SYS_mmap2, args[0], args[1], args[2], args[3], args[4], args[5]);
#else
		fixture_call(SYS_mmap, args[0], args[1], args[2], args[3], args[4], args[5]);
#endif
	}
	fixture_result(0);
}

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

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		map(0x7654321, ARGS(0, 8192, PROT_READ, flags[i], -1ul, 0));
	for (size_t i = 0; i < sizeof(prots) / sizeof(prots[0]); i++) {
		map(0x7654000, ARGS(0x5000000, 1, prots[i], MAP_PRIVATE, 3, 0x1000));
		CALL_AND_FAIL(0, SYS_mprotect, 0x5000000, 4096, prots[i]);
	}
	map(0, ARGS(-1ul, -1ul, 0, MAP_PRIVATE, 1000, -1ul));
	CALL(SYS_mprotect, 0, 0, PROT_READ);
	CALL(SYS_mprotect, -1, -1, PROT_READ);
	CALL_AND_FAIL(0, SYS_munmap, 0x5000000, 4096);
	/* The older mmap of these has its arguments in memory, too. */
#if defined(__i386__) || (defined(__s390__) && !defined(__s390x__))
	uint32_t *args = fixture_alloc(24);

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
	unsigned long *mask = fixture_alloc(256);

	memset(mask, 0x5a, 256);
	for (size_t i = 0; i < sizeof(maxnodes) / sizeof(maxnodes[0]); i++) {
		CALL_AND_FAIL(0, SYS_set_mempolicy, 1, mask, maxnodes[i]);
		CALL_AND_FAIL(0, SYS_mbind, 0x5000000, 4096, 2, mask, maxnodes[i], 1);
		CALL_AND_FAIL(0, SYS_migrate_pages, 1, maxnodes[i], mask, mask);
	}
	CALL(SYS_set_mempolicy, 1, 0, 64);
	fixture_pointers(SYS_set_mempolicy, ARGS(1, 0, 1025), 1, mask, 128);
}

/* Makes a call that succeeds and fails, and with unusual values for each argument. */
static void try_odd(long nr, unsigned n, const unsigned long args[6])
{
	CALL_AND_FAIL(0, nr, args[0], args[1], args[2], args[3], args[4], args[5]);
	fixture_odd(nr, args, n);
}
#define TRY(nr, n, ...) try_odd(nr, n, ARGS(__VA_ARGS__))

static void advice(void)
{
	unsigned char *pages = memcpy(fixture_alloc(64), "\0\1\2\3\377", 5);
	unsigned long name = (unsigned long)STRING("a name");

	TRY(SYS_madvise, 3, 0x5000, 4096, MADV_DONTNEED);
	TRY(SYS_mlock, 2, 0x5000, 4096);
	TRY(SYS_mlock2, 3, 0x5000, 4096, 1);
	TRY(SYS_munlock, 2, 0x5000, 4096);
	TRY(SYS_mlockall, 1, MCL_CURRENT | MCL_FUTURE);
	TRY(SYS_munlockall, 0, 0);
	TRY(SYS_msync, 3, 0x5000, 4096, MS_SYNC | MS_INVALIDATE);
	TRY(SYS_mremap, 5, 0x5000, 4096, 8192, MREMAP_MAYMOVE | MREMAP_FIXED, 0x9000);
	TRY(SYS_mremap, 5, 0x5000, 4096, 8192, MREMAP_MAYMOVE, 0x9000);
	TRY(SYS_remap_file_pages, 5, 0x5000, 4096, 0, 3, 0x10000);
	TRY(SYS_pkey_alloc, 2, 0, 1);
	TRY(SYS_pkey_free, 1, 5);
	TRY(SYS_pkey_mprotect, 4, 0x5000, 4096, PROT_READ | PROT_EXEC, 5);
	TRY(SYS_memfd_create, 2, name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	for (unsigned size = 1; size <= 5 * 4096; size += 4095)
		CALL_AND_FAIL(0, SYS_mincore, 0x5000, size, pages);
	fixture_pointers(SYS_mincore, ARGS(0x5000, 5 * 4096, 0), 2, pages, 5);
}

static void policies(void)
{
	unsigned long *mask = fixture_alloc(256);
	int *mode = fixture_alloc(64);
	void **pages = fixture_alloc(64);

	mask[0] = 5;
	mode[0] = 0x8003;
	mode[1] = 14;
	pages[0] = (void *)0x5000;
	pages[1] = (void *)0x6000;
	CALL_AND_FAIL(0, SYS_get_mempolicy, mode, mask, 64, 0x5000, 2);
	CALL_AND_FAIL(0, SYS_get_mempolicy, mode, 0, 0, 0, 0);
	CALL_AND_FAIL(0, SYS_get_mempolicy, 0, mask, 65, 0, 4);
	CALL_AND_FAIL(0, SYS_move_pages, 0, 2, pages, mode, mode, 2);
	CALL_AND_FAIL(1, SYS_move_pages, 7, 2, pages, 0, mode, 4);
	CALL_AND_FAIL(0, SYS_move_pages, 0, 0, 0, 0, 0, -1);
	/* Nodes and error numbers that the kernel returns in the array. */
	for (int i = 0; i < 4; i++) {
		fixture_result(i);
		CHANGE(mode[0], -ENOENT);
		CHANGE(mode[1], i - 1);
		CHANGE(mode[2], -4096 + i);
		CALL(SYS_move_pages, 7, 3, pages, 0, mode, 2);
		CALL(SYS_move_pages, 7, i, pages, mode + 4, mode, 6);
	}
	fixture_result(0);
	fixture_pointers(SYS_move_pages, ARGS(7, 2, 0, 0, 0, 2), 2, pages, 2 * sizeof(*pages));
	fixture_pointers(SYS_move_pages, ARGS(7, 2, 0, 0, 0, 2), 3, mode, 2 * sizeof(*mode));
	fixture_pointers(SYS_move_pages, ARGS(7, 2, 0, 0, 0, 2), 4, mode, 2 * sizeof(*mode));
	mode[0] = 1;
	fixture_pointers(SYS_get_mempolicy, ARGS(0, (unsigned long)mask, 64, 0, 0), 0, mode, 4);
	fixture_pointers(SYS_get_mempolicy, ARGS(0, 0, 129, 0, 0), 1, mask, 24);
	fixture_pointers(SYS_migrate_pages, ARGS(7, 65, 0, (unsigned long)mask), 2, mask, 16);
	fixture_pointers(SYS_migrate_pages, ARGS(7, 65, (unsigned long)mask, 0), 3, mask, 16);
	fixture_pointers(SYS_mbind, ARGS(0x5000, 4096, 2, 0, 65, 1), 3, mask, 16);
	for (int i = -1; i < 9; i++) {
		CALL_AND_FAIL(0, SYS_mbind, 0x5000, 4096, 0x8000 | i, mask, 64, i);
		CALL_AND_FAIL(0, SYS_set_mempolicy, 0x6000 | i, mask, 64);
		mode[0] = i & 7;
		CALL_AND_FAIL(0, SYS_get_mempolicy, mode, 0, 0, 0, i);
	}
}

int main(void)
{
	fixture_begin();
	nodes();
	fixture_free_all();
	mapping();
	fixture_free_all();
	breaking();
	fixture_free_all();
	advice();
	policies();
	fixture_end();
}
