/* SPDX-License-Identifier: MIT */
/* Finds the operands for the names and sizes in rows. src/decode/scope.c finds their values. */
#ifndef PLAN_OPERANDS_H
#define PLAN_OPERANDS_H

#include "plan/compiler.h"

/*
 * Reads memory. address is that of an object, and at is added to it. max: bytes at most. *first
 * becomes the operand of the first byte, for operations that look at the memory; NULL: there are
 * none. Returns false if there is no such operand.
 */
bool compiler_read(struct compiler *compiler, struct plan_operand address, uint32_t at,
		   const struct amount *amount, uint32_t size, uint64_t max,
		   struct plan_operand *first);
/*
 * Looks up the value of a name. May add an operation that reads it. Returns false if no operand can
 * say it.
 */
bool operand_find(struct compiler *compiler, const struct level *level, const char *name,
		  struct plan_operand *operand, const struct field **field);
/* The value of argument i of a level. Returns false if it is not that of one register. */
bool operand_of_argument(const struct compiler *compiler, const struct level *level, uint16_t i,
			 struct plan_operand *operand);
/* The argument in a register. */
struct plan_operand operand_argument(const struct compiler *compiler, uint8_t slot, unsigned size,
				     bool is_signed);
/* The value of a size. amount->known is false if no operand can say it. */
void amount_of(struct compiler *compiler, const struct level *level, const struct size_expr *expr,
	       struct amount *amount);

#endif
