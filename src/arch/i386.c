/* SPDX-License-Identifier: MIT */
/* i386. x86_64 runs such processes, too. */
#include <elf.h>
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_i386 = {
	.name = "i386",
	.id = ABI_i386,
	.audit_arch = AUDIT_ARCH_I386,
	ABI_SIZES(4, 4, 4),
	.u64_align = 4,
	.mmap2_pages = true,
	.ioctl_size_bits = 14,
	.bits = 32,
	.mode = "32 bit",
	.ids = arch_ids_i386,
	.n_ids = ARCH_N_IDS_i386,
};

static const struct call_registers calls[] = { I386_CALL };
static const struct abi *const abis[] = { &abi_i386, NULL };

const struct arch arch_i386 = {
	.name = "i386",
	.abis = abis,
	.calls = calls,
	.n_calls = 1,
	.elf_machine = EM_386,
};
