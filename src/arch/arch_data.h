/* SPDX-License-Identifier: MIT */
/* Private header of src/arch/: the tables generated from syscalls.tsv, and the ABIs. */
#ifndef SCRY_ARCH_DATA_H
#define SCRY_ARCH_DATA_H

#include "scry/arch.h"

extern const char *const arch_syscall_names[ID_COUNT];
/* All calls, sorted by name. */
extern const uint16_t arch_syscalls_by_name[ID_COUNT - 1];

#define SCRY_ABI_DATA(name)                                             \
	extern const uint16_t arch_ids_##name[], arch_far_ids_##name[]; \
	extern const struct abi abi_##name;
SCRY_ABIS(SCRY_ABI_DATA)
#undef SCRY_ABI_DATA

/* The machines with a file in src/arch/. */
#define SCRY_ARCHES(X) \
	X(arm)         \
	X(arm64)       \
	X(loongarch64) \
	X(mips64el)    \
	X(ppc64le)     \
	X(riscv64)     \
	X(s390x)       \
	X(x86_64)      \
	X(i386)

#define SCRY_ARCH_DATA(name) extern const struct arch arch_##name;
SCRY_ARCHES(SCRY_ARCH_DATA)
#undef SCRY_ARCH_DATA

/* clang-format off */

/*
 * A call of a 32-bit process in struct call_registers, on i386 and x86_64: struct user_regs_struct
 * of sys/user.h. The instructions "int $0x80" and "sysenter" have 2 bytes.
 */
enum {
	I386_EBX, I386_ECX, I386_EDX, I386_ESI, I386_EDI, I386_EBP, I386_EAX, I386_ORIG_EAX = 11,
	I386_EIP = 12, I386_ESP = 15, I386_REGISTERS = 17
};
#define I386_CALL                                                                           \
	{                                                                                   \
		.abis = ABI_BIT(i386), .size = I386_REGISTERS * 4, .width = 4,              \
		.instruction = 2, .ip = I386_EIP, .sp = I386_ESP, .number = I386_EAX,       \
		.current = I386_ORIG_EAX, .result = I386_EAX, .first = I386_EBX,            \
		.args = { I386_EBX, I386_ECX, I386_EDX, I386_ESI, I386_EDI, I386_EBP },     \
		.names = "ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags "  \
			 "esp ss",                                                          \
		.marks_entry = true,                                                        \
	}

/*
 * The same on arm and arm64: r0 to r15, cpsr and orig_r0. r13 is sp, r15 is pc, bit 5 of cpsr is
 * the Thumb state.
 */
#define ARM_CALL                                                                            \
	{                                                                                   \
		.abis = ABI_BIT(arm), .size = 18 * 4, .width = 4, .instruction = 4,         \
		.mode = 16, .short_bit = 0x20, .ip = 15, .sp = 13, .number = 7,             \
		.current = NO_REGISTER, .result = 0, .first = 0, .args = { 0, 1, 2, 3, 4, 5 }, \
		.names = "r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 sp lr pc cpsr",         \
	}

/* clang-format on */

/* Initializes the sizes in struct abi. The parameters are sizes in bytes that ABIs differ in. */
#define ABI_SIZES(pointer, c_long, kernel_long)                                                    \
	.pointer_size = pointer, .long_size = c_long, .klong_size = kernel_long, .sigset_size = 8, \
	.sizes = {                                                                                 \
		[STORE_S8] = 1,                                                                    \
		[STORE_U8] = 1,                                                                    \
		[STORE_S16] = 2,                                                                   \
		[STORE_U16] = 2,                                                                   \
		[STORE_S32] = 4,                                                                   \
		[STORE_U32] = 4,                                                                   \
		[STORE_S64] = 8,                                                                   \
		[STORE_U64] = 8,                                                                   \
		[STORE_U64_ALIGNED] = 8,                                                           \
		[STORE_LONG] = c_long,                                                             \
		[STORE_ULONG] = c_long,                                                            \
		[STORE_KLONG] = kernel_long,                                                       \
		[STORE_KULONG] = kernel_long,                                                      \
		[STORE_POINTER] = pointer,                                                         \
		[STORE_BE16] = 2,                                                                  \
		[STORE_BE32] = 4,                                                                  \
		[STORE_BE64] = 8,                                                                  \
		[STORE_LE16] = 2,                                                                  \
	}

#endif
