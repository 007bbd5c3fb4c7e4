/* SPDX-License-Identifier: MIT */
/* A choice between variants: one operation selects what is read by the value that decides. */
#include "plan/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plan/constants.h"
#include "plan/operands.h"
#include "plan/plans.h"
#include "scry/util.h"

#define VARIANTS_MAX 1024 /* of a choice that are looked at for equal operations */

/* How the selector of a choice becomes a key. */
struct selector {
	struct plan_operand operand;
	const struct type *type;
	uint64_t ignored; /* bits */
	unsigned shift; /* of the keys */
};

/* "cmd.cmd": an argument of the macro that the argument is. */
static bool find_macro(struct compiler *compiler, const struct level *level,
		       const struct choice *choice, struct selector *selector)
{
	const struct macro_argument *argument;
	const struct field *field;
	char name[ROW_WORD];
	const char *part = name_split(choice->by, name, sizeof(name));

	if (!part || !operand_find(compiler, level, name, &selector->operand, &field) || !field)
		return false;
	argument = macro_find(field_type(field), part);
	if (!argument)
		return false;
	selector->type = argument->type;
	selector->shift = argument->shift;
	selector->ignored = ~argument->mask;
	selector->operand.flags = 0;
	return true;
}

/* Returns false if no operation can select: then all variants are read. */
static bool find_selector(struct compiler *compiler, const struct level *level,
			  const struct choice *choice, struct selector *selector)
{
	const struct field *field;

	*selector = (struct selector){ .ignored = choice->ignored };
	if (choice->key || !choice->by)
		return false;
	if (find_macro(compiler, level, choice, selector))
		return true;
	/* At the exit decode uses the choice of the entry, and memory may have changed. */
	if (choice->by[0] == '*' && compiler->exit)
		return false;
	if (!operand_find(compiler, level, choice->by, &selector->operand, &field) || !field)
		return false;
	selector->type = field_type(field);
	return type_is_scalar(field_type(field)) && field_type(field)->kind != KIND_MACRO;
}

/* The value that a key stands for: a number, or a name of the list of the selector. */
static bool key_value(struct compiler *compiler, const struct selector *selector, const char *key,
		      uint64_t *value)
{
	const struct type *type = selector->type;
	unsigned unused = 64 - 8u * compiler->abi->sizes[type->storage];

	if (isdigit((unsigned char)key[0]) || (key[0] == '-' && key[1]))
		*value = strtoull(key, NULL, 0);
	else if (!type->list || !names_find(compiler, type->list, key, value))
		return false;
	if (!selector->shift && unused < 64) {
		*value <<= unused;
		*value = selector->operand.flags & PLAN_SIGNED
				 ? (uint64_t)((int64_t)*value >> unused)
				 : *value >> unused;
	}
	*value <<= selector->shift;
	return true;
}

static void add_keys(struct compiler *compiler, const struct selector *selector,
		     const struct variant *variant, uint32_t selection, uint32_t target)
{
	const char *keys = variant->keys;
	char word[ROW_WORD];
	uint64_t value;

	while (row_next_word(&keys, word))
		if (key_value(compiler, selector, word, &value))
			compiler_select(compiler, selection, value, target);
}

/* The operations of the variants of a choice that have been compiled, each without its jump. */
struct bodies {
	uint32_t starts[VARIANTS_MAX], lengths[VARIANTS_MAX];
	unsigned n;
};

/* Returns the start of equal operations; 0: there are none. */
static uint32_t find_body(const struct compiler *compiler, const struct bodies *bodies,
			  uint32_t start, uint32_t length)
{
	const struct plan_op *ops = compiler->plans->ops;

	for (unsigned i = 0; i < bodies->n; i++)
		if (bodies->lengths[i] == length &&
		    !memcmp(&ops[bodies->starts[i]], &ops[start], length * sizeof(*ops)))
			return bodies->starts[i];
	return 0;
}

/*
 * Compiles a variant and a jump past the choice, or finds the same in an earlier variant. *jumps is
 * the last of the jumps, which .target links. Returns the start.
 */
static uint32_t compile_variant(struct compiler *compiler, const struct level *level,
				const struct variant *variant, variant_reader *read,
				const void *ctx, struct bodies *bodies, uint32_t *jumps)
{
	uint32_t start = compiler->plans->n_ops, length, same, jump;

	read(compiler, level, variant, ctx);
	length = compiler->plans->n_ops - start;
	same = find_body(compiler, bodies, start, length);
	if (same) {
		compiler->plans->n_ops = start;
		return same;
	}
	jump = compiler_add(compiler, (struct plan_op){ .kind = PLAN_JUMP, .target = *jumps });
	if (jump)
		*jumps = jump;
	if (bodies->n < VARIANTS_MAX) {
		bodies->starts[bodies->n] = start;
		bodies->lengths[bodies->n++] = length;
	}
	return start;
}

bool select_variants(struct compiler *compiler, const struct level *level,
		     const struct choice *choice, variant_reader *read, const void *ctx)
{
	uint32_t select, start, jump, jumps = 0, n_selects = compiler->plans->n_selects, selection;
	struct plan_op op = { .kind = PLAN_SELECT };
	struct selector selector;
	struct bodies *bodies;

	if (!find_selector(compiler, level, choice, &selector))
		return false;
	bodies = xcalloc(1, sizeof(*bodies));
	selection = ++compiler->plans->n_selections;
	op.address = selector.operand;
	op.max = selection;
	op.unit = (uint32_t)selector.ignored;
	select = compiler_add(compiler, op);
	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];

		start = compile_variant(compiler, level, variant, read, ctx, bodies, &jumps);
		if (!variant->keys) {
			compiler->plans->ops[select].target = start;
			break;
		}
		add_keys(compiler, &selector, variant, selection, start);
	}
	if (!compiler->plans->ops[select].target)
		compiler_land(compiler, select);
	while (jumps) {
		jump = compiler->plans->ops[jumps].target;
		compiler_land(compiler, jumps);
		jumps = jump;
	}
	/* All variants are empty: there is nothing to select. */
	if (bodies->n == 1 && !bodies->lengths[0]) {
		compiler->plans->n_ops = select;
		compiler->plans->n_selects = n_selects;
	}
	free(bodies);
	return true;
}
