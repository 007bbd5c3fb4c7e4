/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: registers of a tracee as libunwind numbers them. */
#ifndef STACK_REGISTERS_H
#define STACK_REGISTERS_H

#include "scry/tracee.h"

/* Where the instruction, stack and frame pointers are among them. */
#if defined(__aarch64__)
#define REGISTER_IP 32
#define REGISTER_SP 31
#define REGISTER_FP 29
#else
#define REGISTER_IP 16
#define REGISTER_SP 7
#define REGISTER_FP 6
#endif
#define REGISTERS 34 /* arm64 has the most: x0 to x30, sp, pc */

struct registers {
	uint64_t values[REGISTERS];
};

/* False: gone, or a 32-bit process. */
bool registers_read(struct registers *registers, const struct tracee *tracee);

#endif
