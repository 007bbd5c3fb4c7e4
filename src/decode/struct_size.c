/* SPDX-License-Identifier: MIT */
/* Computes the size of a struct. A caller may give fewer or more bytes than the table knows. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/layout.h"

#define STRUCT_MAX 65536u /* bytes */

/* The size that the caller gives the struct; UNGIVEN: the size of its type. */
static bool given_size(const struct scope *scope, const struct field *field, uint64_t address,
		       uint64_t *given)
{
	bool inside = scope->outer &&
		      !(field_more(field)->pointer || field_more(field)->pointer64) &&
		      scope->given != UNGIVEN;
	uint64_t offset = address - scope->address, rest = UNGIVEN;

	if (inside)
		rest = offset < scope->given ? scope->given - offset : 0;
	*given = rest;
	if (field_more(field)->len.given && !size_expr_value(scope, &field_more(field)->len, given))
		return false;
	if (*given > rest)
		*given = rest;
	if (field_more(field)->len.given && *given == UNGIVEN)
		--*given;
	return true;
}

/* Lowers *given to the size that a member of the struct contains. */
static void limit_to_own_size(const struct scope *scope, const struct type *type,
			      const struct placement *members, uint64_t address, uint64_t *given)
{
	for (uint16_t i = 0; structure_own_size(type) && i < members->n; i++) {
		const struct layout_slot *slot = &members->slots[i];
		uint64_t size;

		if (!field_name(slot->field) ||
		    strcmp(field_name(slot->field), structure_own_size(type)->member) ||
		    !memory_scalar(scope, address + slot->offset, field_type(slot->field)->storage,
				   &size))
			continue;
		if (!size)
			size = structure_own_size(type)->if_zero;
		/* The kernel has read the member, whatever its value is. */
		if (size < slot->offset + slot->size)
			size = slot->offset + slot->size;
		if (size < *given)
			*given = size;
	}
}

/*
 * Reads all bytes of the struct that the kernel would read. If the memory ends within them, the
 * window has those before the end; of a struct that contains its size, it has only the first ones.
 */
static bool view_struct(const struct scope *scope, const struct type *type, uint64_t address,
			uint64_t given, size_t whole, struct window *window)
{
	size_t size = given < whole ? (size_t)given : whole;

	if (memory_view_padded(scope, address, size, whole, window))
		return true;
	if (!type->structure.readable_size)
		return false;
	if (structure_own_size(type))
		size = type->structure.readable_size;
	if (memory_read(scope, address, size, window) >= type->structure.readable_size)
		return true;
	memory_release(window);
	return false;
}

/*
 * Whether all bytes after the members that the caller gives are readable; else the kernel takes
 * none of the struct.
 */
static bool can_read_extra(const struct scope *scope, uint64_t address, uint64_t given, size_t size)
{
	uint64_t end = given < abi_page_size() ? given : abi_page_size();
	struct window window;

	if (given == UNGIVEN || end <= size)
		return true;
	if (!memory_view(scope, address + size, (size_t)end - size, &window))
		return false;
	memory_release(&window);
	return true;
}

enum entered struct_enter(const struct scope *scope, const struct field *field, uint64_t address,
			  struct scope *inner, struct window *window)
{
	const struct abi *abi = scope_abi(scope);
	const struct type *type = layout_of(field_type(field), abi);
	const struct view *view = scope->looks && scope->looks->view
					  ? scope->looks->view
					  : scope_view(scope, field, type);
	const struct field *use = field_fills(field) || field_changes(field) ? field : NULL;
	const struct placement *members = cache_struct(scope->decode->cache, type, abi, view, use);
	size_t size = members->size, whole = size;
	uint64_t given;

	if (scope->depth >= SCOPE_DEPTH || size > STRUCT_MAX ||
	    !given_size(scope, field, address, &given))
		return ENTER_UNREADABLE;
	if (!field_more(field)->len.given)
		limit_to_own_size(scope, type, members, address, &given);
	if (given < members->head ||
	    (type->structure.max_size && given != UNGIVEN && given > type->structure.max_size) ||
	    (type->structure.exact && given != UNGIVEN && given != whole))
		return ENTER_REFUSED;
	if (whole < members->head)
		whole = members->head; /* the size of a siginfo exceeds that of its members */
	if (!view_struct(scope, type, address, given, whole, window))
		return ENTER_UNREADABLE;
	if (view->extra == EXTRA_NAMED && !can_read_extra(scope, address, given, size)) {
		memory_release(window);
		return ENTER_UNREADABLE;
	}
	*inner = (struct scope){
		.decode = scope->decode,
		.outer = scope,
		.arguments = scope->arguments,
		.type = type,
		.members = members,
		.view = view,
		.address = address,
		.size = size,
		.given = given,
		.index = scope->index,
		.left = scope->left,
		.window = window,
		.before = scope->before,
		.in_note = scope->in_note,
		.elements = scope->elements,
		.opening = scope->opening,
		.depth = scope->depth + 1,
		/* All members of a nested struct have the direction of that struct. */
		.show = scope->outer && field->dir != DIR_INOUT ? DIR_INOUT : scope->show,
	};
	return ENTERED;
}

static void emit_extra(const struct scope *scope, const struct window *window)
{
	struct value value = { .kind = KIND_EXTRA, .size = 1, .base = 16, .u = scope->size };
	bool named = scope->view->extra == EXTRA_NAMED;
	size_t limit = named ? abi_page_size() : scope->decode->config->string_limit;
	struct sink *sink = scope->decode->sink;

	opening_begin(scope);
	if (named)
		sink->ops->member(sink, "extra_data");
	value.named = named;
	value.abi = scope_abi(scope);
	value.bytes = window->bytes;
	value.full_len = window->len;
	value.truncated = window->len > limit;
	value.len = value.truncated ? limit : window->len;
	sink->ops->value(sink, &value);
}

static bool is_zero(const struct window *window)
{
	for (size_t i = 0; i < window->len; i++)
		if (window->bytes[i])
			return false;
	return true;
}

enum group_end struct_extra(const struct scope *scope)
{
	/* The kernel refuses a struct of more than a page. */
	uint64_t end = scope->given < abi_page_size() ? scope->given : abi_page_size();
	enum view_extra extra = scope->view->extra;
	enum group_end how = GROUP_COMPLETE;
	struct window window;

	if (scope->given == UNGIVEN || end <= scope->size)
		return GROUP_COMPLETE;
	if (extra == EXTRA_DOTS)
		return GROUP_MORE;
	if (extra == EXTRA_HIDDEN)
		return GROUP_COMPLETE;
	if (!memory_view(scope, scope->address + scope->size, (size_t)end - scope->size, &window)) {
		opening_begin(scope);
		return GROUP_UNREADABLE;
	}
	if (!is_zero(&window) && extra == EXTRA_NAMED && !scope->decode->config->verbose)
		how = GROUP_MORE;
	else if (!is_zero(&window))
		emit_extra(scope, &window);
	memory_release(&window);
	return how;
}

bool struct_is_first_only(const struct scope *scope)
{
	const struct layout_slot *slots = scope->members->slots;
	const struct layout_slot *last = &slots[scope->members->n - 1];
	struct layout_slot moved;

	if (!scope->view->elements || scope->view->bracketed || scope->given == UNGIVEN)
		return false;
	if (field_offset_after(last->field))
		return !struct_move(scope, last, &moved);
	return scope->given <= slots[0].size;
}

static bool any_inout(const struct field *fields, uint16_t n)
{
	for (uint16_t i = 0; i < n; i++)
		if (fields[i].dir == DIR_INOUT && field_type(&fields[i])->kind != KIND_CHOICE)
			return true;
	return false;
}

bool struct_has_inout(const struct field *field, const struct abi *abi)
{
	const struct type *type = layout_of(field_type(field), abi);

	if (type->kind != KIND_STRUCT || (field_more(field)->count.given && !field_changes(field)))
		return false;
	return field_changes(field) || any_inout(type->structure.fields, type->structure.n_fields);
}
