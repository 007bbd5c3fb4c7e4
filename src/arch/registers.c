/* SPDX-License-Identifier: MIT */
/* Finds a call in the general registers of a tracee. */
#include <string.h>

#include "scry/arch.h"

const struct call_registers *arch_find_call(const struct arch *arch, const struct abi *abi,
					    size_t size)
{
	for (size_t i = 0; i < arch->n_calls; i++) {
		const struct call_registers *call = &arch->calls[i];

		if (call->size == size && (!abi || call->abis & 1u << abi->id))
			return call;
	}
	return NULL;
}

static bool is_there(const struct registers *registers, unsigned width, unsigned index)
{
	return index != NO_REGISTER && (size_t)width * (index + 1) <= registers->size;
}

uint64_t registers_get(const struct registers *registers, unsigned width, unsigned index)
{
	const unsigned char *place = registers->bytes + (size_t)width * index;
	uint64_t value = 0;
	int32_t narrow;

	if (!is_there(registers, width, index))
		return 0;
	if (width == sizeof(value)) {
		memcpy(&value, place, sizeof(value));
		return value;
	}
	memcpy(&narrow, place, sizeof(narrow));
	return (uint64_t)(int64_t)narrow;
}

void registers_put(struct registers *registers, unsigned width, unsigned index, uint64_t value)
{
	unsigned char *place = registers->bytes + (size_t)width * index;
	uint32_t narrow = (uint32_t)value;

	if (!is_there(registers, width, index))
		return;
	if (width == sizeof(value))
		memcpy(place, &value, sizeof(value));
	else
		memcpy(place, &narrow, sizeof(narrow));
}

unsigned registers_instruction(const struct registers *registers, const struct call_registers *call)
{
	bool is_short = call->short_bit &&
			registers_get(registers, call->width, call->mode) & call->short_bit;

	return is_short ? 2 : call->instruction;
}
