/* SPDX-License-Identifier: MIT */
/* arm, the EABI. arm64 runs such processes, too. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_arm = {
	.name = "arm",
	.id = ABI_arm,
	.audit_arch = AUDIT_ARCH_ARM,
	ABI_SIZES(4, 4, 4),
	.u64_align = 8,
	.pairs_aligned = true,
	.mmap2_pages = true,
	.ioctl_size_bits = 14,
	.bits = 32,
	.mode = "32 bit",
	.ids = arch_ids_arm,
	.n_ids = ARCH_N_IDS_arm,
	.far_ids = arch_far_ids_arm,
	.far_base = ARCH_FAR_BASE,
	.n_far_ids = ARCH_N_FAR_IDS_arm,
};

static const struct call_registers calls[] = { ARM_CALL };
/* r0 to r15. libunwind takes the numbers of DWARF. */
static const uint8_t numbered[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

/* mov.w r7, #173; svc 0 and mov.w r7, #119; svc 0 in Thumb */
static const unsigned char sigreturn[] = { 0x4f, 0xf0, 0xad, 0x07, 0, 0xdf };
static const unsigned char old_sigreturn[] = { 0x4f, 0xf0, 0x77, 0x07, 0, 0xdf };

static const struct abi *const abis[] = { &abi_arm, NULL };

const struct arch arch_arm = {
	.name = "arm",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_ARM,
	.gdb_names = "arm",
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 15, .sp = 13, .fp = 11,
		.saved_fp = -4, .saved_ip = 0, .caller_sp = 4, .has_thumb = true,
		.sigreturn = { sizeof(sigreturn), sigreturn },
		.old_sigreturn = { sizeof(old_sigreturn), old_sigreturn },
	},
	.number_request = 23, /* PTRACE_SET_SYSCALL of asm/ptrace.h */
};
