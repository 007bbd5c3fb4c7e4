/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: registers of a tracee, with the numbers that libunwind uses. */
#ifndef STACK_REGISTERS_H
#define STACK_REGISTERS_H

#include "scry/tracee.h"

/*
 * REGISTER_*: indices of the instruction, stack and frame pointer in struct registers.
 * SIGRETURN_CODE: the instructions with which C libraries call rt_sigreturn(2).
 */
#if defined(__aarch64__)
#define REGISTER_IP 32
#define REGISTER_SP 31
#define REGISTER_FP 29
#define SIGRETURN_CODE                                         \
	{                                                      \
		0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4 \
	}
#else
#define REGISTER_IP 16
#define REGISTER_SP 7
#define REGISTER_FP 6
#define SIGRETURN_CODE                                               \
	{                                                            \
		0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05 \
	}
#endif
#define REGISTERS 34 /* enough for arm64, which has 33: x0 to x30, sp, pc */

struct registers {
	uint64_t values[REGISTERS];
};

/* Returns false if the tracee is gone or is a 32-bit process. */
bool registers_read(struct registers *registers, const struct tracee *tracee);

#endif
