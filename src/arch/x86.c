/* SPDX-License-Identifier: MIT */
/* x86_64 with x32, and with the calls that 32-bit processes and int $0x80 make. */
#include <elf.h>
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

/* clang-format off */

/* Registers of a 64-bit process: struct user_regs_struct of sys/user.h. */
enum {
	R15, R14, R13, R12, RBP, RBX, R11, R10, R9, R8, RAX, RCX, RDX, RSI, RDI, ORIG_RAX, RIP,
	RSP = 19, REGISTERS = 27
};

static const struct call_registers calls[] = {
	{
		.abis = ABI_BIT(x86_64) | ABI_BIT(x32), .size = REGISTERS * 8, .width = 8,
		.instruction = 2, .ip = RIP, .sp = RSP, .number = RAX, .current = ORIG_RAX,
		.result = RAX, .first = RDI, .args = { RDI, RSI, RDX, R10, R8, R9 },
		.names = "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip "
			 "cs eflags rsp ss fs_base gs_base ds es fs gs",
		.marks_entry = true,
	},
	I386_CALL,
	{	/* "int $0x80" in a 64-bit process */
		.abis = ABI_BIT(i386), .size = REGISTERS * 8, .width = 8,
		.instruction = 2, .ip = RIP, .sp = RSP, .number = RAX, .current = ORIG_RAX,
		.result = RAX, .first = RBX, .args = { RBX, RCX, RDX, RSI, RDI, RBP },
		.marks_entry = true, .code_len = 2, .code = { 0xcd, 0x80 },
	},
};

/* System V ABI, AMD64 supplement, "DWARF Register Number Mapping". */
static const uint8_t numbered[] = {
	RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8, R9, R10, R11, R12, R13, R14, R15, RIP,
};

/* mov $15, %rax; syscall */
static const unsigned char sigreturn[] = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };

static const struct abi *const abis[] = { &abi_x86_64, &abi_i386, &abi_x32, NULL };

const struct arch arch_x86_64 = {
	.name = "x86_64",
	.abis = abis,
	.calls = calls,
	.n_calls = sizeof(calls) / sizeof(calls[0]),
	.elf_machine = EM_X86_64,
	.gdb_names = "i386:x86-64 i386:x64-32",
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 16, .sp = 7, .fp = 6,
		.saved_fp = 0, .saved_ip = 8, .caller_sp = 16,
		.sigreturn = { sizeof(sigreturn), sigreturn },
	},
};
