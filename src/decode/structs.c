/* SPDX-License-Identifier: MIT */
/* Emits structs: members with conditions, choices and nested structs. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/snapshot.h"

static bool emit_members(const struct scope *scope);

void opening_begin(const struct scope *scope)
{
	struct opening *opening = scope->opening;
	struct sink *sink = scope->decode->sink;

	if (!opening || opening->done)
		return;
	opening->done = true;
	sink->ops->argument(sink, scope->decode->builder, opening->index, opening->name, PHASE_EXIT,
			    opening->named);
	sink->ops->open(sink, opening->group);
}

static bool is_pointer(const struct field *field)
{
	return field_more(field)->pointer || field_more(field)->pointer64;
}

/* The value of a scalar or pointer. Returns false if the member is neither, or unreadable. */
static bool member_number(const struct scope *scope, const struct layout_slot *slot,
			  uint64_t *value)
{
	const struct field *field = slot->field;
	uint64_t address = scope->address + slot->offset;

	if (is_pointer(field))
		return memory_pointer(scope, address, slot->size, value);
	if (field_more(field)->count.given || !type_is_scalar(field_type(field)))
		return false;
	if (field_more(field)->bits)
		return memory_bits(scope, slot, value);
	return memory_scalar(scope, address, field_type(field)->storage, value);
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

/* Whether an INOUT member had another value at the entry. *before is that value. */
static bool was_different(const struct scope *scope, const struct shown *shown, uint64_t *before)
{
	const struct layout_slot *slot = shown->slot;
	struct scope past = *scope;
	uint64_t now;

	if (!scope->before || shown->dir != DIR_INOUT)
		return false;
	past.window = scope->before;
	return member_number(&past, slot, before) && member_number(scope, slot, &now) &&
	       *before != now;
}

/* Whether the kernel fills members of the struct, or of the structs in the array. */
static bool has_filled(const struct scope *scope, const struct field *field)
{
	uint64_t n;

	return field_fills(field) && (!field_more(field)->count.given ||
				      (size_expr_value(scope, &field_more(field)->count, &n) && n));
}

/* Whether a member is shown at this side of the call, by its direction and scope->show. */
static bool is_for_this_side(const struct scope *scope, const struct shown *shown)
{
	const struct layout_slot *slot = shown->slot;
	uint64_t before;

	if (shown->looks.apart)
		return is_pointer(slot->field) && shown->dir == DIR_OUT ? scope->show == DIR_OUT
									: scope->show != DIR_IN;
	if (scope->show == SHOW_KEPT)
		return shown->dir == DIR_INOUT;
	if (shown->dir & scope->show & DIR_IN)
		return true;
	if (shown->dir == DIR_INOUT)
		return !scope_has_views(scope) || scope->view->again || is_pointer(slot->field) ||
		       has_filled(scope, slot->field) || was_different(scope, shown, &before);
	return shown->dir & scope->show;
}

/*
 * Whether the caller's size includes the start of a member, or of the one that it is shown together
 * with.
 */
static bool is_given(const struct scope *scope, const struct layout_slot *slot)
{
	while ((field_more(slot->field)->together ||
		field_type(slot->field)->kind == KIND_PADDING) &&
	       slot > scope->members->slots)
		slot--;
	return slot->offset < scope->given ||
	       (field_more(slot->field)->may_be_empty && slot->offset == scope->given);
}

/* The minimum size of a member: of one element, if it is an array that may be shown in part. */
static size_t min_size(const struct scope *scope, const struct field *field)
{
	const struct abi *abi = scope_abi(scope);

	if (is_pointer(field))
		return abi->pointer_size;
	if (field_type(field)->kind == KIND_STRUCT && !field_more(field)->count.given)
		return cache_struct(scope->decode->cache, layout_of(field_type(field), abi), abi,
				    &view_of_facts, NULL)
			->head;
	return cache_element_size(scope->decode->cache, field, abi) *
	       (field_more(field)->whole && field_more(field)->count.constant
			? field_more(field)->count.constant
			: 1);
}

/* CUT_FIRST: text shows only the first member. */
static bool is_only_first(const struct scope *scope)
{
	return scope->type->structure.cut == CUT_FIRST && scope->given < scope->size &&
	       scope_has_views(scope);
}

/*
 * CUT_FIRST: the memory of the struct ends after its first member. Text shows that member and the
 * address of the next one.
 */
static bool is_only_first_read(const struct scope *scope)
{
	return scope->type->structure.cut == CUT_FIRST && scope->given >= scope->size &&
	       scope->window->len < scope->size && scope_has_views(scope);
}

/* Whether the caller's size ends within a member. */
static bool is_member_cut(const struct scope *scope, const struct layout_slot *slot)
{
	size_t size = min_size(scope, slot->field);

	return scope->given != UNGIVEN && slot->offset < scope->given &&
	       scope->given - slot->offset < size;
}

/* Whether the conditions of the member and of the view hold. */
static bool is_meant(const struct scope *scope, const struct shown *shown)
{
	const struct looks *looks = &shown->looks;
	const struct field *field = shown->slot->field;

	if (looks->quiet && !scope_is_whole(scope))
		return false;
	if (!field_more(field)->or_address && !condition_holds(scope, field_more(field)->when))
		return false;
	return (looks->or_verbose && scope_is_whole(scope)) || condition_holds(scope, looks->when);
}

/*
 * CUT_DOTS: whether the caller does not give the member, or not all of it. An array with a count
 * says itself that elements are missing.
 */
static bool is_missing(const struct scope *scope, const struct shown *shown)
{
	const struct layout_slot *slot = shown->slot;
	const struct field_more *more = field_more(slot->field);
	uint64_t n = 0;

	if (scope->type->structure.cut != CUT_DOTS || scope->given == UNGIVEN ||
	    field_type(slot->field)->kind == KIND_PADDING || !is_meant(scope, shown))
		return false;
	if (more->count.name)
		return slot->offset >= scope->given && size_expr_value(scope, &more->count, &n) &&
		       n;
	return slot->offset + slot->size > scope->given;
}

static bool is_there(const struct scope *scope, const struct shown *shown)
{
	const struct layout_slot *slot = shown->slot;
	const struct looks *looks = &shown->looks;

	if (!is_given(scope, slot))
		return false;
	if (scope->type->structure.cut == CUT_LEFT_OUT && is_member_cut(scope, slot))
		return false;
	if ((is_only_first(scope) || is_only_first_read(scope)) && slot->offset)
		return false;
	if (!is_meant(scope, shown) || !is_for_this_side(scope, shown))
		return false;
	if (looks->zero_verbose)
		return scope_is_whole(scope) || !is_zero(scope, slot);
	return !looks->nonzero || !is_zero(scope, slot);
}

/* Emits "before => after" if the values differ; after a failure only the first. */
static void emit_apart(const struct scope *scope, const struct layout_slot *slot, uint64_t value)
{
	struct sink *sink = scope->decode->sink;
	struct scope past = *scope;
	uint64_t before;

	past.window = scope->before;
	if (scope->before && member_number(&past, slot, &before)) {
		emit_scalar(scope, slot->field, before);
		if (before == value ||
		    (scope->decode->call->is_error && !field_more(slot->field)->on_error))
			return;
		sink->ops->change(sink);
	}
	emit_scalar(scope, slot->field, value);
}

static void emit_scalar_member(const struct scope *scope, const struct shown *shown, uint64_t value)
{
	const struct layout_slot *slot = shown->slot;
	struct sink *sink = scope->decode->sink;
	struct binding upper;
	uint64_t before;

	if (shown->looks.apart) {
		emit_apart(scope, slot, value);
		return;
	}
	if (field_upper(slot->field) && scope_find(scope, field_upper(slot->field), &upper))
		value |= upper.value << 32;
	if ((scope->show == DIR_INOUT || scope->show == SHOW_KEPT) &&
	    was_different(scope, shown, &before)) {
		emit_scalar(scope, slot->field, before);
		sink->ops->change(sink);
	}
	emit_scalar(scope, slot->field, value);
}

static void emit_pointer_member(const struct scope *scope, const struct shown *shown,
				uint64_t address)
{
	const struct field *field = shown->slot->field;
	struct scope away = *scope;
	bool unfilled = shown->dir == DIR_INOUT && !shown->pointee &&
			(scope->show == DIR_IN || scope->show == SHOW_KEPT);

	if (unfilled ||
	    (field_more(field)->or_address && !condition_holds(scope, field_more(field)->when)) ||
	    (shown->looks.abbreviated && !scope_is_whole(scope))) {
		emit_address(scope, address, false);
		return;
	}
	away.away = true;
	away.looks = &shown->looks;
	emit_pointee(&away, field, address);
}

/* Emits the bytes of a member that is cut by the caller's size. */
static void emit_cut_member(const struct scope *scope, const struct layout_slot *slot)
{
	static const struct type bytes = { .kind = KIND_BYTES, .base = 16 };
	static const struct field_more more = { .type = &bytes };
	static const struct field field = { .dir = DIR_IN, .more = &more };

	emit_memory(scope, &field, scope->address + slot->offset);
}

/* An array that is shown as "[...]", or "[]" if it is empty. */
static void emit_abbreviated(const struct scope *scope, const struct field *field)
{
	struct sink *sink = scope->decode->sink;
	uint64_t n;

	sink->ops->open(sink, GROUP_ARRAY);
	sink->ops->close(sink, GROUP_ARRAY,
			 size_expr_value(scope, &field_more(field)->count, &n) && n
				 ? GROUP_MORE
				 : GROUP_COMPLETE);
}

/* Emits a member that is neither a scalar nor a pointer. */
static void emit_memory_member(const struct scope *scope, const struct shown *shown)
{
	struct scope within = *scope;

	within.looks = &shown->looks;
	emit_memory(shown->looks.brief || shown->looks.dots || shown->looks.view ? &within : scope,
		    shown->slot->field, scope->address + shown->slot->offset);
}

/*
 * Whether " => " precedes a member, because the entry of a merged struct has shown its value
 * before.
 */
static bool is_second(const struct scope *scope, const struct shown *shown)
{
	if (is_pointer(shown->slot->field))
		return shown->looks.apart && shown->dir != DIR_INOUT;
	return scope->show == DIR_OUT && scope->view->merge && shown->dir == DIR_INOUT &&
	       !shown->looks.apart && scope_has_views(scope);
}

static void emit_member(const struct scope *scope, const struct shown *shown)
{
	const struct layout_slot *slot = shown->slot;
	struct sink *sink = scope->decode->sink;
	bool second = is_second(scope, shown);
	uint64_t value;

	opening_begin(scope);
	if (second)
		sink->ops->change(sink);
	if (!(second && is_pointer(slot->field)) && !scope->view->bare && field_name(slot->field))
		sink->ops->member(sink, field_name(slot->field));
	if (scope->type->structure.cut >= CUT_BYTES && is_member_cut(scope, slot))
		emit_cut_member(scope, slot);
	else if (shown->looks.abbreviated && !is_pointer(slot->field) && !scope_is_whole(scope))
		emit_abbreviated(scope, slot->field);
	else if (!member_number(scope, slot, &value))
		emit_memory_member(scope, shown);
	else if (is_pointer(slot->field))
		emit_pointer_member(scope, shown, value);
	else
		emit_scalar_member(scope, shown, value);
}

static bool emit_choice(const struct scope *scope, const struct layout_slot *slot)
{
	const struct variant *variant = choice_pick(scope, field_more(slot->field)->choice);
	struct scope chosen = *scope;

	if (!variant || scope->depth >= SCOPE_DEPTH ||
	    !condition_holds(scope, field_more(slot->field)->when))
		return false;
	chosen.outer = scope;
	chosen.members = cache_variant(scope->decode->cache, variant, scope->members, slot->offset);
	chosen.depth++;
	return emit_members(&chosen);
}

static void emit_omitted(const struct scope *scope)
{
	struct value value = { .kind = KIND_OMITTED, .abi = scope_abi(scope) };

	scope->decode->sink->ops->value(scope->decode->sink, &value);
}

/* Emits the offset of a member that would begin after the end of the struct. */
static void emit_offset(const struct scope *scope, const struct shown *shown)
{
	static const struct type number = { .kind = KIND_NUMBER, .storage = STORE_U32, .base = 16 };
	static const struct field_more more = { .type = &number };
	static const struct field field = { .dir = DIR_IN, .more = &more };
	const struct offset_after *after = field_offset_after(shown->slot->field);
	struct sink *sink = scope->decode->sink;
	uint64_t offset;

	if (!after->or_number || !size_expr_value(scope, &after->by, &offset) ||
	    !is_there(scope, shown))
		return;
	opening_begin(scope);
	sink->ops->member(sink, field_name(shown->slot->field));
	emit_scalar(scope, &field, offset);
}

/*
 * Whether the memory of a struct that contains its size ends before the member: struct_enter() has
 * read only the first bytes then.
 */
static bool is_unread(const struct scope *scope, const struct layout_slot *slot)
{
	return slot->offset >= scope->window->len && structure_own_size(scope->type) &&
	       scope->type->structure.readable_size;
}

/*
 * Whether unreadable memory precedes a member of a message. Its address stands where that memory
 * begins.
 */
static bool is_beyond_unreadable(const struct scope *scope, const struct layout_slot *slot)
{
	const struct placement *members = scope->members;
	const struct layout_slot *before;
	const struct type *header;

	if (!scope->view->elements || scope->window->len >= scope->size ||
	    slot->offset <= scope->window->len)
		return false;
	/* A member that has been moved is in none of the slots. */
	before = slot > members->slots && slot < members->slots + members->n ? slot - 1 : NULL;
	header = before ? field_type(before->field) : NULL;
	/* A header of one byte is whole if that byte is readable. */
	return !header || header->kind != KIND_STRUCT || header->structure.min_size != 1 ||
	       header->structure.cut == CUT_FIRST || before->offset >= scope->window->len;
}

/* Whether a member would be shown if its memory were readable. */
static bool has_unread(const struct scope *scope)
{
	for (uint16_t i = 0; i < scope->members->n_shown; i++) {
		const struct shown *shown = &scope->members->shown[i];

		if (shown->slot && is_unread(scope, shown->slot) && is_there(scope, shown))
			return true;
	}
	return false;
}

/*
 * Emits one member. Returns whether "..." stands for it: it was omitted and -v would show it, or
 * the caller does not give all of it.
 */
static bool emit_if_there(const struct scope *scope, const struct shown *shown)
{
	const struct field *field = shown->slot->field;
	struct layout_slot slot;
	struct shown moved;

	if (field_offset_after(field)) {
		if (!struct_move(scope, shown->slot, &slot)) {
			emit_offset(scope, shown);
			return false;
		}
		moved = *shown;
		moved.slot = &slot;
		shown = &moved;
	}
	if (field_type(field)->kind == KIND_CHOICE)
		return emit_choice(scope, shown->slot);
	if (!is_there(scope, shown) || is_unread(scope, shown->slot) ||
	    is_beyond_unreadable(scope, shown->slot))
		return is_missing(scope, shown);
	if (shown->looks.verbose && !scope_is_whole(scope))
		return true;
	emit_member(scope, shown);
	return is_missing(scope, shown);
}

/* Returns whether "..." stands for members. */
static bool emit_members(const struct scope *scope)
{
	bool more = false;

	for (uint16_t i = 0; i < scope->members->n_shown; i++) {
		const struct shown *shown = &scope->members->shown[i];

		if (shown->slot)
			more = emit_if_there(scope, shown) || more;
		else if (!scope_is_whole(scope))
			emit_omitted(scope);
	}
	return more;
}

enum group_end struct_members(const struct scope *scope)
{
	enum group_end end = emit_members(scope) ? GROUP_MORE : GROUP_COMPLETE;
	enum group_end extra = GROUP_COMPLETE;

	if (is_only_first(scope))
		return GROUP_MORE;
	if (is_only_first_read(scope)) {
		emit_address(scope, scope->address + scope->members->slots[0].size, true);
		return GROUP_COMPLETE;
	}
	if (scope->view->more && scope->show & DIR_OUT)
		emit_omitted(scope);
	if (has_unread(scope)) {
		opening_begin(scope);
		return GROUP_UNREADABLE;
	}
	if (scope->type->structure.extensible)
		extra = struct_extra(scope);
	return extra == GROUP_COMPLETE ? end : extra;
}

/* If a member has a sentinel value (UTIME_NOW), its name replaces the struct. */
static bool emit_sentinel(const struct scope *scope)
{
	const struct list *names = scope->view->sentinel.list;
	struct value value = { .kind = KIND_ENUM, .base = 10, .list = names };
	struct binding binding;

	if (!names || !scope_find(scope, scope->view->sentinel.member, &binding) ||
	    !list_name(names, scope_abi(scope), binding.value))
		return false;
	value.abi = scope_abi(scope);
	value.u = binding.value;
	value.size = (uint8_t)layout_size(binding.type, value.abi);
	scope->decode->sink->ops->value(scope->decode->sink, &value);
	return true;
}

static void emit_date_of(const struct scope *scope)
{
	const struct type *type = scope->type;
	struct binding seconds, fraction;

	if (structure_date(type) && scope_find(scope, structure_date(type)->seconds, &seconds) &&
	    scope_find(scope, structure_date(type)->fraction, &fraction))
		emit_date(scope, seconds.value, fraction.value, structure_date(type)->nanoseconds);
}

static enum group open_struct(const struct scope *scope)
{
	enum group group = scope->view->elements ? GROUP_ARRAY
			   : scope->view->ratio	 ? GROUP_RATIO
						 : GROUP_STRUCT;
	struct sink *sink = scope->decode->sink;

	if (scope->view->macro) {
		group = GROUP_MACRO;
		sink->ops->macro(sink, hook_word(scope->view->macro, scope), NULL);
	}
	sink->ops->open(sink, group);
	return group;
}

/* Keeps what a member points to, or what members of that member do. */
static void keep_member(const struct scope *scope, const struct layout_slot *slot)
{
	const struct field *field = slot->field;
	struct window window;
	uint64_t address, given;
	size_t size;

	if (!is_pointer(field)) {
		struct_keep_pointees(scope, field, scope->address + slot->offset);
		return;
	}
	if (field_type(field)->kind != KIND_STRUCT || field_more(field)->count.given ||
	    !condition_holds(scope, field_more(field)->when) ||
	    !member_number(scope, slot, &address) || !address)
		return;
	size = cache_element_size(scope->decode->cache, field, scope_abi(scope));
	if (size_expr_value(scope, &field_more(field)->len, &given) && given < size)
		size = (size_t)given;
	memory_read(scope, address, size, &window);
	snapshot_save_pointee(scope->decode->snapshot, &window);
	memory_release(&window);
}

void struct_keep_pointees(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct window window;
	struct scope inner;

	if (field_type(field)->kind != KIND_STRUCT || field_more(field)->count.given ||
	    struct_enter(scope, field, address, &inner, &window) != ENTERED)
		return;
	for (uint16_t i = 0; i < inner.members->n; i++)
		keep_member(&inner, &inner.members->slots[i]);
	memory_release(&window);
}

void emit_struct(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct sink *sink = scope->decode->sink;
	enum group_end end;
	struct window window, before;
	struct scope inner;
	enum entered entered;
	enum group group;

	entered = struct_enter(scope, field, address, &inner, &window);
	if (entered != ENTERED) {
		emit_address(scope, address, entered == ENTER_UNREADABLE);
		return;
	}
	if (snapshot_pointee(scope->decode->snapshot, address, &before))
		inner.before = &before;
	inner.opening = NULL;
	if (struct_is_first_only(&inner)) {
		emit_object(&inner, &inner.type->structure.fields[0], address);
	} else if (!emit_sentinel(&inner)) {
		group = open_struct(&inner);
		end = struct_members(&inner);
		sink->ops->close(sink, group, end);
		emit_date_of(&inner);
	}
	memory_release(&window);
}
