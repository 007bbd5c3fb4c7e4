/* SPDX-License-Identifier: MIT */
/* arm64 (aarch64). */
#include <linux/audit.h>

#include "arch/arch_data.h"

const struct abi abi_arm64 = {
	.name = "arm64",
	.id = ABI_arm64,
	.audit_arch = AUDIT_ARCH_AARCH64,
	ABI_SIZES(8, 8, 8),
	.u64_align = 8,
	.ioctl_size_bits = 14,
	.bits = 64,
	.mode = "64 bit",
	.ids = arch_ids_arm64,
	.n_ids = ARCH_N_IDS_arm64,
};
