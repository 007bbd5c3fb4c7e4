/* SPDX-License-Identifier: MIT */
/* i386. x86_64 runs such processes, too. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

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

static const struct call_registers calls[] = { I386_CALL };
/*
 * eax, edx, ecx, ebx, esi, edi, ebp, esp and eip, as libunwind-x86.h numbers them: their places in
 * NT_PRSTATUS (asm/ptrace.h).
 */
static const uint8_t numbered[] = { 6, 2, 1, 0, 3, 4, 5, 15, 12 };

/* mov $173, %eax; int $0x80 and pop %eax; mov $119, %eax; int $0x80, in the vDSO */
static const unsigned char sigreturn[] = { 0xb8, 0xad, 0, 0, 0, 0xcd, 0x80 };
static const unsigned char old_sigreturn[] = { 0x58, 0xb8, 0x77, 0, 0, 0, 0xcd, 0x80 };

static const struct abi *const abis[] = { &abi_i386, NULL };

const struct arch arch_i386 = {
	.name = "i386",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_386,
	.gdb_names = "i386",
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 8, .sp = 7, .fp = 6,
		.saved_fp = 0, .saved_ip = 4, .caller_sp = 8,
		.sigreturn = { sizeof(sigreturn), sigreturn },
		.old_sigreturn = { sizeof(old_sigreturn), old_sigreturn },
	},
};
