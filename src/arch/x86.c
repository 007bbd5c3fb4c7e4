/* SPDX-License-Identifier: MIT */
/* x86: x86_64, i386 (32-bit programs and int 0x80) and x32. */
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_x86_64 = {
	.name = "x86_64",
	.id = ABI_x86_64,
	.audit_arch = AUDIT_ARCH_X86_64,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_x86_64,
	.n_ids = ARCH_N_IDS_x86_64,
};

const struct abi abi_i386 = {
	.name = "i386",
	.id = ABI_i386,
	.audit_arch = AUDIT_ARCH_I386,
	ABI_SIZES(4, 4, 4),
	.u64_align = 4,
	.mmap2_pages = true,
	.ioctl_size_bits = 14,
	.bits = 32,
	.mode = "32 bit",
	.ids = arch_ids_i386,
	.n_ids = ARCH_N_IDS_i386,
};

/* x32 shares the audit architecture of x86_64; its numbers have bit 30 set (asm/unistd.h). */
const struct abi abi_x32 = {
	.name = "x32",
	.id = ABI_x32,
	.audit_arch = AUDIT_ARCH_X86_64,
	.nr_flag = 0x40000000,
	ABI_SIZES(4, 4, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.mode = "x32",
	.ids = arch_ids_x32,
	.n_ids = ARCH_N_IDS_x32,
};
