/* SPDX-License-Identifier: MIT */
/* A call at its entry and at its exit: a row, registers and memory become calls on a sink. */
#include <string.h>

#include "decode/arguments.h"
#include "decode/emit.h"
#include "decode/layout.h"
#include "decode/memo.h"
#include "decode/scalar.h"

static const char *const raw_names[CALL_ARGS] = { "arg0", "arg1", "arg2", "arg3", "arg4", "arg5" };

/* One argument of a call, and where it goes in the draft. */
struct slot {
	const struct scope *scope;
	const struct argument *argument;
	unsigned item; /* its place in .arguments */
	unsigned index; /* its place among those that are shown */
};

static void begin(const struct slot *slot, enum phase phase)
{
	struct sink *sink = slot->scope->decode->sink;
	const struct field *field = slot->argument->field;

	sink->ops->argument(sink, slot->index, field->name, phase, field->named);
}

static void emit_argument(const struct scope *scope, const struct argument *argument)
{
	const struct field *field = argument->field;

	if (!condition_holds(scope, &field->when))
		emit_address(scope, argument->value, false);
	else if (!argument_is_pointer(field))
		emit_scalar(scope, field->type, argument->value);
	else
		emit_pointee(scope, field, argument->value);
}

/* An INOUT scalar: one value behind a pointer, shown at the exit as "[old => new]". */
static bool is_scalar_cell(const struct field *field)
{
	return type_is_scalar(field->type) && !field->count.given;
}

static bool is_single_struct(const struct field *field)
{
	return field->type->kind == TYPE_STRUCT && !field->count.given;
}

/* Bytes that the exit compares with: the scalar, or the struct as far as it can be read. */
static void remember(const struct slot *slot)
{
	const struct field *field = slot->argument->field;
	const struct abi *abi = scope_abi(slot->scope);
	size_t size = layout_element_size(field, abi);
	struct window window;

	if (!slot->argument->value || field->count.given || !size)
		return;
	memory_read(slot->scope, slot->argument->value, size, &window);
	memo_save(slot->scope->decode->memo, slot->item, &window);
	memory_release(&window);
}

static void enter_merged(const struct slot *slot)
{
	struct sink *sink = slot->scope->decode->sink;
	struct decode_memo *memo = slot->scope->decode->memo;
	struct window window;
	struct scope inner;

	if (!slot->argument->value || !struct_enter(slot->scope, slot->argument->field,
						    slot->argument->value, &inner, &window)) {
		emit_address(slot->scope, slot->argument->value, true);
		return;
	}
	memo->open |= (uint16_t)(1u << slot->item);
	sink->ops->open(sink, GROUP_STRUCT);
	struct_members(&inner);
	memory_release(&window);
}

static void enter_inout(const struct slot *slot)
{
	const struct field *field = slot->argument->field;
	struct scope scope = *slot->scope;
	struct slot side = *slot;

	remember(slot);
	if (is_scalar_cell(field)) {
		scope.decode->sink->ops->pending(scope.decode->sink, slot->index, field->name,
						 field->late);
		return;
	}
	scope.show = DIR_IN;
	side.scope = &scope;
	begin(&side, PHASE_ENTRY);
	if (is_single_struct(field) && layout_of(field->type, scope_abi(&scope))->merge)
		enter_merged(&side);
	else
		emit_argument(&scope, slot->argument);
	scope.decode->sink->ops->pending(scope.decode->sink, slot->index, field->name, field->late);
}

static void enter_argument(const struct slot *slot)
{
	const struct field *field = slot->argument->field;
	struct sink *sink = slot->scope->decode->sink;

	if (field->dir == DIR_INOUT) {
		enter_inout(slot);
	} else if (field->dir == DIR_OUT || field->late) {
		if (is_single_struct(field))
			remember(slot);
		sink->ops->pending(sink, slot->index, field->name, field->late);
	} else {
		begin(slot, PHASE_ENTRY);
		emit_argument(slot->scope, slot->argument);
	}
}

static void exit_cell(const struct slot *slot)
{
	const struct condition *when = &slot->argument->field->when;
	const struct argument *argument = slot->argument;
	const struct type *type = argument->field->type;
	struct sink *sink = slot->scope->decode->sink;
	bool failed = slot->scope->decode->call->is_error;
	uint64_t before, now;
	bool has_before, has_now, shown;

	begin(slot, PHASE_EXIT);
	has_before = memo_item(slot->scope, slot->item, &before);
	has_now = !failed && argument->value &&
		  memory_scalar(slot->scope, argument->value, type->storage, &now);
	shown = condition_holds(slot->scope, when);
	if ((!has_before && !has_now) || !shown) {
		emit_address(slot->scope, argument->value, shown);
		return;
	}
	sink->ops->open(sink, GROUP_POINTEE);
	emit_scalar(slot->scope, type, has_before ? before : now);
	if (has_before && has_now && before != now) {
		sink->ops->change(sink);
		emit_scalar(slot->scope, type, now);
	}
	sink->ops->close(sink, GROUP_POINTEE, GROUP_COMPLETE);
}

/* The OUT members of an INOUT struct: a part of their own, or the rest of the entry's part. */
static void exit_struct(const struct slot *slot, const struct scope *scope)
{
	const struct field *field = slot->argument->field;
	bool merged = scope->decode->memo->open >> slot->item & 1;
	bool failed = scope->decode->call->is_error;
	struct opening opening = {
		.index = slot->index, .name = field->name, .named = field->named, .done = merged
	};
	struct sink *sink = scope->decode->sink;
	enum group_end end = GROUP_COMPLETE;
	struct scope inner;
	struct window window;

	if (merged)
		begin(slot, PHASE_REST);
	if (!failed && slot->argument->value &&
	    struct_enter(scope, field, slot->argument->value, &inner, &window)) {
		inner.opening = &opening;
		end = struct_members(&inner);
		memory_release(&window);
	}
	if (opening.done)
		sink->ops->close(sink, GROUP_STRUCT, end);
}

/* An OUT struct of a failed call: members that the caller filled, or the address. */
static void exit_failed(const struct slot *slot, struct scope *scope)
{
	const struct field *field = slot->argument->field;

	begin(slot, PHASE_EXIT);
	if (is_single_struct(field) && struct_has_inout(field->type, scope_abi(scope))) {
		scope->show = SHOW_KEPT;
		emit_argument(scope, slot->argument);
		return;
	}
	emit_address(scope, slot->argument->value, false);
}

static void exit_argument(const struct slot *slot)
{
	const struct decode *decode = slot->scope->decode;
	const struct field *field = slot->argument->field;
	struct scope scope = *slot->scope;
	struct window before;

	if (memo_window(decode->memo, slot->item, slot->argument->value, &before))
		scope.before = &before;
	if (field->dir == DIR_INOUT && is_scalar_cell(field)) {
		exit_cell(slot);
	} else if (field->dir == DIR_INOUT && is_single_struct(field)) {
		scope.show = DIR_OUT;
		exit_struct(slot, &scope);
	} else if (field->dir == DIR_OUT && decode->call->is_error && !field->on_error) {
		exit_failed(slot, &scope);
	} else if (field->dir == DIR_OUT || (field->dir == DIR_IN && field->late)) {
		begin(slot, PHASE_EXIT);
		emit_argument(&scope, slot->argument);
	}
}

static void emit_raw(const struct decode *decode, const char *const *names, unsigned n)
{
	struct arguments arguments = { 0 };
	struct scope scope = arguments_scope(decode, &arguments);
	struct sink *sink = decode->sink;

	for (unsigned i = 0; i < n; i++) {
		uint64_t value = decode->call->args[i];

		sink->ops->argument(sink, i, names[i], PHASE_ENTRY, false);
		emit_number(&scope, scalar_cut(STORE_KULONG, decode->call->abi, value), 16);
	}
}

static bool is_raw(const struct decode *decode)
{
	return decode->config->raw || !decode->call->row;
}

/* An argument whose condition is not met stays out, or (or_address, RET) shows its address. */
static bool is_present(const struct scope *scope, const struct field *field)
{
	const char *name = field->when.name;

	return field->or_address || (name && !strcmp(name, "RET")) ||
	       condition_holds(scope, &field->when);
}

void decode_enter(const struct decode *decode)
{
	const struct syscall *row = decode->call->row;
	struct arguments arguments;
	struct scope scope;
	unsigned index = 0;

	memo_clear(decode->memo);
	if (is_raw(decode)) {
		emit_raw(decode, raw_names,
			 row ? arguments_slots(row, decode->call->abi) : CALL_ARGS);
		return;
	}
	arguments_expand(decode, &arguments);
	scope = arguments_scope(decode, &arguments);
	for (unsigned i = 0; i < arguments.n; i++) {
		struct slot slot = { &scope, &arguments.items[i], i, index };

		if (!is_present(&scope, slot.argument->field))
			continue;
		decode->memo->present |= (uint16_t)(1u << i);
		enter_argument(&slot);
		index++;
	}
}

static void emit_result(const struct scope *scope)
{
	const struct decode *decode = scope->decode;
	const struct type *type = scope->arguments->result;
	uint64_t value = (uint64_t)decode->call->result;

	if (decode->call->is_error)
		return;
	decode->sink->ops->result(decode->sink);
	if (decode->config->raw || !type || !type_is_scalar(type))
		emit_number(scope, scalar_cut(STORE_KLONG, scope_abi(scope), value),
			    decode->config->raw ? 16 : 10);
	else
		emit_scalar(scope, type, scalar_cut(type->storage, scope_abi(scope), value));
}

static void emit_note(const struct scope *scope, const struct field *note)
{
	struct sink *sink = scope->decode->sink;
	struct argument value = { .field = note };
	struct binding binding;

	if (!condition_holds(scope, &note->when))
		return;
	if (note->of_result) {
		sink->ops->note(sink, note->label);
		emit_scalar(scope, note->type,
			    scalar_cut(note->type->storage, scope_abi(scope),
				       (uint64_t)scope->decode->call->result));
		return;
	}
	if (!note->type) {
		sink->ops->note(sink, note->label);
		return;
	}
	if (!scope_find(scope, note->name, &binding) || !binding.value)
		return;
	value.value = binding.value;
	sink->ops->note(sink, note->label);
	emit_argument(scope, &value);
}

void decode_exit(const struct decode *decode)
{
	struct arguments arguments = { .result = NULL };
	struct scope scope = arguments_scope(decode, &arguments);
	unsigned index = 0;

	if (is_raw(decode)) {
		emit_result(&scope);
		return;
	}
	arguments_expand(decode, &arguments);
	for (unsigned i = 0; i < arguments.n; i++) {
		struct slot slot = { &scope, &arguments.items[i], i, index };

		if (!(decode->memo->present >> i & 1))
			continue;
		exit_argument(&slot);
		index++;
	}
	emit_result(&scope);
	if (decode->call->is_error)
		return;
	for (unsigned i = 0; i < arguments.n_notes; i++)
		for (uint16_t n = 0; n < arguments.notes[i].n; n++)
			emit_note(&scope, &arguments.notes[i].fields[n]);
}
