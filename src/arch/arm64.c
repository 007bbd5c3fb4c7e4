/* SPDX-License-Identifier: MIT */
/* arm64 (aarch64), with 32-bit processes of the ABI arm. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_arm64 = {
	.name = "arm64",
	.id = ABI_arm64,
	.audit_arch = AUDIT_ARCH_AARCH64,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_arm64,
	.n_ids = ARCH_N_IDS_arm64,
};

/*
 * Registers of a 64-bit process: x0 to x30, then sp, pc and pstate (struct user_pt_regs of
 * asm/ptrace.h).
 */
enum { ARM64_FP = 29, ARM64_SP = 31, ARM64_PC, ARM64_REGISTERS = 34 };

static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(arm64),
		.size = ARM64_REGISTERS * 8,
		.width = 8,
		.instruction = 4,
		.ip = ARM64_PC,
		.sp = ARM64_SP,
		.number = 8,
		.current = NO_REGISTER,
		.result = 0,
		.first = 0,
		.args = { 0, 1, 2, 3, 4, 5 },
		.names = "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 "
			 "x16 x17 x18 x19 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 x30 sp pc cpsr",
	},
	ARM_CALL,
};

/*
 * "DWARF for the Arm 64-bit Architecture": x0 to x30 are 0 to 30, sp is 31; libunwind makes pc 32.
 */
static const uint8_t numbered[] = {
	0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10, 11, 12, 13, 14,	  15,	    16,
	17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, ARM64_SP, ARM64_PC,
};

/* mov x8, #139; svc #0 */
static const unsigned char sigreturn[] = { 0x68, 0x11, 0x80, 0xd2, 0x01, 0, 0, 0xd4 };

static const struct abi *const abis[] = { &abi_arm64, &abi_arm, NULL };

const struct arch arch_arm64 = {
	.name = "arm64",
	.abis = abis,
	.calls = calls,
	.n_calls = 2,
	.elf_machine = EM_AARCH64,
	.gdb_names = "aarch64",
	.number_set = NT_ARM_SYSTEM_CALL,
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 32, .sp = 31, .fp = ARM64_FP,
		.saved_fp = 0, .saved_ip = 8, .caller_sp = 16, .frame_records = true,
		.sigreturn = { sizeof(sigreturn), sigreturn },
	},
};
