/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: which register is which argument. */
#ifndef SCRY_DECODE_ARGUMENTS_H
#define SCRY_DECODE_ARGUMENTS_H

#include "decode/scope.h"

/*
 * Walks the fields of a row in order and gives each its registers; a choice expands in place. At
 * the exit the choices are those of the entry, which the memo kept.
 */
void arguments_expand(const struct decode *decode, struct arguments *arguments);
/* The scope of the arguments. */
struct scope arguments_scope(const struct decode *decode, struct arguments *arguments);
/* What is said of an argument where it is shown. */
const struct field *argument_shown_by(const struct argument *argument);
/* Whether the register holds a pointer to what the type means. */
bool argument_is_pointer(const struct field *field);
/* Registers that a row can take at most: what -e raw shows. */
unsigned arguments_slots(const struct syscall *row, const struct abi *abi);

#endif
