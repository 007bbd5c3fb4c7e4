/* SPDX-License-Identifier: MIT */
/*
 * Compiles the rows of the table: which arguments are read at the entry and at the exit of a call.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plan/choices.h"
#include "plan/compiler.h"
#include "plan/data.h"
#include "plan/constants.h"
#include "plan/objects.h"
#include "plan/operands.h"
#include "plan/plans.h"
#include "scry/sets.h"
#include "scry/util.h"
#define CALLS_MAX 64 /* values of argument 0 that a multiplexer may have */

/* Whether decode reads what the argument points to at this side of the call. */
static bool is_read(const struct compiler *compiler, const struct field *field,
		    const struct argument_views *views)
{
	struct looks looks = { 0 };

	if (compiler->options->views)
		argument_look(views, field, &looks);
	if (field_more(field)->lookup || field_type(field)->kind == KIND_PADDING ||
	    decode_is_shallow(compiler->options->config, field) ||
	    (looks.abbreviated && !compiler_is_whole(compiler) && field->dir == DIR_IN))
		return false;
	if (compiler->exit)
		return argument_waits(field, &looks);
	/* At the entry decode keeps the bytes that the caller fills and the kernel changes. */
	return field->dir != DIR_OUT || looks.entry_only || struct_has_inout(field, compiler->abi);
}

/* What a condition looks at: a scalar in memory, or whether memory is readable. */
static void read_condition(struct compiler *compiler, const struct level *level,
			   const struct condition *when)
{
	const struct field *field;
	struct plan_operand operand;
	struct field_more more = { 0 };
	struct field target = { .dir = DIR_IN, .more = &more };

	if (!when || when->test)
		return;
	if (when->op != WHEN_READABLE && when->op != WHEN_UNREADABLE) {
		if (when->name[0] == '*' || strchr(when->name, '.'))
			operand_find(compiler, level, when->name, &operand, NULL);
		return;
	}
	if (!operand_find(compiler, level, when->name, &operand, &field) || !field)
		return;
	more.name = field_name(field);
	more.type = field_type(field);
	read_object(compiler, level, &target, operand, 0);
}

/*
 * The engine itself reports descriptors in registers. Here are those that a call has in memory:
 * socketcall(2).
 */
static void describe_argument(struct compiler *compiler, const struct type *type, uint8_t slot)
{
	struct plan_operand operand = operand_argument(compiler, slot, 4, true);

	if (compiler_is_descriptor(compiler, type) && operand.from == PLAN_MEMORY)
		compiler_describe(compiler, operand);
}

/* What an argument points to. */
static void read_pointee(struct compiler *compiler, const struct level *level, uint16_t i)
{
	const struct field *field = &level->fields[i];
	bool has_inout = field->dir == DIR_OUT && struct_has_inout(field, compiler->abi);
	bool is_array = field_more(field)->count.given;
	struct field_more more = *field_more(field);
	struct field target = *field;
	struct plan_operand address;
	uint32_t unless;

	if (!operand_of_argument(compiler, level, i, &address))
		return;
	target.more = &more;
	if (!is_array)
		more.pointer = more.pointer64 = false;
	if (compiler->exit && field->dir == DIR_OUT && !field_more(field)->on_error) {
		/*
		 * After a failure only the members are shown that the caller filled; of an array,
		 * none.
		 */
		if (has_inout && !is_array)
			compiler->frame.member_flags = PLAN_ON_SUCCESS;
		else
			compiler->frame.flags |= PLAN_ON_SUCCESS;
	}
	/*
	 * At the entry decode only keeps the bytes of the structs, and of what they point to if
	 * .pointees_kept is set.
	 */
	compiler->frame.flat = !compiler->exit && has_inout && !more.pointees_kept;
	unless = compiler_begin_condition(compiler, level, field);
	if (field_more(field)->when && !unless)
		compiler->frame.flags |= PLAN_GUESS;
	read_memory(compiler, level, &target, address, 0);
	compiler_land(compiler, unless);
}

static void read_argument(struct compiler *compiler, const struct level *level, uint16_t i,
			  const struct argument_views *views)
{
	const struct field *field = &level->fields[i];
	struct compiler_frame saved = compiler->frame;

	read_condition(compiler, level, field_more(field)->when);
	if (!argument_is_pointer(field)) {
		if (!compiler->exit && level->slots[i] < PLAN_ARGUMENTS)
			describe_argument(compiler, field_type(field), level->slots[i]);
	} else if (is_read(compiler, field, views)) {
		read_pointee(compiler, level, i);
	}
	compiler->frame = saved;
}

static void read_note(struct compiler *compiler, const struct level *level, const struct note *note)
{
	const struct field *field = &note->value;
	struct compiler_frame saved = compiler->frame;
	struct field_more more = *field_more(field);
	struct field target = *field;
	struct plan_operand address;

	compiler->frame.flags |= PLAN_ON_SUCCESS;
	read_condition(compiler, level, field_more(field)->when);
	if (!note->of_result && field_type(field) && !note->address &&
	    !decode_is_shallow(compiler->options->config, field) &&
	    operand_find(compiler, level, field_name(field), &address, NULL)) {
		more.pointer = false;
		target.more = &more;
		read_memory(compiler, level, &target, address, 0);
	}
	compiler->frame = saved;
}

static void read_notes(struct compiler *compiler, const struct level *level,
		       const struct note *notes, uint16_t n)
{
	if (compiler->exit && n && notes[0].events && compiler->options->events &&
	    compiler_is_whole(compiler))
		read_events(compiler, level);
	for (uint16_t i = 0; compiler->exit && i < n; i++)
		read_note(compiler, level, &notes[i]);
}

/* Where a row or a variant begins: its first register, and the views of its arguments. */
struct begin {
	struct argument_walk walk;
	struct argument_views views;
};

static void read_arguments(struct compiler *compiler, const struct level *outer,
			   const struct field *fields, uint16_t n, struct begin begin,
			   const struct note *notes, uint16_t n_notes);

/* ctx: a struct begin. */
static void read_variant(struct compiler *compiler, const struct level *level,
			 const struct variant *variant, const void *ctx)
{
	const struct variant_more *more = variant_more(variant);
	struct begin begin = *(const struct begin *)ctx;

	begin.views.variant = more->view;
	read_arguments(compiler, level, variant->fields, variant->n_fields, begin, more->notes,
		       more->n_notes);
}

static void read_choice(struct compiler *compiler, const struct level *level,
			const struct choice *choice, struct begin begin)
{
	struct compiler_frame saved = compiler->frame;

	if (compiler->frame.depth++ < 4 &&
	    !select_variants(compiler, level, choice, read_variant, &begin)) {
		compiler->frame.flags |= PLAN_GUESS;
		for (uint16_t v = 0; v < choice->n_variants; v++)
			read_variant(compiler, level, &choice->variants[v], &begin);
	}
	compiler->frame = saved;
}

static void read_arguments(struct compiler *compiler, const struct level *outer,
			   const struct field *fields, uint16_t n, struct begin begin,
			   const struct note *notes, uint16_t n_notes)
{
	struct level level = { .outer = outer, .fields = fields, .n = n };
	struct begin choices[ARRAY_SIZE(level.slots)];
	unsigned slot;

	if (level.n > ARRAY_SIZE(level.slots))
		level.n = ARRAY_SIZE(level.slots);
	/* All registers first: a length may follow what it is the length of. */
	for (uint16_t i = 0; i < level.n; i++) {
		choices[i] = begin;
		level.slots[i] = PLAN_ARGUMENTS;
		if (argument_place(&begin.walk, &fields[i], &slot))
			level.slots[i] = (uint8_t)slot;
	}
	for (uint16_t i = 0; i < level.n; i++)
		if (field_type(&fields[i])->kind == KIND_CHOICE)
			read_choice(compiler, &level, field_more(&fields[i])->choice, choices[i]);
		else
			read_argument(compiler, &level, i, &begin.views);
	read_notes(compiler, &level, notes, n_notes);
}

static void read_row(struct compiler *compiler, const struct syscall *row)
{
	struct begin begin = { .walk = { .abi = compiler->abi }, .views = { .row = row->view } };

	compiler->result = row->result;
	read_arguments(compiler, NULL, row->args, row->n_args, begin, row->notes, row->n_notes);
}

/*
 * -e raw shows no more than registers, but -e read and -e write show the data of such calls as
 * well.
 */
static void read_real_row(struct compiler *compiler, enum syscall_id id, const struct syscall *row)
{
	if (!compiler->options->raw)
		read_row(compiler, row);
	read_data(compiler, id);
}

/* Reads n longs at the address in a register. They become the arguments. */
static void read_registers(struct compiler *compiler, unsigned slot, unsigned n)
{
	uint32_t size = compiler->abi->long_size;
	struct amount bytes = amount_constant(n * size);
	struct plan_operand address =
		operand_argument(compiler, (uint8_t)slot, compiler->abi->pointer_size, false);
	struct plan_operand first;

	if (!compiler_read(compiler, address, 0, &bytes, 1, n * size, &first))
		return;
	first.size = (uint8_t)size;
	for (unsigned i = 0; i < PLAN_ARGUMENTS; i++, first.offset += size)
		compiler->frame.registers[i] = first;
}

/* A result that the kernel stores at the address in a register. */
static void read_stored_result(struct compiler *compiler, unsigned slot)
{
	struct compiler_frame saved = compiler->frame;
	struct amount bytes = amount_constant(compiler->abi->long_size);

	compiler->frame.flags |= PLAN_ON_SUCCESS;
	compiler_read(compiler,
		      operand_argument(compiler, (uint8_t)slot, compiler->abi->pointer_size, false),
		      0, &bytes, 1, compiler->abi->long_size, NULL);
	compiler->frame = saved;
}

/* socketcall(2), ipc(2): one of the calls that a multiplexer makes. */
static void read_multiplexed(struct compiler *compiler, const struct multiplexed *entry)
{
	const struct syscall *row = syscall_row((enum syscall_id)entry->id, compiler->abi);
	struct compiler_frame saved = compiler->frame;
	struct plan_operand memory[PLAN_ARGUMENTS];
	unsigned longs = 0;

	for (unsigned i = 0; i < entry->n && i < PLAN_ARGUMENTS; i++)
		if (entry->from[i] >= MULTIPLEX_MEMORY + longs)
			longs = entry->from[i] - MULTIPLEX_MEMORY + 1u;
	if (longs)
		read_registers(compiler, entry->memory, longs);
	if (entry->result && compiler->exit)
		read_stored_result(compiler, entry->result);
	memcpy(memory, compiler->frame.registers, sizeof(memory));
	for (unsigned i = 0; i < entry->n && i < PLAN_ARGUMENTS; i++)
		compiler->frame.registers[i] =
			entry->from[i] < MULTIPLEX_MEMORY
				? saved.registers[entry->from[i] % PLAN_ARGUMENTS]
				: memory[(entry->from[i] - MULTIPLEX_MEMORY) % PLAN_ARGUMENTS];
	if (row && row->args)
		read_real_row(compiler, (enum syscall_id)entry->id, row);
	compiler->frame = saved;
}

static void read_multiplexer(struct compiler *compiler, enum syscall_id id,
			     const struct syscall *row)
{
	struct plan_op op = { .kind = PLAN_SELECT,
			      .address = operand_argument(compiler, 0, 4, false) };
	uint32_t select;

	op.max = ++compiler->plans->n_selections;
	/* ipc(2): a version in the upper bits. Both versions of a call are read. */
	op.unit = multiplexed_call(id, 1u << 16 | 1) == id ? 0 : 0xffff0000;
	select = compiler_add(compiler, op);
	compiler_add(compiler, (struct plan_op){ .kind = PLAN_END });
	if (select)
		compiler->plans->ops[select].target = select + 1;
	for (unsigned number = 0; number < CALLS_MAX; number++) {
		enum syscall_id real = multiplexed_call(id, number);

		if (real == id)
			continue;
		compiler_select(compiler, op.max, number, compiler->plans->n_ops);
		for (const struct multiplexed *entry = row->multiplexed; entry && entry->id;
		     entry++)
			if (entry->id == (uint16_t)real)
				read_multiplexed(compiler, entry);
		compiler_add(compiler, (struct plan_op){ .kind = PLAN_END });
	}
}

/* Compiles one side. Returns the index of its first operation; 0: nothing needs to be read. */
static uint32_t compile_side(struct compiler *compiler, enum syscall_id id,
			     const struct syscall *row)
{
	uint32_t first = compiler->plans->n_ops;

	compiler->frame = (struct compiler_frame){ 0 };
	compiler->loops = 0;
	for (unsigned i = 0; i < PLAN_ARGUMENTS; i++)
		compiler->frame.registers[i] =
			(struct plan_operand){ .from = PLAN_ARGUMENT, .which = (uint8_t)i };
	compiler->result = row->result;
	if (row->flags & CALL_MULTIPLEX) {
		read_multiplexer(compiler, id, row);
	} else {
		if (row->flags & CALL_MEMORY_ARGS && !compiler->options->raw) {
			struct call call = { .abi = compiler->abi, .row = row };

			read_registers(compiler, 0, decode_registers(&call));
		}
		read_real_row(compiler, id, row);
	}
	if (compiler->plans->n_ops == first)
		return 0;
	compiler_add(compiler, (struct plan_op){ .kind = PLAN_END });
	return first;
}

bool plan_compile_row(struct plans *plans, const struct abi *abi, enum syscall_id id,
		      const struct syscall *row, const struct plan_options *options,
		      struct plan *plan)
{
	struct compiler compiler = { .plans = plans, .abi = abi, .options = options };
	uint32_t n_ops = plans->n_ops, n_selects = plans->n_selects;

	*plan = (struct plan){ 0 };
	if (!row || !row->args)
		return true;
	if (!options->no_entry)
		plan->entry = compile_side(&compiler, id, row);
	compiler.exit = true;
	if (!options->no_exit)
		plan->exit = compile_side(&compiler, id, row);
	if (!compiler.full)
		return true;
	plans->n_ops = n_ops;
	plans->n_selects = n_selects;
	*plan = (struct plan){ 0 };
	return false;
}

bool plan_compile(struct plans *plans, unsigned index, const struct abi *abi, uint32_t nr,
		  const struct plan_options *options)
{
	enum syscall_id id = nr < abi->n_ids ? (enum syscall_id)abi->ids[nr] : ID_none;

	if (index >= PLAN_ABIS || nr >= PLAN_CALLS)
		return false;
	return plan_compile_row(plans, abi, id, id ? syscall_row(id, abi) : NULL, options,
				&plans->calls[index][nr]);
}
