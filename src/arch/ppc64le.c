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

/* struct pt_regs of asm/ptrace.h, with 48 elements (ELF_NGREG of asm/elf.h): r0 to r31, then these. */
enum { R0, SP, R3 = 3, R4, R5, R6, R7, R8, NIP = 32, ORIG_R3 = 34, CCR = 38, TRAP = 40, REGISTERS = 48 };

/*
 * The instruction "sc" sets the bit SO of the condition register field 0 if the call has failed. "scv" does not, and its
 * result is -errno (Documentation/arch/powerpc/syscall64-abi.rst).
 */
static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(powerpc64), .size = REGISTERS * 8, .width = 8, .instruction = 4,
		.ip = NIP, .sp = SP, .number = R0, .current = R0, .result = R3, .first = R3,
		.args = { R3, R4, R5, R6, R7, R8 }, .filtered_first = ORIG_R3,
		.error = CCR, .error_bits = 0x10000000,
		.trap = TRAP, .plain_trap = 0x3000,
	},
};

/* clang-format on */

static const struct abi *const abis[] = { &abi_powerpc64, NULL };

const struct arch arch_ppc64le = {
	.name = "ppc64le",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_PPC64,
};
