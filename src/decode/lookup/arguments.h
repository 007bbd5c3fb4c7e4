/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: finds the arguments of a call in its registers. */
#ifndef SCRY_DECODE_LOOKUP_ARGUMENTS_H
#define SCRY_DECODE_LOOKUP_ARGUMENTS_H

#include "decode/lookup/scalar.h"
#include "decode/lookup/scope.h"

/*
 * The last expansion of a row. The exit uses that of the entry, unless another call of the row has
 * replaced it: then its number differs from snapshot->expansion. If it is fixed, it has no choices,
 * and only the values change from call to call.
 */
struct expanded {
	const struct syscall *row;
	const struct abi *abi;
	uint32_t number;
	bool views; /* made for a sink that follows views */
	bool fixed;
	struct arguments arguments;
};

/*
 * Gives each field of a row its registers, in order, with the fields of chosen variants in place of
 * choices. The exit uses the choices of the entry. The result belongs to the cache and is valid
 * until the next call.
 */
struct arguments *arguments_expand(const struct decode *decode);
/* Makes the outermost scope, in which the arguments are siblings. */
struct scope arguments_scope(const struct decode *decode, struct arguments *arguments);
/* The maximum number of registers that the arguments of a row take. -e raw shows as many. */
unsigned arguments_slots(const struct syscall *row, const struct abi *abi);

#endif
