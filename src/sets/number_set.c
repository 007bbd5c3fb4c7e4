/* SPDX-License-Identifier: MIT */
/* Parses expressions that select descriptors. */
#include <limits.h>
#include <stdlib.h>

#include "scry/expression.h"
#include "scry/sets.h"
#include "scry/util.h"

static bool parse_number(void *ctx, const char *text, char **error)
{
	struct number_set *set = ctx;
	uint64_t number;

	if (!parse_decimal(text, INT_MAX, &number))
		return set_error(error, "'%s' is not a descriptor: descriptors are 0 to %d", text,
				 INT_MAX);
	set->numbers = xgrow(set->numbers, set->n, &set->capacity, sizeof(*set->numbers));
	set->numbers[set->n++] = (int)number;
	return true;
}

bool number_set_parse(const char *expression, struct number_set *set, char **error)
{
	free(set->numbers);
	*set = (struct number_set){ 0 };
	return expression_parse(expression, "descriptor", false, &set->inverted, parse_number, set,
				error);
}

bool number_set_has(const struct number_set *set, int number)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->numbers[i] == number)
			return !set->inverted;
	return set->inverted;
}

bool number_set_is_empty(const struct number_set *set)
{
	return !set->n && !set->inverted;
}
