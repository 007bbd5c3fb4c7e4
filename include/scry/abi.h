/* SPDX-License-Identifier: MIT */
/* Vocabulary: what an ABI is. A system call is known only together with the ABI it was made through. */
#ifndef SCRY_ABI_H
#define SCRY_ABI_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The ABIs that scry knows. The names are the columns of src/arch/syscalls.tsv and the words in
 * the brackets of the constant lists; a new ABI is a new line here and a file in src/arch/.
 */
#define SCRY_ABIS(X) \
	X(x86_64)    \
	X(i386)      \
	X(x32)       \
	X(arm64)

#define SCRY_ABI_ID(name) ABI_##name,
enum abi_id { SCRY_ABIS(SCRY_ABI_ID) ABI_COUNT };
#undef SCRY_ABI_ID

#define ABI_BIT(name) (1u << ABI_##name)

/* Where clone(2) expects its arguments (arch/Kconfig: CLONE_BACKWARDS). */
enum clone_order {
	CLONE_ORDER_DEFAULT,	/* flags, stack, parent_tid, child_tid, tls */
	CLONE_ORDER_BACKWARDS,	/* flags, stack, parent_tid, tls, child_tid */
};

/* How many bytes a scalar takes; LONG and below depend on the ABI. */
enum storage {
	STORE_NONE,
	STORE_S8, STORE_U8, STORE_S16, STORE_U16, STORE_S32, STORE_U32, STORE_S64, STORE_U64,
	STORE_U64_ALIGNED,	/* __aligned_u64 */
	STORE_LONG, STORE_ULONG,
	STORE_KLONG, STORE_KULONG,
	STORE_POINTER,
	STORE_BE16, STORE_BE32, STORE_BE64,
	STORE_COUNT
};

struct abi {
	const char *name;	/* as in SCRY_ABIS */
	enum abi_id id;
	uint32_t audit_arch;	/* AUDIT_ARCH_* of linux/audit.h */
	uint32_t nr_flag;	/* bit in the number that tells x32 from x86_64; else 0 */
	uint8_t pointer_size;	/* bytes */
	uint8_t long_size;	/* bytes of C's long */
	uint8_t klong_size;	/* bytes of __kernel_long_t: 8 on x32 although its long has 4 */
	uint8_t sizes[STORE_COUNT];	/* bytes of a scalar, by its storage */
	uint8_t u64_align;	/* alignment of a uint64_t member: 4 on i386 */
	bool big_endian;
	bool pairs_aligned;	/* a 64-bit argument in two registers starts at an even one (arm) */
	bool mmap2_pages;	/* mmap2 counts its offset in units of 4096 bytes */
	uint8_t ioctl_size_bits; /* of a request, from bit 16 on: 14; 13 on mips, powerpc and sparc */
	enum clone_order clone_order;
	uint8_t bits;		/* what value@64, value@32 of -e trace mean: 64, 32; x32: 0 */
	const char *mode;	/* "64 bit", "32 bit", "x32": in "[ Process PID=… runs in … mode. ]" */
	const uint16_t *ids;	/* number without nr_flag -> enum syscall_id; 0: no such call */
	uint32_t n_ids;
};

/* asm/ioctl.h: _IOC_SIZE(). */
static inline uint32_t abi_ioctl_size(const struct abi *abi, uint64_t request)
{
	return (uint32_t)(request >> 16) & ((1u << abi->ioctl_size_bits) - 1);
}

#endif
