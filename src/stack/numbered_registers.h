/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: registers of a tracee, with the numbers that libunwind uses. */
#ifndef STACK_NUMBERED_REGISTERS_H
#define STACK_NUMBERED_REGISTERS_H

#include "scry/arch.h"
#include "scry/tracee.h"

/* Enough for ppc64le, the instruction pointer of which is 114 in libunwind. */
#define STACK_REGISTERS 115

struct numbered_registers {
	uint64_t values[STACK_REGISTERS];
};

/* How stacks of this machine are read. */
static inline const struct stack_registers *stack_registers(void)
{
	return &arch_of_machine()->stack;
}

/* Returns the 32-bit machine of which this one executes programs; NULL: none. */
const struct arch *narrow_arch(void);

/* Returns an address of code without the bit that says Thumb. */
static inline uint64_t code_address(uint64_t address)
{
	return stack_registers()->has_thumb ? address & ~UINT64_C(1) : address;
}

enum registers_found {
	REGISTERS_READ,
	/* the tracee was killed: the kernel does not give registers of a thread that exits */
	REGISTERS_GONE,
	REGISTERS_FOREIGN, /* a 32-bit process, or stacks of the machine are not read */
};

/* *registers is 0 unless the result is REGISTERS_READ. */
enum registers_found numbered_registers_read(struct numbered_registers *registers,
					     const struct tracee *tracee);

#endif
