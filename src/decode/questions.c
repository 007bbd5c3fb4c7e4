/* SPDX-License-Identifier: MIT */
/* What decode asks about a call besides memory, for calls of which the row alone says that. */
#include "scry/decode.h"

/* The deepest nesting of structs that is looked at. */
#define DEPTH_MAX 4

/* Whether decode shows values of this kind without a question: they are the number itself. */
static bool is_plain_kind(enum kind kind)
{
	switch (kind) {
	case KIND_NUMBER:
	case KIND_ENUM:
	case KIND_FLAGS:
	case KIND_ADDRESS:
	case KIND_UID:
	case KIND_SIGNAL:
	case KIND_ERRNO:
	case KIND_DEV:
	case KIND_MODE:
	case KIND_PERM:
	case KIND_SECONDS:
	case KIND_LIMIT:
	case KIND_TICKS:
	case KIND_PADDING:
		return true;
	default:
		return false;
	}
}

/*
 * Whether what decode reads of a field may depend on more than registers and the memory of the
 * struct.
 */
static bool asks_more(const struct field_more *more)
{
	return (more->when && more->when->test) ||
	       (more->special_kind != SPECIAL_NONE && more->special_kind != SPECIAL_INDEX &&
		more->special_kind != SPECIAL_UPPER && more->special_kind != SPECIAL_FRACTION);
}

static bool is_plain_struct(const struct type *type, unsigned depth);

/* A member whose place or length depends on a pointer or on other memory is not plain. */
static bool is_plain_member(const struct field *field, unsigned depth)
{
	const struct field_more *more = field_more(field);
	const struct type *type = field_type(field);

	if (more->pointer || more->pointer64 || field->dir == DIR_INOUT || asks_more(more))
		return false;
	if (type->kind == KIND_STRUCT)
		return is_plain_struct(type, depth + 1);
	return type->kind == KIND_TEXT || is_plain_kind(type->kind);
}

static bool is_plain_struct(const struct type *type, unsigned depth)
{
	const struct structure *structure = &type->structure;

	if (depth == DEPTH_MAX || structure->special_kind == STRUCTURE_OWN_SIZE ||
	    (structure->special_kind == STRUCTURE_OTHER &&
	     !is_plain_struct(structure->special.other->type, depth + 1)))
		return false;
	for (unsigned i = 0; i < structure->n_fields; i++)
		if (!is_plain_member(&structure->fields[i], depth))
			return false;
	return true;
}

static bool is_plain_bytes(const struct type *type)
{
	return type->kind == KIND_BYTES && !type_bytes(type)->whole && !type_bytes(type)->instead;
}

/*
 * Whether an argument is memory that the plan of one side reads, and in which nothing is a
 * question.
 */
static bool is_plain_memory(const struct field *field)
{
	const struct type *type = field_type(field);

	if (field->dir == DIR_INOUT || field_more(field)->count.given)
		return false;
	return is_plain_bytes(type) || (type->kind == KIND_STRUCT && is_plain_struct(type, 0)) ||
	       (is_plain_kind(type->kind) && type_is_scalar(type));
}

static bool is_plain_result(const struct type *result)
{
	return !result || result->kind == KIND_FD || is_plain_kind(result->kind);
}

/* Adds an argument. Returns false if it may ask something else. */
static bool add_argument(struct decode_questions *questions, const struct field *field,
			 const struct abi *abi, unsigned slot)
{
	const struct field_more *more = field_more(field);

	if (more->union_with_previous || more->stacked || argument_is_pair(field, abi) ||
	    asks_more(more) || field_type(field)->kind == KIND_CHOICE)
		return false;
	if (argument_is_pointer(field))
		return is_plain_memory(field);
	if (field_type(field)->kind == KIND_FD) {
		questions->descriptors |= (uint8_t)(1u << slot);
		return true;
	}
	return is_plain_kind(field_type(field)->kind);
}

/* Whether the view of a variant among the arguments shows one of them at the exit. */
static bool has_late_variant(const struct field *fields, uint16_t n, unsigned depth)
{
	for (uint16_t i = 0; i < n && depth < DEPTH_MAX; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		if (field_type(&fields[i])->kind != KIND_CHOICE)
			continue;
		for (uint16_t j = 0; j < choice->n_variants; j++) {
			const struct variant *variant = &choice->variants[j];
			const struct view *view = variant_more(variant)->view;

			if ((view && view->late) ||
			    has_late_variant(variant->fields, variant->n_fields, depth + 1))
				return true;
		}
	}
	return false;
}

static bool is_late(const struct syscall *row)
{
	return (row->view && row->view->late) || has_late_variant(row->args, row->n_args, 0);
}

/* Whether the notes ask about nothing but the descriptor. */
static bool has_plain_notes(const struct syscall *row)
{
	for (uint16_t i = 0; i < row->n_notes; i++)
		if (!row->notes[i].events)
			return false;
	return true;
}

struct decode_questions decode_questions(const struct syscall *row, const struct abi *abi)
{
	struct decode_questions questions = { 0 }, unknown = { .late = row && is_late(row) };
	struct argument_walk walk = { .abi = abi };
	unsigned slot;

	if (!row || !row->args || !has_plain_notes(row) || unknown.late ||
	    !is_plain_result(row->result) ||
	    row->flags & (CALL_MULTIPLEX | CALL_MEMORY_ARGS | CALL_NAMESPACES))
		return unknown;
	for (uint16_t i = 0; i < row->n_args; i++)
		if (!argument_place(&walk, &row->args[i], &slot) || slot >= CALL_ARGS ||
		    !add_argument(&questions, &row->args[i], abi, slot))
			return unknown;
	questions.result = row->result && row->result->kind == KIND_FD;
	questions.again = row->n_notes;
	questions.known = true;
	return questions;
}
