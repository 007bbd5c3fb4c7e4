/* SPDX-License-Identifier: MIT */
/* Reads the registers of a tracee in the order in which DWARF and libunwind number them. */
#include "stack/registers.h"

#include <stddef.h>
#include <string.h>
#include <sys/user.h>

#include "scry/util.h"

#if defined(__x86_64__)

/* System V ABI, AMD64 supplement, "DWARF Register Number Mapping". */
static void put_registers(struct registers *registers, const struct user_regs_struct *raw)
{
	const uint64_t order[] = {
		raw->rax, raw->rdx, raw->rcx, raw->rbx, raw->rsi, raw->rdi,
		raw->rbp, raw->rsp, raw->r8,  raw->r9,	raw->r10, raw->r11,
		raw->r12, raw->r13, raw->r14, raw->r15, raw->rip,
	};

	memcpy(registers->values, order, sizeof(order));
}

#elif defined(__aarch64__)

static void put_registers(struct registers *registers, const struct user_regs_struct *raw)
{
	memcpy(registers->values, raw->regs, sizeof(raw->regs));
	registers->values[31] = raw->sp;
	registers->values[32] = raw->pc;
}

#else
#error "registers of this architecture: see doc/HOWTO-add-an-architecture.md"
#endif

bool registers_read(struct registers *registers, const struct tracee *tracee)
{
	struct user_regs_struct raw;

	memset(registers, 0, sizeof(*registers));
	if (tracee_registers(tracee, &raw, sizeof(raw)) != sizeof(raw))
		return false;
	put_registers(registers, &raw);
	return true;
}
