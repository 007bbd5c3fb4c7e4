/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: conditions, sizes and choices of rows, evaluated in a scope. */
#ifndef SCRY_DECODE_LOOKUP_CONDITION_H
#define SCRY_DECODE_LOOKUP_CONDITION_H

#include "decode/lookup/scope.h"

/* Evaluates a size. Returns false if a sibling is absent, unreadable or negative. */
bool size_expr_value(const struct scope *scope, const struct size_expr *expr, uint64_t *value);
bool condition_is_met(const struct scope *scope, const struct condition *condition);
/* Whether a condition holds. A NULL condition always does. */
static inline bool condition_holds(const struct scope *scope, const struct condition *condition)
{
	return !condition || condition_is_met(scope, condition);
}

/* Returns NULL if no variant has the key and there is no default. */
const struct variant *choice_pick(const struct scope *scope, const struct choice *choice);

#endif
