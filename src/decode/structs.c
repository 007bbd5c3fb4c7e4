/* SPDX-License-Identifier: MIT */
/* Structs: members with their conditions, choices and nested structs. */
#include <string.h>

#include "decode/emit.h"
#include "decode/layout.h"
#include "decode/scalar.h"

#define STRUCT_MAX 65536u /* bytes */

static bool emit_members(const struct scope *scope);

void opening_begin(const struct scope *scope)
{
	struct opening *opening = scope->opening;
	struct sink *sink = scope->decode->sink;

	if (!opening || opening->done)
		return;
	opening->done = true;
	sink->ops->argument(sink, opening->index, opening->name, PHASE_EXIT, opening->named);
	sink->ops->open(sink, GROUP_STRUCT);
}

static bool is_pointer(const struct field *field)
{
	return field->pointer || field->pointer64;
}

/* The scalar or pointer that a member is; false: it is neither, or unreadable. */
static bool member_number(const struct scope *scope, const struct layout_slot *slot,
			  uint64_t *value)
{
	const struct field *field = slot->field;
	uint64_t address = scope->address + slot->offset;

	if (is_pointer(field))
		return memory_pointer(scope, address, slot->size, value);
	if (field->count.given || !type_is_scalar(field->type))
		return false;
	if (field->bits)
		return memory_bits(scope, slot, value);
	return memory_scalar(scope, address, field->type->storage, value);
}

static bool is_zero(const struct scope *scope, const struct layout_slot *slot)
{
	struct window window;
	bool zero = true;
	uint64_t value;

	if (member_number(scope, slot, &value))
		return !value;
	if (!memory_view(scope, scope->address + slot->offset, slot->size, &window))
		return false;
	for (size_t i = 0; i < window.len; i++)
		zero = zero && !window.bytes[i];
	memory_release(&window);
	return zero;
}

/* What an INOUT member was at the entry, if the entry kept it and it differs. */
static bool was_different(const struct scope *scope, const struct layout_slot *slot,
			  uint64_t *before)
{
	struct scope past = *scope;
	uint64_t now;

	if (!scope->before || slot->field->dir != DIR_INOUT)
		return false;
	past.window = scope->before;
	return member_number(&past, slot, before) && member_number(scope, slot, &now) &&
	       *before != now;
}

/* Whether this side of the call (scope->show) shows a member of that direction. */
static bool is_for_this_side(const struct scope *scope, const struct layout_slot *slot)
{
	uint64_t before;

	if (scope->show == SHOW_KEPT)
		return slot->field->dir == DIR_INOUT;
	if (slot->field->dir & scope->show & DIR_IN)
		return true;
	if (slot->field->dir == DIR_INOUT)
		return is_pointer(slot->field) || was_different(scope, slot, &before);
	return slot->field->dir & scope->show;
}

static bool is_there(const struct scope *scope, const struct layout_slot *slot)
{
	const struct field *field = slot->field;

	if (field->hidden || field->type->kind == TYPE_PADDING || slot->offset >= scope->given)
		return false;
	if (!field->or_address && !condition_holds(scope, &field->when))
		return false;
	return is_for_this_side(scope, slot) && !(field->nonzero && is_zero(scope, slot));
}

static void emit_scalar_member(const struct scope *scope, const struct layout_slot *slot,
			       uint64_t value)
{
	struct sink *sink = scope->decode->sink;
	uint64_t before;

	if (scope->show == DIR_INOUT && was_different(scope, slot, &before)) {
		emit_scalar(scope, slot->field->type, before);
		sink->ops->change(sink);
	}
	emit_scalar(scope, slot->field->type, value);
}

static void emit_pointer_member(const struct scope *scope, const struct field *field,
				uint64_t address)
{
	bool unfilled =
		field->dir == DIR_INOUT && (scope->show == DIR_IN || scope->show == SHOW_KEPT);

	if (unfilled || (field->or_address && !condition_holds(scope, &field->when)))
		emit_address(scope, address, false);
	else
		emit_pointee(scope, field, address);
}

static void emit_member(const struct scope *scope, const struct layout_slot *slot)
{
	struct sink *sink = scope->decode->sink;
	uint64_t value;

	opening_begin(scope);
	if (!scope->bare)
		sink->ops->member(sink, slot->field->name);
	if (!member_number(scope, slot, &value))
		emit_memory(scope, slot->field, scope->address + slot->offset);
	else if (is_pointer(slot->field))
		emit_pointer_member(scope, slot->field, value);
	else
		emit_scalar_member(scope, slot, value);
}

static bool emit_choice(const struct scope *scope, const struct layout_slot *slot)
{
	const struct variant *variant = choice_pick(scope, slot->field->choice);
	struct scope chosen = *scope;

	if (!variant || scope->depth >= SCOPE_DEPTH || !condition_holds(scope, &slot->field->when))
		return false;
	chosen.outer = scope;
	chosen.fields = variant->fields;
	chosen.n_fields = variant->n_fields;
	chosen.start = slot->offset;
	chosen.depth++;
	return emit_members(&chosen);
}

/* Returns whether members were left out that -v would show. */
static bool emit_members(const struct scope *scope)
{
	struct layout_cursor cursor = layout_start(scope_abi(scope), scope->packed, scope->start);
	bool more = false;

	for (uint16_t i = 0; i < scope->n_fields; i++) {
		struct layout_slot slot = layout_place(&cursor, &scope->fields[i]);

		if (slot.field->type->kind == TYPE_CHOICE)
			more = emit_choice(scope, &slot) || more;
		else if (!is_there(scope, &slot))
			continue;
		else if (slot.field->verbose && !scope->decode->config->verbose)
			more = true;
		else
			emit_member(scope, &slot);
	}
	return more;
}

/* The size that the caller says the struct has; UNGIVEN: it is that of the type. */
static bool given_size(const struct scope *scope, const struct field *field, uint64_t address,
		       uint64_t *given)
{
	bool inside = scope->outer && !is_pointer(field) && scope->given != UNGIVEN;
	uint64_t offset = address - scope->address, rest = UNGIVEN;

	if (inside)
		rest = offset < scope->given ? scope->given - offset : 0;
	*given = rest;
	if (field->len.given && !amount_value(scope, &field->len, given))
		return false;
	if (*given > rest)
		*given = rest;
	return true;
}

bool struct_enter(const struct scope *scope, const struct field *field, uint64_t address,
		  struct scope *inner, struct window *window)
{
	const struct abi *abi = scope_abi(scope);
	const struct type *type = layout_of(field->type, abi);
	size_t size = layout_size(type, abi), least = type->least ? type->least : size;
	uint64_t given;

	if (scope->depth >= SCOPE_DEPTH || size > STRUCT_MAX ||
	    !given_size(scope, field, address, &given) || given < least ||
	    !memory_view_padded(scope, address, given < size ? (size_t)given : size, size, window))
		return false;
	*inner = (struct scope){
		.decode = scope->decode,
		.outer = scope,
		.arguments = scope->arguments,
		.type = type,
		.fields = type->fields,
		.n_fields = type->n_fields,
		.packed = type->align == 1,
		.bare = type->bare,
		.address = address,
		.size = size,
		.given = given,
		.left = scope->left,
		.window = window,
		.before = scope->before,
		.opening = scope->opening,
		.depth = scope->depth + 1,
		.show = scope->show,
	};
	return true;
}

/* What the caller gave behind the members, up to a page: the kernel refuses more (copy_struct_from_user). */
#define EXTRA_END 4096u

static void emit_extra(const struct scope *scope, const struct window *window)
{
	struct value value = { .kind = VALUE_EXTRA, .size = 1, .base = 16, .u = scope->size };
	size_t limit = scope->decode->config->string_limit;
	struct sink *sink = scope->decode->sink;

	opening_begin(scope);
	value.abi = scope_abi(scope);
	value.bytes = window->bytes;
	value.full_len = window->len;
	value.truncated = window->len > limit;
	value.len = value.truncated ? limit : window->len;
	sink->ops->value(sink, &value);
}

static enum group_end struct_extra(const struct scope *scope)
{
	uint64_t end = scope->given < EXTRA_END ? scope->given : EXTRA_END;
	enum group_end how = GROUP_COMPLETE;
	struct window window;
	bool zero = true;

	if (scope->given == UNGIVEN || end <= scope->size)
		return GROUP_COMPLETE;
	if (!memory_view(scope, scope->address + scope->size, (size_t)end - scope->size, &window)) {
		opening_begin(scope);
		return GROUP_UNREADABLE;
	}
	for (size_t i = 0; i < window.len; i++)
		zero = zero && !window.bytes[i];
	if (!zero && scope->type->extensible)
		emit_extra(scope, &window);
	else if (!zero)
		how = GROUP_MORE;
	memory_release(&window);
	return how;
}

enum group_end struct_members(const struct scope *scope)
{
	enum group_end end = emit_members(scope) ? GROUP_MORE : GROUP_COMPLETE;
	enum group_end extra = GROUP_COMPLETE;

	if (scope->type->extensible || scope->type->extensible_briefly)
		extra = struct_extra(scope);
	return extra == GROUP_COMPLETE ? end : extra;
}

void emit_struct(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct sink *sink = scope->decode->sink;
	enum group_end end;
	struct window window;
	struct scope inner;

	if (!struct_enter(scope, field, address, &inner, &window)) {
		emit_address(scope, address, true);
		return;
	}
	inner.opening = NULL;
	sink->ops->open(sink, GROUP_STRUCT);
	end = struct_members(&inner);
	sink->ops->close(sink, GROUP_STRUCT, end);
	memory_release(&window);
}

static bool any_inout(const struct field *fields, uint16_t n)
{
	for (uint16_t i = 0; i < n; i++)
		if (fields[i].dir == DIR_INOUT && fields[i].type->kind != TYPE_CHOICE)
			return true;
	return false;
}

bool struct_has_inout(const struct type *type, const struct abi *abi)
{
	type = layout_of(type, abi);
	return any_inout(type->fields, type->n_fields);
}
