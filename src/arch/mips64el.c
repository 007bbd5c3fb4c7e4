/* SPDX-License-Identifier: MIT */
/* mips64el: little endian, with the ABIs n64, n32 and o32. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

#define COMMON(abi)                                                           \
	.name = #abi, .id = ABI_##abi, .u64_align = 8, .ioctl_size_bits = 13, \
	.ids = arch_ids_##abi, .n_ids = ARCH_N_IDS_##abi

const struct abi abi_mips64 = {
	COMMON(mips64),	    .audit_arch = AUDIT_ARCH_MIPSEL64,
	ABI_SIZES(8, 8, 8), .sigset_size = 16,
	.bits = 64,	    .mode = "64 bit",
};

/* n32: longs and pointers of 32 bits, in registers of 64 bits. */
const struct abi abi_mips64n32 = {
	COMMON(mips64n32),	.audit_arch = AUDIT_ARCH_MIPSEL64N32,
	ABI_SIZES(4, 4, 4),	.sigset_size = 16,
	.wide_registers = true, .mode = "n32",
};

const struct abi abi_mipso32 = {
	COMMON(mipso32),  .audit_arch = AUDIT_ARCH_MIPSEL, ABI_SIZES(4, 4, 4),	.sigset_size = 16,
	.stack_args = 16, .pairs_aligned = true,	   .mmap2_pages = true, .bits = 32,
	.mode = "32 bit",
};

/*
 * asm/reg.h of the kernel (arch/mips/include/uapi): the places in elf_gregset_t. A 64-bit process:
 * r0 to r31 are 0 to 31, then lo, hi and cp0_epc, 45 in all. A 32-bit process has 6 more places
 * before r0. r2 is v0, r4 to r11 are a0 to a7.
 */
enum { V0 = 2, A0 = 4, A1, A2, A3, A4, A5, SP = 29, EPC = 34, REGISTERS = 45 };
enum { O32 = 6, O32_EPC = 40 };

/* A call that fails has 1 in a3, which had the fourth argument before. */
static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(mips64) | ABI_BIT(mips64n32),
		.size = REGISTERS * 8,
		.width = 8,
		.instruction = 4,
		.ip = EPC,
		.sp = SP,
		.number = V0,
		.current = V0,
		.result = V0,
		.first = A0,
		.args = { A0, A1, A2, A3, A4, A5 },
		.names = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 "
			 "r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 r30 r31 lo hi pc "
			 "badvaddr status cause",
		.error = A3,
		.error_bits = UINT64_MAX,
	},
	{
		.abis = ABI_BIT(mipso32),
		.size = REGISTERS * 4,
		.width = 4,
		.instruction = 4,
		.ip = O32_EPC,
		.sp = O32 + SP,
		.number = O32 + V0,
		.current = O32 + V0,
		.result = O32 + V0,
		.first = O32 + A0,
		.args = { O32 + A0, O32 + A1, O32 + A2, O32 + A3, NO_REGISTER, NO_REGISTER },
		.names = "- - - - - - r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 "
			 "r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 r30 r31 lo hi pc "
			 "badvaddr status cause",
		.error = O32 + A3,
		.error_bits = UINT64_MAX,
	},
};

static const struct abi *const abis[] = { &abi_mips64, &abi_mipso32, &abi_mips64n32, NULL };

/* With libunwind 1.6 the walk finds no frame here: there are no stacks. */
const struct arch arch_mips64el = {
	.name = "mips64el",
	.abis = abis,
	.calls = calls,
	.n_calls = 2,
	.elf_machine = EM_MIPS,
	.gdb_names = "mips mips:isa64 mips:isa64r2 mips:isa64r6",
	.skipped_returns_number = true,
	.kept = { .number = 0, .error = 26 },
};
