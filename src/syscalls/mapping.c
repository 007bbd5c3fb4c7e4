/* SPDX-License-Identifier: MIT */
/* Mapping and protecting memory. */
#include "syscalls/table.h"

/* clang-format off */

/*
 * The mmap of i386 and s390 has its arguments in memory (linux/syscalls.h: old_mmap), with an
 * offset in bytes.
 */
static const struct syscall mmap_old = { ROW(C_DESC | C_MEMORY | MEMORY_ARGS, address,
	IN(addr, address), IN(length, size), IN(prot, mmap_prot), IN(flags, mmap_flags), IN(fd, fd),
	IN(offset, hexlong)) };
SYSCALL_ALT(mmap, ~(ABI_BIT(i386) | ABIS_S390), &mmap_old, C_DESC | C_MEMORY | KEEPS_NAMES, address,
	IN(addr, address), IN(length, size), IN(prot, mmap_prot), IN(flags, mmap_flags), IN(fd, fd),
	IN(offset, hexlong));
#define MMAP2 \
	IN(addr, address), IN(length, size), IN(prot, mmap_prot), IN(flags, mmap_flags), IN(fd, fd), \
	IN(offset, pages)
static const struct syscall mmap2_s390 = { ROW(C_DESC | C_MEMORY | MEMORY_ARGS, address, MMAP2) };
SYSCALL_ALT(mmap2, ~ABIS_S390, &mmap2_s390, C_DESC | C_MEMORY | KEEPS_NAMES, address, MMAP2);
SYSCALL(munmap, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size));
SYSCALL(mprotect, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), IN(prot, mmap_prot));
SYSCALL(pkey_mprotect, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), IN(prot, mmap_prot), IN(pkey, int));
SYSCALL(pkey_alloc, C_NONE, int, IN(flags, hexlong), IN(access_rights, pkey_rights));
SYSCALL(pkey_free, C_NONE, int, IN(pkey, int));
SYSCALL(mremap, C_MEMORY | KEEPS_NAMES, address,
	IN(old_address, address), IN(old_size, size), IN(new_size, size), IN(flags, mremap_flags),
	IN(new_address, address, WHEN(flags, HAS_ALL, MREMAP_MAYMOVE|MREMAP_FIXED)));
SYSCALL(remap_file_pages, C_MEMORY, int,
	IN(addr, address), IN(size, size), IN(prot, mmap_prot), IN(pgoff, size), IN(flags, mmap_flags));
SYSCALL(msync, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), IN(flags, msync_flags));
SYSCALL(mincore, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), OUT(vec, residence, COUNT_PAGES(length)));
SYSCALL(madvise, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), IN(advice, madvise));
SYSCALL(mlock, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size));
SYSCALL(mlock2, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size), IN(flags, mlock_flags));
SYSCALL(munlock, C_MEMORY | KEEPS_NAMES, int, IN(addr, address), IN(length, size));
SYSCALL(mlockall, C_MEMORY | KEEPS_NAMES, int, IN(flags, mlockall_flags));
SYSCALL(munlockall, C_MEMORY | KEEPS_NAMES, int);
SYSCALL(brk, C_MEMORY | KEEPS_NAMES, address, IN(addr, address));
SYSCALL(mseal, C_MEMORY, int, IN(addr, address), IN(length, size), IN(flags, hexlong));
SYSCALL(map_shadow_stack, C_MEMORY, address, IN(addr, address), IN(len, size), IN(flags, shadow_stack));

SYSCALL(mbind, C_MEMORY, int,
	IN(addr, address), IN(len, ulong), IN(mode, mpol_mode_long), IN(nodemask, nodemask, COUNT_NODES(maxnode)),
	IN(maxnode, ulong), IN(flags, mpol_mf));
FLAGS_TYPE(mpol_mode_long, mpol_mode, ULONG);
SYSCALL(set_mempolicy, C_MEMORY, int,
	IN(mode, mpol_mode), IN(nodemask, nodemask, COUNT_NODES(maxnode)), IN(maxnode, ulong));
SYSCALL(get_mempolicy, C_MEMORY, int,
	OUT(mode, mpol_mode), OUT(nodemask, nodemask, COUNT_NODES(maxnode)), IN(maxnode, ulong),
	IN(addr, address), IN(flags, mpol_get));
SYSCALL(set_mempolicy_home_node, C_MEMORY, int,
	IN(start, address), IN(len, ulong), IN(home_node, ulong), IN(flags, hexlong));
SYSCALL(migrate_pages, C_MEMORY, int,
	IN(pid, pid), IN(maxnode, ulong), IN(old_nodes, nodemask, COUNT_NODES(maxnode)),
	IN(new_nodes, nodemask, COUNT_NODES(maxnode)));
SYSCALL(move_pages, C_MEMORY, int,
	IN(pid, pid), IN(count, ulong), IN(pages, address, COUNT(count)), IN(nodes, int, COUNT(count)),
	OUT(status, errno_negative, COUNT(count)), IN(flags, mpol_move));
