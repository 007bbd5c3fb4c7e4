/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: which register is which argument. */
#ifndef SCRY_DECODE_ARGUMENTS_H
#define SCRY_DECODE_ARGUMENTS_H

#include "decode/scalar.h"
#include "decode/scope.h"

/*
 * The last expansion of a row. It is that of the exit, too, unless another call of the row came between: then its
 * number is not memo->expansion. Of the next call only the values are others, if there is no choice among the arguments.
 */
struct expanded {
	const struct syscall *row;
	const struct abi *abi;
	uint32_t number;
	bool views; /* for a sink that follows them */
	bool fixed;
	struct arguments arguments;
};

/*
 * Walks the fields of a row in order and gives each its registers; a choice expands in place. At
 * the exit the choices are those of the entry, which the memo kept. Valid until the next call of this, in the
 * cache.
 */
struct arguments *arguments_expand(const struct decode *decode);
/* The scope of the arguments. */
struct scope arguments_scope(const struct decode *decode, struct arguments *arguments);
/* Whether the register holds a pointer to what the type means. */
static inline bool argument_is_pointer(const struct field *field)
{
	return field->pointer || field->pointer64 || field->count.given || field->stacked ||
	       field->dir != DIR_IN || !type_is_scalar(field->type);
}

/* Registers that a row can take at most: what -e raw shows. */
unsigned arguments_slots(const struct syscall *row, const struct abi *abi);

#endif
