/* SPDX-License-Identifier: MIT */
/* The container of all plans: adding operations and selections. */
#include "plan/plans.h"

#include <stdlib.h>

#include "plan/facts.h"
#include "plan/constants.h"
#include "scry/util.h"

struct plans *plans_new(void)
{
	struct plans *plans = xcalloc(1, sizeof(*plans));

	plans->ops = xcalloc(PLAN_OPS, sizeof(*plans->ops));
	plans->n_ops = 1; /* operation 0 is an END */
	return plans;
}

static void free_names(struct plans *plans)
{
	for (size_t i = 0; i < plans->n_names; i++)
		name_index_free(&plans->names[i]);
	free(plans->names);
	plans->names = NULL;
	plans->n_names = 0;
}

void plans_free(struct plans *plans)
{
	if (!plans)
		return;
	free(plans->ops);
	free(plans->selects);
	free_names(plans);
	type_facts_free(plans);
	free(plans);
}

uint32_t compiler_add(struct compiler *compiler, struct plan_op op)
{
	struct plans *plans = compiler->plans;

	if (plans->n_ops == PLAN_OPS) {
		compiler->full = true;
		return 0;
	}
	plans->ops[plans->n_ops] = op;
	return plans->n_ops++;
}

void compiler_land(struct compiler *compiler, uint32_t op)
{
	if (op)
		compiler->plans->ops[op].target = compiler->plans->n_ops;
}

void compiler_select(struct compiler *compiler, uint32_t selection, uint64_t value, uint32_t target)
{
	struct plans *plans = compiler->plans;

	if (plans->n_selects == PLAN_SELECTS) {
		compiler->full = true;
		return;
	}
	plans->selects = xgrow(plans->selects, plans->n_selects, &plans->selects_capacity,
			       sizeof(*plans->selects));
	plans->selects[plans->n_selects] =
		(struct plan_target){ .key = { .selection = selection, .value = value },
				      .target = target,
				      .order = plans->n_selects };
	plans->n_selects++;
}

uint8_t compiler_place(struct compiler *compiler)
{
	return compiler->frame.n_places < PLAN_PLACES ? compiler->frame.n_places++ : PLAN_NOWHERE;
}

static int compare_keys(const void *a, const void *b)
{
	const struct plan_select *x = &((const struct plan_target *)a)->key;
	const struct plan_select *y = &((const struct plan_target *)b)->key;

	if (x->selection != y->selection)
		return x->selection < y->selection ? -1 : 1;
	return (x->value > y->value) - (x->value < y->value);
}

static int compare_targets(const void *a, const void *b)
{
	const struct plan_target *x = a, *y = b;
	int keys = compare_keys(a, b);

	return keys ? keys : (x->order > y->order) - (x->order < y->order);
}

void plans_finish(struct plans *plans)
{
	struct plan_target *selects = plans->selects;
	uint32_t n = 0;

	free_names(plans);
	type_facts_free(plans);
	if (plans->n_selects)
		qsort(selects, plans->n_selects, sizeof(*selects), compare_targets);
	for (uint32_t i = 0; i < plans->n_selects; i++)
		if (!n || compare_keys(&selects[n - 1], &selects[i]))
			selects[n++] = selects[i];
	plans->n_selects = n;
}

uint32_t plans_select(const struct plans *plans, uint32_t selection, uint64_t value)
{
	struct plan_target like = { .key = { .selection = selection, .value = value } };
	const struct plan_target *found;

	found = plans->n_selects ? bsearch(&like, plans->selects, plans->n_selects,
					   sizeof(*plans->selects), compare_keys)
				 : NULL;
	return found ? found->target : 0;
}

/* Whether a length is a constant, or the whole or the lower half of a register or the result. */
static bool is_at_hand(const struct plan_operand *operand)
{
	if (operand->from == PLAN_CONSTANT)
		return true;
	return (operand->from == PLAN_RESULT ||
		(operand->from == PLAN_ARGUMENT && operand->which < PLAN_ARGUMENTS)) &&
	       (operand->size == sizeof(uint32_t) || operand->size == sizeof(uint64_t)) &&
	       !(operand->flags & ~PLAN_SIGNED);
}

bool plan_is_read(const struct plans *plans, uint32_t pc)
{
	const struct plan_op *op = &plans->ops[pc];

	return pc && pc + 1 < plans->n_ops && op[1].kind == PLAN_END &&
	       (op->kind == PLAN_STRING ||
		(op->kind == PLAN_BYTES && op->per <= 1 && is_at_hand(&op->length))) &&
	       op->address.from == PLAN_ARGUMENT && op->address.which < PLAN_ARGUMENTS &&
	       op->address.size == sizeof(uint64_t) && !op->address.flags;
}

struct plan_range plan_read_range(const struct plans *plans, uint32_t pc,
				  const uint64_t args[PLAN_ARGUMENTS], int64_t result)
{
	const struct plan_op *op = &plans->ops[pc];
	struct plan_range range = { .address = args[op->address.which] };
	bool failed = result < 0 && result >= -4095;

	if (!range.address || (op->flags & PLAN_ON_SUCCESS && failed))
		return range;
	range.address += op->at;
	range.len = plan_read_length(op, args, result);
	return range;
}
