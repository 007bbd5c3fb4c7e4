/* SPDX-License-Identifier: MIT */
/* Properties of rows: whether a call can name a file, and the order of arguments in text. */
#include <string.h>

#include "scry/syscalls.h"

/* Exceeds the nesting of structs in the table. A deeper type is assumed to name a file. */
#define MAX_DEPTH 16

static bool names_file(const struct type *type, unsigned depth);

/* Fields that only the exit shows do not count. */
static bool any_names_file(const struct field *fields, uint16_t n, unsigned depth)
{
	for (uint16_t i = 0; i < n; i++) {
		const struct choice *choice = field_more(&fields[i])->choice;

		if (fields[i].dir == DIR_OUT)
			continue;
		if (field_type(&fields[i]) && names_file(field_type(&fields[i]), depth))
			return true;
		for (uint16_t v = 0; choice && v < choice->n_variants; v++)
			if (any_names_file(choice->variants[v].fields, choice->variants[v].n_fields,
					   depth + 1))
				return true;
	}
	return false;
}

static bool names_file(const struct type *type, unsigned depth)
{
	if (!type)
		return false;
	switch (type->kind) {
	case KIND_FD:
	case KIND_DIRFD:
	case KIND_PATH:
	case KIND_FDSET:
		return true;
	case KIND_STRUCT:
		return depth > MAX_DEPTH ||
		       any_names_file(type->structure.fields, type->structure.n_fields,
				      depth + 1) ||
		       (structure_other(type) &&
			names_file(structure_other(type)->type, depth + 1));
	case KIND_RECORDS:
		return names_file(type->records->header, depth + 1) ||
		       names_file(type->records->record, depth + 1);
	case KIND_BYTES:
		return names_file(type_bytes(type)->instead, depth + 1);
	default:
		return false;
	}
}

bool syscall_names_file(const struct syscall *row)
{
	return row && any_names_file(row->args, row->args ? row->n_args : 0, 0);
}

const struct field *syscall_argument(const struct syscall *row, const char *name)
{
	for (uint16_t i = 0; row && row->args && i < row->n_args; i++)
		if (field_name(&row->args[i]) && !strcmp(field_name(&row->args[i]), name))
			return &row->args[i];
	return NULL;
}

/*
 * The argument that the next word of an order names. Moves *order after it. NULL: no words are
 * left.
 */
static const struct field *next_in_order(const struct syscall *row, const char **order)
{
	char word[ROW_WORD];

	return row_next_word(order, word) ? syscall_argument(row, word) : NULL;
}

unsigned syscall_text_order(const struct syscall *row, const struct field *shown[], unsigned max)
{
	const char *order = row->view ? row->view->order : NULL;
	const struct field *field;
	unsigned n = 0;

	while (order && n < max && (field = next_in_order(row, &order)))
		shown[n++] = field;
	for (uint16_t i = 0; !order && i < row->n_args && n < max; i++)
		if (!field_more(&row->args[i])->lookup &&
		    field_type(&row->args[i])->kind != KIND_PADDING)
			shown[n++] = &row->args[i];
	return n;
}
