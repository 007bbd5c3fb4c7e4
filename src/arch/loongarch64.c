/* SPDX-License-Identifier: MIT */
/* loongarch64. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_loongarch64 = {
	.name = "loongarch64",
	.id = ABI_loongarch64,
	.audit_arch = AUDIT_ARCH_LOONGARCH64,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_loongarch64,
	.n_ids = ARCH_N_IDS_loongarch64,
};

/*
 * struct user_pt_regs of asm/ptrace.h: r0 to r31, orig_a0, csr_era (the program counter), csr_badv
 * and 10 that are reserved. r3 is sp, r4 to r11 are a0 to a7. The kernel takes the first argument
 * from orig_a0.
 */
enum { SP = 3, A0, A1, A2, A3, A4, A5, A7 = 11, FP = 22, ORIG_A0 = 32, ERA, REGISTERS = 45 };

static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(loongarch64),
		.size = REGISTERS * 8,
		.width = 8,
		.instruction = 4,
		.ip = ERA,
		.sp = SP,
		.number = A7,
		.current = A7,
		.result = A0,
		.first = A0,
		.args = { ORIG_A0, A1, A2, A3, A4, A5 },
		.names = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 "
			 "r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 r30 r31 orig_a0 "
			 "pc badv",
	},
};

/*
 * "DWARF for the LoongArch Architecture": r0 to r31 are 0 to 31. r0 is 0, and the kernel uses its
 * place in NT_PRSTATUS for the number of a call. libunwind makes the program counter 33.
 */
static const uint8_t numbered[] = {
	NO_REGISTER, 1,	 2,  3,	 4,  5,	 6,  7,	 8,  9,	 10, 11, 12, 13, 14, 15,	  16,
	17,	     18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, NO_REGISTER, ERA,
};

/* li.w a7, 139; syscall 0: the code in the vDSO to which signal handlers return. */
static const unsigned char sigreturn[] = { 0x0b, 0x2c, 0x82, 0x03, 0, 0, 0x2b, 0 };

static const struct abi *const abis[] = { &abi_loongarch64, NULL };

const struct arch arch_loongarch64 = {
	.name = "loongarch64",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_LOONGARCH,
	.gdb_names = "loongarch64",
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 33, .sp = SP, .fp = FP,
		.saved_fp = -16, .saved_ip = -8, .caller_sp = 0,
		.sigreturn = { sizeof(sigreturn), sigreturn },
	},
};
