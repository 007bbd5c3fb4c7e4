/* SPDX-License-Identifier: MIT */
/*
 * s390x, big-endian, with 31-bit processes of the ABI s390, which kernels before Linux 7 can run.
 */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_s390x = {
	.name = "s390x",
	.id = ABI_s390x,
	.audit_arch = AUDIT_ARCH_S390X,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.big_endian = true,
	.clone_flags = 1,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_s390x,
	.n_ids = ARCH_N_IDS_s390x,
};

const struct abi abi_s390 = {
	.name = "s390",
	.id = ABI_s390,
	.audit_arch = AUDIT_ARCH_S390,
	ABI_SIZES(4, 4, 4),
	.u64_align = 8,
	.big_endian = true,
	.clone_flags = 1,
	.mmap2_pages = true,
	.ioctl_size_bits = 14,
	.bits = 32,
	.mode = "31 bit",
	.ids = arch_ids_s390,
	.n_ids = ARCH_N_IDS_s390,
};

/* clang-format off */

/*
 * s390_regs of asm/ptrace.h: the mask and the address of the PSW, r0 to r15, 16 access registers of
 * 32 bits each, then the first argument of the call. The compat PSW of the kernel is aligned to 8
 * bytes, so 4 bytes end the set of 31-bit processes.
 */
enum { ADDRESS = 1, R0, R2 = R0 + 2, R3, R4, R5, R6, R7, R15 = R0 + 15, ORIG_R2 = 26, ORIG_R2_31 = 34 };

/*
 * At the entry r2 shows the number of the call, and what is written there becomes the number. The
 * instruction "svc" has the number in itself, or it is 0 and the number in r1.
 */
#define S390_CALL(abi, bytes, orig, set_size, gdb)                                                  \
	{                                                                                      \
		.abis = ABI_BIT(abi), .size = (set_size), .width = (bytes),                    \
		.instruction = 2, .ip = ADDRESS, .sp = R15, .number = NO_REGISTER,             \
		.current = R2, .result = R2, .first = R2, .args = { orig, R3, R4, R5, R6, R7 }, \
		.names = gdb \
	}
static const struct call_registers calls[] = {
	S390_CALL(s390x, 8, ORIG_R2, 216,
		  "pswm pswa r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 - - - - - - - - orig_r2"),
	S390_CALL(s390, 4, ORIG_R2_31, 144, NULL),
};

/*
 * "ELF Application Binary Interface s390x Supplement": r0 to r15 are 0 to 15, f0 to f15 are 16 to
 * 31; libunwind makes the address of the PSW 32.
 */
static const uint8_t numbered[33] = {
	2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
	[16 ... 31] = NO_REGISTER, [32] = ADDRESS,
};

/* clang-format on */

/* svc 173 and svc 119 */
static const unsigned char sigreturn[] = { 0x0a, 0xad };
static const unsigned char old_sigreturn[] = { 0x0a, 0x77 };

static const struct abi *const abis[] = { &abi_s390x, &abi_s390, NULL };

const struct arch arch_s390x = {
	.name = "s390x",
	.abis = abis,
	.calls = calls,
	.n_calls = 2,
	.elf_machine = EM_S390,
	.gdb_names = "s390:64-bit",
	.number_shown = NT_S390_SYSTEM_CALL,
	.stack = {
		.indexes = numbered, .n = sizeof(numbered), .ip = 32, .sp = 15, .fp = 16, /* none */
		.sigreturn = { sizeof(sigreturn), sigreturn },
		.old_sigreturn = { sizeof(old_sigreturn), old_sigreturn },
	},
};
