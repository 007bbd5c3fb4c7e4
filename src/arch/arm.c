/* SPDX-License-Identifier: MIT */
/* arm, the EABI. arm64 runs such processes, too. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_arm = {
	.name = "arm",
	.id = ABI_arm,
	.audit_arch = AUDIT_ARCH_ARM,
	ABI_SIZES(4, 4, 4),
	.u64_align = 8,
	.pairs_aligned = true,
	.mmap2_pages = true,
	.ioctl_size_bits = 14,
	.bits = 32,
	.mode = "32 bit",
	.ids = arch_ids_arm,
	.n_ids = ARCH_N_IDS_arm,
	.far_ids = arch_far_ids_arm,
	.far_base = ARCH_FAR_BASE,
	.n_far_ids = ARCH_N_FAR_IDS_arm,
};

static const struct call_registers calls[] = { ARM_CALL };
static const struct abi *const abis[] = { &abi_arm, NULL };

const struct arch arch_arm = {
	.name = "arm",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_ARM,
	.number_request = 23, /* PTRACE_SET_SYSCALL of asm/ptrace.h */
};
