/* SPDX-License-Identifier: MIT */
/* Emits one argument at the entry and at the exit of a call. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/snapshot.h"
#include "decode/sides.h"

static void begin_argument(const struct slot *slot, enum phase phase)
{
	struct sink *sink = slot->scope->decode->sink;
	const struct argument *argument = slot->argument;

	sink->ops->argument(sink, slot->scope->decode->builder, slot->index,
			    field_name(argument->field), phase, argument->looks.named);
}

static void wait(const struct slot *slot)
{
	struct sink *sink = slot->scope->decode->sink;
	const struct argument *argument = slot->argument;

	sink->ops->pending(sink, slot->scope->decode->builder, slot->index,
			   field_name(argument->field));
}

void emit_argument(const struct scope *scope, const struct argument *argument)
{
	const struct field *field = argument->field;
	struct scope array;

	if (argument->looks.brief) {
		array = *scope;
		array.looks = &argument->looks;
	}
	if (!condition_holds(scope, field_more(field)->when))
		emit_address(scope, argument->value, false);
	else if (!argument->pointer)
		emit_scalar(scope, field, argument->value);
	else if (argument->looks.abbreviated && !scope_is_whole(scope))
		emit_address(scope, argument->value, false);
	else
		emit_pointee(argument->looks.brief ? &array : scope, field, argument->value);
}

/* An INOUT scalar: a pointer to one value, shown at the exit as "[old => new]". */
static bool is_scalar_cell(const struct field *field)
{
	return type_is_scalar(field_type(field)) && !field_more(field)->count.given;
}

static bool is_single_struct(const struct field *field)
{
	return field_type(field)->kind == KIND_STRUCT && !field_more(field)->count.given;
}

/*
 * The bytes that the exit compares with: of a scalar or a struct, or of all elements of an array
 * that can be shown.
 */
static size_t remembered_size(const struct scope *scope, const struct field *field)
{
	size_t size = cache_element_size(scope->decode->cache, field, scope_abi(scope));
	size_t limit = shown_limit(scope);

	if (!field_more(field)->count.given)
		return size;
	return size * (limit < BUFFERS_MAX ? limit : BUFFERS_MAX);
}

/* Saves what is readable of these bytes. */
static void remember(const struct slot *slot)
{
	const struct field *field = slot->argument->field;
	bool is_cell = is_scalar_cell(field);
	size_t size = remembered_size(slot->scope, field);
	struct window window;
	uint64_t given;

	if (!slot->argument->value ||
	    (!is_cell && !struct_has_inout(field, scope_abi(slot->scope))))
		return;
	/* The caller gave the first bytes; the others are 0, as at the exit. */
	if (is_cell || !field_more(field)->len.given ||
	    !size_expr_value(slot->scope, &field_more(field)->len, &given))
		given = size;
	if (given >= size ||
	    !memory_view_padded(slot->scope, slot->argument->value, (size_t)given, size, &window))
		memory_read(slot->scope, slot->argument->value, size, &window);
	snapshot_save(slot->scope->decode->snapshot, slot->item, &window);
	memory_release(&window);
	if (field_more(field)->pointees_kept)
		struct_keep_pointees(slot->scope, field, slot->argument->value);
}

static void enter_merged(const struct slot *slot)
{
	struct sink *sink = slot->scope->decode->sink;
	struct entry_snapshot *snapshot = slot->scope->decode->snapshot;
	enum entered entered = ENTER_REFUSED; /* NULL */
	struct window window;
	struct scope inner;

	if (slot->argument->value)
		entered = struct_enter(slot->scope, slot->argument->field, slot->argument->value,
				       &inner, &window);
	if (entered != ENTERED) {
		emit_address(slot->scope, slot->argument->value, entered == ENTER_UNREADABLE);
		return;
	}
	snapshot->open |= (uint16_t)(1u << slot->item);
	sink->ops->open(sink, GROUP_STRUCT);
	struct_members(&inner);
	memory_release(&window);
}

static bool is_merged(const struct scope *scope, const struct field *field)
{
	return scope_view(scope, field, layout_of(field_type(field), scope_abi(scope)))->merge;
}

static void enter_inout(const struct slot *slot)
{
	const struct field *field = slot->argument->field;
	struct scope scope = *slot->scope;
	struct slot side = *slot;

	if (emit_is_shallow(slot->scope, field)) {
		begin_argument(slot, PHASE_ENTRY);
		emit_address(slot->scope, slot->argument->value, false);
		return;
	}
	remember(slot);
	if (is_scalar_cell(field) && !slot->argument->looks.apart) {
		wait(slot);
		return;
	}
	scope.show = DIR_IN;
	side.scope = &scope;
	begin_argument(&side, PHASE_ENTRY);
	if (is_single_struct(field) && is_merged(&scope, field) &&
	    condition_holds(&scope, field_more(field)->when))
		enter_merged(&side);
	else
		emit_argument(&scope, slot->argument);
	wait(slot);
}

static void enter_argument(const struct slot *slot)
{
	const struct field *field = slot->argument->field;

	if (field->dir == DIR_INOUT && !slot->argument->looks.entry_only) {
		enter_inout(slot);
	} else if (argument_waits(field, &slot->argument->looks)) {
		if (field_type(field)->kind == KIND_STRUCT)
			remember(slot);
		wait(slot);
	} else {
		begin_argument(slot, PHASE_ENTRY);
		emit_argument(slot->scope, slot->argument);
	}
}

void argument_enter(const struct slot *slot)
{
	const struct fetch *fetch = slot->scope->decode->fetch;
	struct sink *sink = slot->scope->decode->sink;

	/* Forget late reads that were made before, which are not about this argument. */
	fetch_late(fetch);
	enter_argument(slot);
	if (fetch_late(fetch))
		sink->ops->late(sink, slot->scope->decode->builder, slot->index);
}

/*
 * The entry segment has the value before the call. The view's condition decides about the value
 * after it.
 */
static void exit_apart(const struct slot *slot)
{
	const struct condition *when = slot->argument->looks.when;
	uint64_t now;

	if (slot->scope->decode->call->is_error || !slot->argument->value ||
	    !condition_holds(slot->scope, when) ||
	    !memory_scalar(slot->scope, slot->argument->value,
			   field_type(slot->argument->field)->storage, &now))
		return;
	begin_argument(slot, PHASE_EXIT);
	emit_argument(slot->scope, slot->argument);
}

static void exit_cell(const struct slot *slot)
{
	const struct argument *argument = slot->argument;
	const struct field *field = argument->field;
	struct sink *sink = slot->scope->decode->sink;
	bool failed = slot->scope->decode->call->is_error && !field_more(field)->on_error;
	uint64_t before, now;
	bool has_before, has_now, shown;

	begin_argument(slot, PHASE_EXIT);
	has_before = snapshot_item(slot->scope, slot->item, &before);
	has_now = !failed && argument->value &&
		  memory_scalar(slot->scope, argument->value, field_type(field)->storage, &now);
	shown = condition_holds(slot->scope, field_more(field)->when);
	if ((!has_before && !has_now) || !shown) {
		emit_address(slot->scope, argument->value, shown);
		return;
	}
	sink->ops->open(sink, GROUP_POINTEE);
	emit_scalar(slot->scope, field, has_before ? before : now);
	if (has_before && has_now && before != now) {
		sink->ops->change(sink);
		emit_scalar(slot->scope, field, now);
	}
	sink->ops->close(sink, GROUP_POINTEE, GROUP_COMPLETE);
}

/* Whether the view shows a member as "before => after" at the exit. */
static bool has_apart(const struct scope *scope, const struct field *field)
{
	return scope_view(scope, field, layout_of(field_type(field), scope_abi(scope)))->apart;
}

/*
 * The OUT members of an INOUT struct: in a segment of their own, or continuing that of the entry.
 */
static void exit_struct(const struct slot *slot, struct scope *scope)
{
	const struct field *field = slot->argument->field;
	bool merged = scope->decode->snapshot->open >> slot->item & 1;
	bool failed = scope->decode->call->is_error;
	struct opening opening = {
		.index = slot->index,
		.name = field_name(field),
		.named = slot->argument->looks.named,
		.done = merged,
		.group = scope_view(scope, field, layout_of(field_type(field), scope_abi(scope)))
					 ->elements
				 ? GROUP_ARRAY
				 : GROUP_STRUCT,
	};
	struct sink *sink = scope->decode->sink;
	enum group_end end = GROUP_COMPLETE;
	struct scope inner;
	struct window window;

	if (merged)
		begin_argument(slot, PHASE_REST);
	if (failed && merged && !field_more(field)->on_error && has_apart(scope, field)) {
		scope->show = SHOW_KEPT;
		failed = false;
	}
	if ((!failed || field_more(field)->on_error) && slot->argument->value &&
	    struct_enter(scope, field, slot->argument->value, &inner, &window) == ENTERED) {
		inner.opening = &opening;
		end = struct_members(&inner);
		memory_release(&window);
	}
	if (opening.done)
		sink->ops->close(sink, opening.group, end);
}

/* Whether an argument is an array of which the caller says that it has no elements. */
static bool has_no_elements(const struct scope *scope, const struct field *field)
{
	const struct size_expr *count = &field_more(field)->count;
	uint64_t n;

	return count->given &&
	       (count->computed || (count->name && strcmp(count->name, "RET") != 0)) &&
	       size_expr_value(scope, count, &n) && !n;
}

/* An OUT argument of a failed call: the members that the caller filled, or the address. */
static void exit_failed(const struct slot *slot, struct scope *scope)
{
	const struct field *field = slot->argument->field;

	begin_argument(slot, PHASE_EXIT);
	if (has_no_elements(scope, field) && slot->argument->value) {
		emit_argument(scope, slot->argument);
		return;
	}
	if (is_single_struct(field) && struct_has_inout(field, scope_abi(scope))) {
		scope->show = SHOW_KEPT;
		emit_argument(scope, slot->argument);
		return;
	}
	emit_address(scope, slot->argument->value, false);
}

/*
 * Whether text shows an INOUT argument as an address: it is so at the entry, and is not shown
 * again.
 */
static bool is_address(const struct slot *slot)
{
	const struct argument *argument = slot->argument;

	return (argument->looks.abbreviated && !scope_is_whole(slot->scope)) ||
	       (field_type(argument->field)->kind == KIND_BYTES &&
		(!argument->value ||
		 !bytes_are_readable(slot->scope, argument->field, argument->value)));
}

void argument_exit(const struct slot *slot)
{
	const struct decode *decode = slot->scope->decode;
	const struct field *field = slot->argument->field;
	struct scope scope = *slot->scope;
	struct window before;

	if (field->dir == DIR_INOUT && (emit_is_shallow(slot->scope, field) || is_address(slot)))
		return;
	if (snapshot_window(decode->snapshot, slot->item, slot->argument->value, &before))
		scope.before = &before;
	if (field->dir == DIR_INOUT && is_scalar_cell(field)) {
		if (slot->argument->looks.apart)
			exit_apart(slot);
		else
			exit_cell(slot);
	} else if (field->dir == DIR_INOUT && is_single_struct(field)) {
		/* The entry has shown the address. */
		if (!condition_holds(&scope, field_more(field)->when))
			return;
		scope.show = DIR_OUT;
		exit_struct(slot, &scope);
	} else if (field->dir == DIR_OUT && decode->call->is_error &&
		   !field_more(field)->on_error) {
		exit_failed(slot, &scope);
	} else if (field->dir == DIR_INOUT && type_is_scalar(field_type(field)) &&
		   (decode->call->is_error || !slot->argument->value ||
		    has_no_elements(&scope, field) ||
		    !array_is_readable(&scope, field, slot->argument->value))) {
		/*
		 * An array of scalars after a failed call, or without elements: the kernel has
		 * changed nothing.
		 */
		return;
	} else {
		/* An array of which the kernel fills some members is whole only now. */
		begin_argument(slot, field->dir == DIR_INOUT && field_fills(field) ? PHASE_AGAIN
										   : PHASE_EXIT);
		emit_argument(&scope, slot->argument);
	}
}
