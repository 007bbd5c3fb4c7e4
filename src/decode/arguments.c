/* SPDX-License-Identifier: MIT */
/* Finds the arguments of a call in its registers. */
#include <string.h>

#include "decode/arguments.h"

#define CHOICE_DEPTH 4

bool argument_is_pair(const struct field *field, const struct abi *abi)
{
	/* x32 has 32-bit longs and 64-bit registers. The size of klong is that of a register. */
	return field_more(field)->pair && abi_has_pairs(abi);
}

unsigned argument_next_slot(const struct field *field, const struct abi *abi, unsigned *slot)
{
	if (field_more(field)->stacked)
		return *slot;
	if (!argument_is_pair(field, abi))
		return *slot + 1;
	if (abi->pairs_aligned && !field_more(field)->pair_of_halves)
		*slot += *slot & 1;
	return *slot + 2;
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
	unsigned slot, last; /* the next register; the first one of the previous argument */
	unsigned choices;
	const struct view *view; /* of the row; NULL: none */
	const struct view *variant_view; /* of the variant that is being expanded; NULL: none */
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
	to->variant_view = to->decode->sink->views ? more->view : NULL;
	expand(to, variant->fields, variant->n_fields, depth + 1);
	to->variant_view = NULL;
}

static void find_looks(const struct expansion *to, struct argument *item)
{
	if (!field_name(item->field))
		return;
	if (to->view)
		view_look(to->view, field_name(item->field), 0, &item->looks);
	if (to->variant_view)
		view_look(to->variant_view, field_name(item->field), 0, &item->looks);
}

static void expand(struct expansion *to, const struct field *fields, uint16_t n, unsigned depth)
{
	const struct call *call = to->decode->call;
	struct arguments *arguments = to->arguments;

	for (uint16_t i = 0; i < n; i++) {
		const struct field *field = &fields[i];
		struct argument *item;
		unsigned next;

		if (field_type(field)->kind == TYPE_CHOICE) {
			expand_choice(to, field_more(field)->choice, depth);
			continue;
		}
		if (field_more(field)->union_with_previous)
			to->slot = to->last;
		to->odd |= field_more(field)->stacked || field_more(field)->pair;
		next = argument_next_slot(field, call->abi, &to->slot);
		if (next > CALL_ARGS || arguments->n == RECORD_ARGUMENTS)
			return;
		if (field_type(field)->kind != TYPE_PADDING) {
			item = &arguments->items[arguments->n++];
			*item = (struct argument){ .field = field,
						   .slot = (uint8_t)to->slot,
						   .pointer = argument_is_pointer(field) };
			item->value = argument_value(call, item);
			find_looks(to, item);
		}
		to->last = to->slot;
		to->slot = next;
	}
}

/* Puts the arguments that an order names first, in that order. */
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
			break;
		}
	}
}

static void expand_row(const struct decode *decode, struct expanded *expanded)
{
	const struct syscall *row = decode->call->row;
	struct arguments *arguments = &expanded->arguments;
	struct expansion to = { .decode = decode, .arguments = arguments };

	to.view = decode->sink->views ? row->view : NULL;
	expanded->row = row;
	expanded->abi = decode->call->abi;
	expanded->views = decode->sink->views;
	arguments->result = row->result;
	arguments->n = arguments->n_notes = 0;
	if (row->n_notes)
		arguments->notes[arguments->n_notes++] =
			(struct argument_notes){ row->notes, row->n_notes };
	expand(&to, row->args, row->n_args, 0);
	if (to.view && to.view->order)
		put_in_order(arguments, to.view->order);
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

/*
 * Returns the maximum number of registers. slot: the next one; last: the first of the previous
 * field.
 */
static unsigned max_slots(const struct field *fields, uint16_t n, const struct abi *abi,
			  unsigned slot, unsigned last)
{
	for (uint16_t i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;
		unsigned max = slot;

		if (field_type(&fields[i])->kind != TYPE_CHOICE) {
			last = slot = field_more(&fields[i])->union_with_previous ? last : slot;
			slot = argument_next_slot(&fields[i], abi, &slot);
			continue;
		}
		for (uint16_t v = 0; v < choice->n_variants; v++) {
			unsigned end = max_slots(choice->variants[v].fields,
						 choice->variants[v].n_fields, abi, slot, last);

			max = end > max ? end : max;
		}
		slot = max;
	}
	return slot;
}

unsigned arguments_slots(const struct syscall *row, const struct abi *abi)
{
	unsigned slots = max_slots(row->args, row->n_args, abi, 0, 0);

	return slots < CALL_ARGS ? slots : CALL_ARGS;
}
