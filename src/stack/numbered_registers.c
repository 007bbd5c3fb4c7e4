/* SPDX-License-Identifier: MIT */
/* Reads the registers of a tracee in the order in which DWARF and libunwind number them. */
#include "stack/numbered_registers.h"

#include <elf.h>
#include <string.h>

const struct arch *narrow_arch(void)
{
	return arch_of_machine()->elf_machine == EM_X86_64 ? arch_by_name("i386") : NULL;
}

enum registers_found numbered_registers_read(struct numbered_registers *registers,
					     const struct tracee *tracee)
{
	const struct arch *arch = arch_of_machine();
	const struct call_registers *native = &arch->calls[0];
	struct registers raw;
	const struct fetch *fetch = &tracee->fetch;
	ssize_t size = fetch->ops->registers
			       ? fetch->ops->registers(fetch->ctx, raw.bytes, sizeof(raw.bytes))
			       : tracee_registers(tracee, raw.bytes, sizeof(raw.bytes));

	memset(registers, 0, sizeof(*registers));
	if (size < 0)
		return REGISTERS_GONE;
	if (!arch->stack.n || size != native->size)
		return REGISTERS_FOREIGN;
	raw.size = (size_t)size;
	for (unsigned i = 0; i < arch->stack.n && i < STACK_REGISTERS; i++)
		registers->values[i] = registers_get(&raw, native->width, arch->stack.indexes[i]);
	return REGISTERS_READ;
}
