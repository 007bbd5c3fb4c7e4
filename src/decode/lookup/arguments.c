/* SPDX-License-Identifier: MIT */
/* Finds the arguments of a call in its registers. */
#include <string.h>

#include "decode/lookup/arguments.h"
#include "decode/lookup/condition.h"

#define CHOICE_DEPTH 4

bool argument_is_pair(const struct field *field, const struct abi *abi)
{
	/* x32 has 32-bit longs and 64-bit registers. The size of klong is that of a register. */
	return field_more(field)->pair && abi_has_pairs(abi);
}

/* argument_place() for a field that is no choice. */
static inline bool place_argument(struct argument_walk *walk, const struct field *field,
				  unsigned *slot)
{
	const struct field_more *more = field_more(field);
	unsigned n = more->stacked ? 0 : 1;

	if (more->union_with_previous)
		walk->slot = walk->last;
	if (n && argument_is_pair(field, walk->abi)) {
		n = 2;
		if (walk->abi->pairs_aligned && !more->pair_of_halves)
			walk->slot += walk->slot & 1;
	}
	*slot = walk->last = walk->slot;
	walk->slot += n;
	return walk->slot <= CALL_ARGS;
}

/* Returns the register after the variant that takes most. */
static unsigned end_of_choice(const struct argument_walk *walk, const struct choice *choice)
{
	unsigned end = walk->slot, unused;

	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];
		struct argument_walk inner = *walk;

		for (uint16_t i = 0; i < variant->n_fields; i++)
			argument_place(&inner, &variant->fields[i], &unused);
		end = inner.slot > end ? inner.slot : end;
	}
	return end;
}

bool argument_place(struct argument_walk *walk, const struct field *field, unsigned *slot)
{
	if (field_type(field)->kind != KIND_CHOICE)
		return place_argument(walk, field, slot);
	*slot = walk->slot;
	walk->slot = end_of_choice(walk, field_more(field)->choice);
	return walk->slot <= CALL_ARGS;
}

static uint64_t pair_value(const struct call *call, const struct field *field, unsigned slot)
{
	uint64_t first = call->args[slot] & UINT32_MAX, second = call->args[slot + 1] & UINT32_MAX;
	bool high_first = field_more(field)->pair_of_halves ? field_more(field)->pair_high_first
							    : call->abi->big_endian;

	if (high_first)
		return first << 32 | second;
	return second << 32 | first;
}

static uint64_t register_value(const struct call *call, const struct argument *argument)
{
	const struct abi *abi = call->abi;
	uint64_t value = call->args[argument->slot];

	if (argument->pointer)
		return scalar_cut(STORE_POINTER, abi, value);
	if (abi_has_pairs(abi))
		value &= UINT32_MAX;
	return scalar_register(field_type(argument->field)->storage, abi, value);
}

/* The value of any argument, also of one on the stack or in two registers. */
static uint64_t argument_value(const struct call *call, const struct argument *argument)
{
	const struct field *field = argument->field;

	if (field_more(field)->stacked)
		return call->sp;
	if (!argument->pointer && argument_is_pair(field, call->abi))
		return scalar_cut(field_type(field)->storage, call->abi,
				  pair_value(call, field, argument->slot));
	return register_value(call, argument);
}

struct expansion {
	const struct decode *decode;
	struct arguments *arguments;
	struct argument_walk walk;
	unsigned choices;
	struct argument_views views;
	bool odd; /* an argument is not in a register of its own */
};

static void expand(struct expansion *to, const struct field *fields, uint16_t n, unsigned depth);

static const struct variant *chosen(struct expansion *to, const struct choice *choice)
{
	struct entry_snapshot *snapshot = to->decode->snapshot;
	unsigned index = to->choices++;
	const struct variant *variant;
	struct scope scope;

	if (index >= ARRAY_SIZE(snapshot->chosen))
		return NULL;
	if (to->decode->call->returned)
		return snapshot->chosen[index] ? &choice->variants[snapshot->chosen[index] - 1]
					       : NULL;
	scope = arguments_scope(to->decode, to->arguments);
	variant = choice_pick(&scope, choice);
	snapshot->chosen[index] = variant ? (uint16_t)(variant - choice->variants + 1) : 0;
	return variant;
}

static void expand_choice(struct expansion *to, const struct choice *choice, unsigned depth)
{
	const struct variant *variant = chosen(to, choice);
	const struct variant_more *more;
	struct arguments *arguments = to->arguments;

	if (!variant || depth >= CHOICE_DEPTH)
		return;
	more = variant_more(variant);
	if (more->result)
		arguments->result = more->result;
	if (more->n_notes && arguments->n_notes < CALL_ARGS)
		arguments->notes[arguments->n_notes++] =
			(struct argument_notes){ more->notes, more->n_notes };
	to->views.variant = to->decode->sink->views ? more->view : NULL;
	expand(to, variant->fields, variant->n_fields, depth + 1);
	to->views.variant = NULL;
}

static void expand(struct expansion *to, const struct field *fields, uint16_t n, unsigned depth)
{
	const struct call *call = to->decode->call;
	struct arguments *arguments = to->arguments;

	for (uint16_t i = 0; i < n; i++) {
		const struct field *field = &fields[i];
		struct argument *item;
		unsigned slot;

		if (field_type(field)->kind == KIND_CHOICE) {
			expand_choice(to, field_more(field)->choice, depth);
			continue;
		}
		to->odd |= field_more(field)->stacked || field_more(field)->pair;
		if (!place_argument(&to->walk, field, &slot) || arguments->n == RECORD_ARGUMENTS)
			return;
		if (field_type(field)->kind == KIND_PADDING)
			continue;
		item = &arguments->items[arguments->n++];
		*item = (struct argument){ .field = field,
					   .slot = (uint8_t)slot,
					   .pointer = argument_is_pointer(field) };
		item->value = argument_value(call, item);
		if (to->views.row || to->views.variant)
			argument_look(&to->views, field, &item->looks);
	}
}

/*
 * Puts the arguments that an order names first, in that order. Arguments of one name stay together.
 */
static void put_in_order(struct arguments *arguments, const char *order)
{
	char word[ROW_WORD];
	unsigned next = 0;

	while (row_next_word(&order, word)) {
		for (unsigned i = next; i < arguments->n; i++) {
			struct argument item = arguments->items[i];

			if (!field_name(item.field) || strcmp(field_name(item.field), word))
				continue;
			memmove(&arguments->items[next + 1], &arguments->items[next],
				(i - next) * sizeof(item));
			arguments->items[next++] = item;
		}
	}
}

static void expand_row(const struct decode *decode, struct expanded *expanded)
{
	const struct syscall *row = decode->call->row;
	struct arguments *arguments = &expanded->arguments;
	struct expansion to = { .decode = decode,
				.arguments = arguments,
				.walk = { .abi = decode->call->abi } };

	to.views.row = decode->sink->views ? row->view : NULL;
	expanded->row = row;
	expanded->abi = decode->call->abi;
	expanded->views = decode->sink->views;
	arguments->result = row->result;
	arguments->n = arguments->n_notes = 0;
	if (row->n_notes)
		arguments->notes[arguments->n_notes++] =
			(struct argument_notes){ row->notes, row->n_notes };
	expand(&to, row->args, row->n_args, 0);
	if (to.views.row && to.views.row->order)
		put_in_order(arguments, to.views.row->order);
	expanded->fixed = !to.choices && !to.odd;
}

static void load_values(struct arguments *arguments, const struct call *call)
{
	for (unsigned i = 0; i < arguments->n; i++) {
		struct argument *item = &arguments->items[i];

		item->value = register_value(call, item);
	}
}

struct arguments *arguments_expand(const struct decode *decode)
{
	const struct call *call = decode->call;
	bool views = decode->sink->views;
	struct expanded *expanded = cache_expanded(decode->cache, call->row, views);
	bool known = expanded->row == call->row && expanded->abi == call->abi &&
		     expanded->views == views;

	expanded->arguments.elements = 0;
	if (known && call->returned && expanded->number == decode->snapshot->expansion)
		return &expanded->arguments;
	decode->snapshot->expansion = ++expanded->number;
	if (known && expanded->fixed)
		load_values(&expanded->arguments, call);
	else
		expand_row(decode, expanded);
	return &expanded->arguments;
}

struct scope arguments_scope(const struct decode *decode, struct arguments *arguments)
{
	return (struct scope){
		.decode = decode,
		.arguments = arguments,
		.elements = &arguments->elements,
		.view = &view_of_facts,
		.show = DIR_INOUT,
	};
}

unsigned arguments_slots(const struct syscall *row, const struct abi *abi)
{
	struct argument_walk walk = { .abi = abi };
	unsigned unused;

	for (uint16_t i = 0; i < row->n_args; i++)
		argument_place(&walk, &row->args[i], &unused);
	return walk.slot < CALL_ARGS ? walk.slot : CALL_ARGS;
}
