/* SPDX-License-Identifier: MIT */
/* ppc64le: 64-bit powerpc, little-endian. Debian's kernel for it runs no 32-bit processes. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

/* Big-endian powerpc64 has the same numbers and constants. */
const struct abi abi_powerpc64 = {
	.name = "powerpc64",
	.id = ABI_powerpc64,
	.audit_arch = AUDIT_ARCH_PPC64LE,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 13,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_powerpc64,
	.n_ids = ARCH_N_IDS_powerpc64,
};

/* clang-format off */

/*
 * struct pt_regs of asm/ptrace.h, with 48 elements (ELF_NGREG of asm/elf.h): r0 to r31, then these.
 */
enum { R0, SP, R3 = 3, R4, R5, R6, R7, R8, NIP = 32, ORIG_R3 = 34, CTR, LR, CCR = 38, TRAP = 40, REGISTERS = 48 };

/*
 * The instruction "sc" sets the bit SO of the condition register field 0 if the call has failed.
 * "scv" does not, and its result is -errno (Documentation/arch/powerpc/syscall64-abi.rst).
 */
static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(powerpc64), .size = REGISTERS * 8, .width = 8, .instruction = 4,
		.ip = NIP, .sp = SP, .number = R0, .current = R0, .result = R3, .first = R3,
		.args = { R3, R4, R5, R6, R7, R8 }, .filtered_first = ORIG_R3,
		.error = CCR, .error_bits = 0x10000000,
		.trap = TRAP, .plain_trap = 0x3000,
		.names = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 "
			 "r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 r30 r31 pc msr orig_r3 ctr lr xer cr - trap",
	},
};

/*
 * "Power Architecture 64-Bit ELF V2 ABI", register numbers of DWARF: r0 to r31 are 0 to 31, LR is
 * 65, CTR is 66. libunwind makes NIP 114.
 */
enum { DWARF_LR = 65, DWARF_CTR, DWARF_NIP = 114 };
static const uint8_t numbered[DWARF_NIP + 1] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	[32 ... 64] = NO_REGISTER, [DWARF_LR] = LR, [DWARF_CTR] = CTR,
	[67 ... 113] = NO_REGISTER, [DWARF_NIP] = NIP,
};

/* clang-format on */

/* addi r1,r1,128; li r0,172; sc: the code in the vDSO to which signal handlers return. */
static const unsigned char sigreturn[] = { 0x80, 0, 0x21, 0x38, 0xac, 0, 0, 0x38, 2, 0, 0, 0x44 };

static const struct abi *const abis[] = { &abi_powerpc64, NULL };

const struct arch arch_ppc64le = {
	.name = "ppc64le",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_PPC64,
	.gdb_names = "powerpc:common64",
	.stack = {
		/* none */
		.indexes = numbered, .n = sizeof(numbered), .ip = DWARF_NIP, .sp = 1, .fp = 32,
		.sigreturn = { sizeof(sigreturn), sigreturn },
	},
};
