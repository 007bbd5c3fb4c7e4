/* SPDX-License-Identifier: MIT */
/* Operations that read the value of a field. */
#ifndef PLAN_OBJECTS_H
#define PLAN_OBJECTS_H

#include "plan/compiler.h"

/*
 * Skips the operations up to compiler_land() if the condition of a field does not hold. Returns the
 * operation for compiler_land(); 0: the condition is no test of bits, or there is none.
 */
uint32_t compiler_begin_condition(struct compiler *compiler, const struct level *level,
				  const struct field *field);
/* What read(2) gets from a descriptor of events, which is shown as structs. */
void read_events(struct compiler *compiler, const struct level *level);
/* Reads the value of a field at an address: an array if the field has a count, else an object. */
void read_memory(struct compiler *compiler, const struct level *level, const struct field *field,
		 struct plan_operand address, uint32_t at);
void read_object(struct compiler *compiler, const struct level *level, const struct field *field,
		 struct plan_operand address, uint32_t at);
/* Reports what a descriptor refers to, if the options ask for it. */
void compiler_describe(struct compiler *compiler, struct plan_operand descriptor);

#endif
