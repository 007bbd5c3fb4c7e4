/* SPDX-License-Identifier: MIT */
/* riscv64. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_riscv64 = {
	.name = "riscv64",
	.id = ABI_riscv64,
	.audit_arch = AUDIT_ARCH_RISCV64,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_riscv64,
	.n_ids = ARCH_N_IDS_riscv64,
};

/*
 * struct user_regs_struct of asm/ptrace.h: pc, then x1 to x31. So x1 to x31 have their numbers as
 * indexes.
 */
enum { PC, RA, SP, FP = 8, A0 = 10, A1, A2, A3, A4, A5, A6, A7, REGISTERS = 32 };

/*
 * At the entry the kernel takes the first argument from a place that NT_PRSTATUS does not show,
 * orig_a0.
 */
static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(riscv64),
		.size = REGISTERS * 8,
		.width = 8,
		.instruction = 4,
		.ip = PC,
		.sp = SP,
		.number = A7,
		.current = A7,
		.result = A0,
		.first = A0,
		.args = { NO_REGISTER, A1, A2, A3, A4, A5 },
		.names = "pc ra sp gp tp t0 t1 t2 fp s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 "
			 "s8 s9 s10 s11 t3 t4 t5 t6",
	},
};

/*
 * "RISC-V DWARF Specification": x0 to x31 are 0 to 31, f0 to f31 are 32 to 63. libunwind makes pc
 * 64.
 */
static const uint8_t numbered[65] = {
	NO_REGISTER, 1,	 2,  3,	 4,  5,	 6,  7,	 8,  9,	 10,
	11,	     12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
	22,	     23, 24, 25, 26, 27, 28, 29, 30, 31, [32 ... 63] = NO_REGISTER,
	[64] = PC,
};

/* li a7, 139; ecall */
static const unsigned char sigreturn[] = { 0x93, 0x08, 0xb0, 0x08, 0x73, 0, 0, 0 };

static const struct abi *const abis[] = { &abi_riscv64, NULL };

const struct arch arch_riscv64 = {
	.name = "riscv64",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_RISCV,
	.gdb_names = "riscv riscv:rv64*",
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 64, .sp = SP, .fp = FP,
		.saved_fp = -16, .saved_ip = -8, .caller_sp = 0,
		.sigreturn = { sizeof(sigreturn), sigreturn },
	},
};
