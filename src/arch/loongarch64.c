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
 * struct user_pt_regs of asm/ptrace.h: r0 to r31, orig_a0, csr_era (the program counter), csr_badv and 10 that are reserved.
 * r3 is sp, r4 to r11 are a0 to a7. The kernel takes the first argument from orig_a0.
 */
enum { SP = 3, A0, A1, A2, A3, A4, A5, A7 = 11, ORIG_A0 = 32, ERA, REGISTERS = 45 };

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
	},
};

static const struct abi *const abis[] = { &abi_loongarch64, NULL };

/* libunwind 1.6 does not know the machine: there are no stacks. */
const struct arch arch_loongarch64 = {
	.name = "loongarch64",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_LOONGARCH,
};
