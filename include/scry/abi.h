/* SPDX-License-Identifier: MIT */
/*
 * Shared types: the description of an ABI. The number of a system call and the layout of its
 * arguments have a meaning only together with the ABI through which the call was made.
 */
#ifndef SCRY_ABI_H
#define SCRY_ABI_H

#include <stdbool.h>
#include <stdint.h>

/* Compilers define the name of the machine as a macro (gcc -std=gnu11 for i386). */
#undef i386
#undef mips

/*
 * The ABIs that scry supports. The names are column names of src/arch/syscalls.tsv and appear in
 * brackets in the lists of src/syscalls/flags/. doc/HOWTO-add-an-architecture.md says how to add
 * one.
 */
#define SCRY_ABIS(X)   \
	X(x86_64)      \
	X(i386)        \
	X(x32)         \
	X(arm64)       \
	X(arm)         \
	X(riscv64)     \
	X(s390x)       \
	X(s390)        \
	X(mips64)      \
	X(mips64n32)   \
	X(mipso32)     \
	X(loongarch64) \
	X(powerpc64)

#define SCRY_ABI_ID(name) ABI_##name,
enum abi_id { SCRY_ABIS(SCRY_ABI_ID) ABI_COUNT };
#undef SCRY_ABI_ID

#define ABI_BIT(name) (1u << ABI_##name)

/* How a scalar is stored. The sizes of LONG, ULONG, KLONG, KULONG and POINTER depend on the ABI. */
enum storage {
	STORE_NONE,
	STORE_S8, STORE_U8, STORE_S16, STORE_U16, STORE_S32, STORE_U32, STORE_S64, STORE_U64,
	STORE_U64_ALIGNED,	/* __aligned_u64 */
	STORE_LONG, STORE_ULONG,
	STORE_KLONG, STORE_KULONG,	/* __kernel_long_t, __kernel_ulong_t */
	STORE_POINTER,
	STORE_BE16, STORE_BE32, STORE_BE64,	/* big-endian */
	STORE_LE16,	/* little-endian: numbers of Bluetooth */
	STORE_COUNT
};

struct abi {
	const char *name;	/* as in SCRY_ABIS */
	enum abi_id id;
	uint32_t audit_arch;	/* AUDIT_ARCH_* of linux/audit.h */
	uint32_t nr_flag;	/* the bit that marks numbers of this ABI (x32); 0: none */
	uint8_t pointer_size;	/* bytes */
	uint8_t long_size;	/* bytes of C's long */
	uint8_t klong_size;	/* bytes of __kernel_long_t: 8 on x32 although its long has 4 */
	uint8_t sizes[STORE_COUNT];	/* bytes of a scalar, by enum storage */
	uint8_t u64_align;	/* alignment of a uint64_t member: 4 on i386 */
	uint8_t sigset_size;	/* bytes of the kernel's sigset_t: 8; on mips 16 */
	bool big_endian;
	/* a register has 64 bits, although __kernel_long_t has 32 (n32 of mips) */
	bool wide_registers;
	/* the index of the argument of clone(2) that has the flags: 1 on s390 */
	uint8_t clone_flags;
	/*
	 * The fifth argument is at this number of bytes above the stack pointer, and the sixth
	 * follows (o32 of mips); 0: in registers.
	 */
	uint8_t stack_args;
	bool pairs_aligned;	/* a 64-bit argument in two registers starts at an even one (arm) */
	bool mmap2_pages;	/* mmap2 counts its offset in units of 4096 bytes */
	/* _IOC_SIZEBITS: 14; on mips, powerpc and sparc 13, and the direction has 3 bits there. */
	uint8_t ioctl_size_bits;
	uint8_t bits;		/* selected by @64 or @32 in -e trace: 64, 32; x32: 0 */
	const char *mode;	/* "64 bit", "32 bit" or "x32", for messages */
	const uint16_t *ids;	/* enum syscall_id by number without nr_flag; 0: no such call */
	uint32_t n_ids;
	/* Calls with numbers far above those: of arm, from __ARM_NR_BASE on (asm/unistd.h). */
	const uint16_t *far_ids;	/* enum syscall_id by number without far_base */
	uint32_t far_base, n_far_ids;
};

/* Whether an argument of 64 bits is in two registers. */
static inline bool abi_has_pairs(const struct abi *abi)
{
	return abi->klong_size == 4 && !abi->wide_registers;
}

/*
 * Returns the request of ioctl(2) as asm-generic/ioctl.h numbers it, with a direction of 2 bits.
 * asm/ioctl.h of mips, powerpc and sparc: 1 is no direction, 2 is read, 4 is write. The 1 stays,
 * because it distinguishes what _IO() makes from a plain number: FIBMAP is 0x20000001 there, and a
 * list has this value for such an ABI (src/syscalls/lists.awk).
 */
static inline uint32_t abi_ioctl_request(const struct abi *abi, uint64_t request)
{
	static const uint8_t directions[] = { 0, 0, 2, 2, 1, 1, 3, 3 };
	uint32_t direction = (uint32_t)request >> 29;

	if (abi->ioctl_size_bits == 14 || direction == 1)
		return (uint32_t)request;
	return (uint32_t)directions[direction] << 30 | ((uint32_t)request & 0x1fffffff);
}

/*
 * Returns the size of the argument that is encoded in such a request: _IOC_SIZE() of asm/ioctl.h.
 */
static inline uint32_t ioctl_size(const struct abi *abi, uint32_t request)
{
	return request >> 16 & ((1u << abi->ioctl_size_bits) - 1);
}

#endif
