/* SPDX-License-Identifier: MIT */
/*
 * Prints calls for the fixture "matrix": each call of the table, with each variant of its
 * arguments, with structs whose size is below, at and above each of its versions, with memory that
 * ends within a struct, an array or a string, with each member set to values without a name, and
 * with results of all kinds. A line is a plan for sweep.c, after the name of the call.
 *
 * usage: list_cases ABI
 */
#include <inttypes.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "scry/arch.h"
#include "scry/decode.h"
#include "scry/syscalls.h"

#define ARENA 0x10000000u
#define ARENA_SIZE 0x40000u
#define NOWHERE 0x20000000u
#define TEXT_AT 0xe00u /* offset of what members of structs point to */
#define AREA 0x240u /* bytes from one argument's memory to that of the next one */
#define PAGE 4096u
#define ARGS 6
#define FIELDS 64
#define DEPTH 3
#define BYTES_MAX 1500u /* a longer struct is filled up to here */

struct argument {
	const struct field *field;
	unsigned slot;
	bool pointer;
};

/* The call that cases are made of. */
struct matrix {
	const struct abi *abi;
	const char *name;
	int64_t number;
	struct argument arguments[FIELDS];
	unsigned n;
	uint64_t fixed[ARGS]; /* selectors of variants */
	bool is_fixed[ARGS];
	/* The current case. */
	uint64_t args[ARGS];
	char memory[65536];
	size_t len;
};

static bool takes_pointer(const struct field *field)
{
	const struct field_more *more = field_more(field);

	return field_type(field)->kind >= KIND_SCALARS_END || more->count.given || more->pointer ||
	       field->dir != DIR_IN;
}

/* --- memory -------------------------------------------------------------------- */

static void add(struct matrix *matrix, const char *text)
{
	size_t len = strlen(text);

	if (matrix->len + len + 1 > sizeof(matrix->memory))
		abort();
	memcpy(matrix->memory + matrix->len, text, len + 1);
	matrix->len += len;
}

static void put(struct matrix *matrix, uint64_t offset, unsigned size, uint64_t value)
{
	char word[80];

	if (size < 8)
		value &= (UINT64_C(1) << 8 * size) - 1;
	snprintf(word, sizeof(word), " %" PRIu64 ":%u=%#" PRIx64, offset, size, value);
	add(matrix, word);
}

/* Fills bytes with 0x80, 0x81, ... */
static void fill(struct matrix *matrix, uint64_t offset, uint64_t size)
{
	char word[80];

	if (!size)
		return;
	snprintf(word, sizeof(word), " %" PRIu64 ":%" PRIu64 "*0x80", offset, size);
	add(matrix, word);
}

static void put_text(struct matrix *matrix)
{
	put(matrix, TEXT_AT, 8, UINT64_C(0x6867666564636261));
	put(matrix, TEXT_AT + 8, 8, UINT64_C(0x0a2200ff2f2e6a69));
}

static void print_case(struct matrix *matrix, int64_t result)
{
	printf("%s %" PRId64, matrix->name, matrix->number);
	for (unsigned i = 0; i < ARGS; i++)
		printf(" %#" PRIx64, matrix->abi->pointer_size == 4 ? matrix->args[i] & UINT32_MAX
								    : matrix->args[i]);
	printf("%s", matrix->memory);
	if (result)
		printf(" =%" PRId64, result);
	putchar('\n');
}

/* --- values -------------------------------------------------------------------- */

static uint64_t known_bits(const struct list *list, const struct abi *abi)
{
	uint64_t all = 0;

	for (uint8_t p = 0; list && p < list->n_parts; p++)
		for (uint16_t i = 0; i < list->parts[p].n_entries; i++)
			if (list_entry_is_of(&list_entries(list, &list->parts[p])[i], abi))
				all |= list_entries(list, &list->parts[p])[i].value;
	return all;
}

static uint64_t first_value(const struct list *list, const struct abi *abi)
{
	for (uint8_t p = 0; list && p < list->n_parts; p++)
		for (uint16_t i = 0; i < list->parts[p].n_entries; i++)
			if (list_entry_is_of(&list_entries(list, &list->parts[p])[i], abi))
				return list_entries(list, &list->parts[p])[i].value;
	return 0;
}

static uint64_t good_scalar(const struct type *type, const struct abi *abi)
{
	switch (type->kind) {
	case KIND_FD:
		return 3;
	case KIND_DIRFD:
		return (uint64_t)-100;
	case KIND_ADDRESS:
		return 0;
	case KIND_ENUM:
	case KIND_FLAGS:
		return first_value(type->list, abi);
	default:
		return 1;
	}
}

/* Values that have no name, or are at the end of a range. Returns their number. */
#define ODD 8
static unsigned odd_values(const struct type *type, const struct abi *abi, uint64_t values[ODD])
{
	uint64_t known = known_bits(type->list, abi);
	unsigned n = 0;

	values[n++] = 0;
	values[n++] = UINT64_MAX;
	values[n++] = UINT64_C(0x80000000);
	values[n++] = UINT64_C(0xdeadbeef00000000) | first_value(type->list, abi);
	if (type->kind == KIND_FLAGS) {
		values[n++] = known;
		values[n++] = ~known;
		values[n++] = known | (~known & -~known);
	} else {
		values[n++] = known + 1;
		values[n++] = 5;
	}
	return n;
}

/* --- structs --------------------------------------------------------------------- */

struct members {
	struct matrix *matrix;
	const struct type *type;
	uint64_t base; /* offset of the struct in the arena */
	unsigned count; /* members so far */
	/* What is asked of the member number wanted. */
	unsigned wanted;
	const struct field *found;
	size_t found_at, found_size;
	unsigned depth;
};

static bool is_size_of(const struct size_expr *expr, const char *name)
{
	return expr->given && !expr->computed && expr->name && !strcmp(expr->name, name);
}

/* Whether a member is the length or the number of what another one points to. */
static bool is_size(const struct type *type, const char *name)
{
	for (uint8_t i = 0; name && i < type->structure.n_fields; i++) {
		const struct field_more *more = field_more(&type->structure.fields[i]);

		if (is_size_of(&more->len, name) || is_size_of(&more->count, name))
			return true;
	}
	return false;
}

static void put_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct members *members = ctx;
	const struct field_more *more = field_more(field);
	const struct type *type = field_type(field);
	uint64_t at = members->base + offset;

	if (at + size > PAGE && at < ARENA_SIZE - 2 * PAGE)
		return;
	if (more->pointer || more->pointer64) {
		put(members->matrix, at, (unsigned)size, ARENA + TEXT_AT);
	} else if (type->kind == KIND_STRUCT && !more->count.given && members->depth < DEPTH) {
		struct members inner = *members;

		inner.base = at;
		inner.depth++;
		inner.type = layout_of(type, members->matrix->abi);
		layout_each(type, members->matrix->abi, put_member, &inner);
	} else if (type_is_scalar(type) && !more->count.given && !more->bits && size <= 8) {
		put(members->matrix, at, (unsigned)size,
		    is_size(members->type, field_name(field))
			    ? 2
			    : good_scalar(type, members->matrix->abi));
	} else if (type->kind != KIND_PADDING && !more->bits && size) {
		fill(members->matrix, at, size < 64 ? size : 64);
	}
}

static void put_good_struct(struct matrix *matrix, const struct type *type, uint64_t offset)
{
	struct members members = { .matrix = matrix,
				   .type = layout_of(type, matrix->abi),
				   .base = offset };

	put_text(matrix);
	layout_each(type, matrix->abi, put_member, &members);
}

static void find_member(void *ctx, const struct field *field, size_t offset, size_t size)
{
	struct members *members = ctx;
	const struct field_more *more = field_more(field);

	if (!type_is_scalar(field_type(field)) || more->count.given || more->pointer ||
	    more->pointer64 || more->bits || !size || size > 8 ||
	    field_type(field)->kind == KIND_PADDING)
		return;
	if (members->count++ != members->wanted)
		return;
	members->found = field;
	members->found_at = offset;
	members->found_size = size;
}

/* --- arguments -------------------------------------------------------------------- */

static uint64_t area_of(unsigned slot)
{
	return 0x40 + slot * AREA;
}

static bool names(const struct size_expr *expr, const char *name)
{
	return is_size_of(expr, name);
}

/* The argument whose length or number of elements a register is; NULL: it is no such thing. */
static const struct argument *sized_by(const struct matrix *matrix, const char *name)
{
	for (unsigned i = 0; name && i < matrix->n; i++) {
		const struct field_more *more = field_more(matrix->arguments[i].field);

		if (names(&more->len, name) || names(&more->count, name))
			return &matrix->arguments[i];
	}
	return NULL;
}

static const struct argument *size_argument(const struct matrix *matrix,
					    const struct size_expr *expr)
{
	for (unsigned i = 0; expr->given && i < matrix->n; i++)
		if (field_name(matrix->arguments[i].field) &&
		    names(expr, field_name(matrix->arguments[i].field)))
			return &matrix->arguments[i];
	return NULL;
}

static uint64_t good_size(const struct matrix *matrix, const struct argument *of)
{
	if (field_more(of->field)->count.given)
		return 2;
	if (field_type(of->field)->kind == KIND_STRUCT)
		return layout_whole_size(field_type(of->field), matrix->abi);
	return 8;
}

static void put_good_pointee(struct matrix *matrix, const struct argument *argument)
{
	const struct type *type = field_type(argument->field);
	uint64_t at = area_of(argument->slot);

	matrix->args[argument->slot] = ARENA + at;
	if (type->kind == KIND_STRUCT) {
		put_good_struct(matrix, type, at);
		return;
	}
	put(matrix, at, 8,
	    type_is_scalar(type) ? good_scalar(type, matrix->abi) : 0x67666564636261);
}

static void begin_case(struct matrix *matrix)
{
	matrix->len = 0;
	matrix->memory[0] = '\0';
	memset(matrix->args, 0, sizeof(matrix->args));
	for (unsigned i = 0; i < matrix->n; i++) {
		const struct argument *argument = &matrix->arguments[i];
		const struct argument *sized = sized_by(matrix, field_name(argument->field));

		if (matrix->is_fixed[argument->slot])
			matrix->args[argument->slot] = matrix->fixed[argument->slot];
		else if (argument->pointer)
			put_good_pointee(matrix, argument);
		else
			matrix->args[argument->slot] =
				sized ? good_size(matrix, sized)
				      : good_scalar(field_type(argument->field), matrix->abi);
	}
}

/* Puts the last n bytes of the memory before its end, and points the argument to them. */
static void end_after(struct matrix *matrix, const struct argument *argument, uint64_t n)
{
	fill(matrix, ARENA_SIZE - n, n);
	matrix->args[argument->slot] = ARENA + ARENA_SIZE - n;
}

static const int64_t results[] = { 0, -22, 42 };

static void print_results(struct matrix *matrix)
{
	for (unsigned i = 0; i < ARRAY_SIZE(results); i++)
		print_case(matrix, results[i]);
}

struct sizes {
	uint64_t items[FIELDS];
	unsigned n;
};

static void add_size(struct sizes *sizes, uint64_t size)
{
	for (unsigned i = 0; i < sizes->n; i++)
		if (sizes->items[i] == size)
			return;
	if (sizes->n < FIELDS)
		sizes->items[sizes->n++] = size;
}

static void add_offset(void *ctx, const struct field *field, size_t offset, size_t size)
{
	(void)field;
	add_size(ctx, offset);
	add_size(ctx, offset + size);
}

/* The sizes that a caller can give a struct. */
static void sizes_of(const struct type *type, const struct abi *abi, struct sizes *sizes)
{
	uint64_t size = layout_whole_size(type, abi), head = layout_head_size(type, abi);
	const uint64_t some[] = { 0,	    1,	      3,	4,	  head - 1,
				  head,	    head + 1, size - 1, size,	  size + 1,
				  size + 8, 256,      PAGE,	PAGE + 1, UINT32_MAX };

	sizes->n = 0;
	for (unsigned i = 0; i < ARRAY_SIZE(some); i++)
		add_size(sizes, some[i]);
	if (size < 400)
		layout_each(type, abi, add_offset, sizes);
}

static void cases_of_sizes(struct matrix *matrix, const struct argument *argument,
			   const struct argument *size)
{
	const struct type *type = field_type(argument->field);
	uint64_t whole = layout_whole_size(type, matrix->abi);
	struct sizes sizes;

	sizes_of(type, matrix->abi, &sizes);
	for (unsigned i = 0; i < sizes.n; i++) {
		uint64_t given = sizes.items[i];

		for (unsigned how = 0; how < 6; how++) {
			begin_case(matrix);
			matrix->args[size->slot] = given;
			if (how == 1 && given < BYTES_MAX)
				fill(matrix, area_of(argument->slot), given);
			else if (how == 2 && given <= PAGE)
				end_after(matrix, argument, given);
			else if (how == 3 && given && given <= PAGE)
				end_after(matrix, argument, given - 1);
			else if (how == 4 && given > whole)
				end_after(matrix, argument, whole);
			else if (how == 5 && given > 4)
				end_after(matrix, argument, 4);
			else if (how)
				continue;
			print_results(matrix);
		}
	}
}

/* Memory that ends within a struct. */
static void cases_of_ends(struct matrix *matrix, const struct argument *argument)
{
	const struct type *type = field_type(argument->field);
	uint64_t size = layout_whole_size(type, matrix->abi),
		 head = layout_head_size(type, matrix->abi);
	const uint64_t some[] = { size, size - 1, size / 2, head, head - 1, 16, 8, 4, 1, 0 };
	struct sizes ends = { .n = 0 };

	for (unsigned i = 0; i < ARRAY_SIZE(some); i++)
		if (some[i] <= size && some[i] <= PAGE)
			add_size(&ends, some[i]);
	for (unsigned i = 0; i < ends.n; i++) {
		begin_case(matrix);
		end_after(matrix, argument, ends.items[i]);
		print_results(matrix);
	}
}

static void cases_of_fills(struct matrix *matrix, const struct argument *argument)
{
	uint64_t size = layout_whole_size(field_type(argument->field), matrix->abi);

	begin_case(matrix);
	print_results(matrix);
	begin_case(matrix);
	matrix->len = 0;
	matrix->memory[0] = '\0';
	print_results(matrix);
	begin_case(matrix);
	fill(matrix, area_of(argument->slot), size < BYTES_MAX ? size : BYTES_MAX);
	print_results(matrix);
}

/*
 * Each scalar member with each odd value; and a member that says how long the struct is with each
 * size.
 */
static void cases_of_members(struct matrix *matrix, const struct argument *argument)
{
	const struct type *type = layout_of(field_type(argument->field), matrix->abi);
	const struct own_size *own = structure_own_size(type);

	for (unsigned i = 0;; i++) {
		struct members members = { .matrix = matrix, .type = type, .wanted = i };
		uint64_t values[ODD];
		struct sizes sizes;
		unsigned n;

		layout_each(type, matrix->abi, find_member, &members);
		if (!members.found)
			return;
		if (area_of(argument->slot) + members.found_at + 8 > TEXT_AT)
			continue;
		n = odd_values(field_type(members.found), matrix->abi, values);
		for (unsigned v = 0; v < n; v++) {
			begin_case(matrix);
			put(matrix, area_of(argument->slot) + members.found_at,
			    (unsigned)members.found_size, values[v]);
			print_case(matrix, results[v % 3]);
		}
		if (!own || !field_name(members.found) ||
		    strcmp(own->member, field_name(members.found)))
			continue;
		sizes_of(type, matrix->abi, &sizes);
		for (unsigned v = 0; v < 3 * sizes.n; v++) {
			uint64_t ends = v % 3 == 1 ? sizes.items[v / 3] : 8;

			begin_case(matrix);
			if (v % 3 == 0)
				fill(matrix, area_of(argument->slot),
				     layout_whole_size(type, matrix->abi));
			else if (ends <= PAGE && ends >= members.found_at + members.found_size)
				end_after(matrix, argument, ends);
			else
				continue;
			put(matrix, matrix->args[argument->slot] - ARENA + members.found_at,
			    (unsigned)members.found_size, sizes.items[v / 3]);
			print_results(matrix);
		}
	}
}

/* Members that select a variant, with each of its keys. */
static void cases_of_choices(struct matrix *matrix, const struct argument *argument)
{
	const struct type *type = layout_of(field_type(argument->field), matrix->abi);

	for (uint8_t f = 0; f < type->structure.n_fields; f++) {
		const struct choice *choice = field_more(&type->structure.fields[f])->choice;

		for (unsigned i = 0; choice && choice->by; i++) {
			struct members members = { .matrix = matrix, .type = type, .wanted = i };

			layout_each(type, matrix->abi, find_member, &members);
			if (!members.found)
				break;
			if (!field_name(members.found) ||
			    strcmp(field_name(members.found), choice->by))
				continue;
			for (uint16_t v = 0; v < choice->n_variants; v++) {
				const char *words = choice->variants[v].keys;
				char word[ROW_WORD];
				uint64_t key;

				if (!row_next_word(&words, word))
					continue;
				if (!field_type(members.found)->list ||
				    !list_value(field_type(members.found)->list, matrix->abi, word,
						&key))
					key = strtoull(word, NULL, 0);
				for (unsigned how = 0; how < 2; how++) {
					uint64_t size = layout_whole_size(type, matrix->abi);

					begin_case(matrix);
					if (how)
						fill(matrix, area_of(argument->slot),
						     size < BYTES_MAX ? size : BYTES_MAX);
					put(matrix, area_of(argument->slot) + members.found_at,
					    (unsigned)members.found_size, key);
					print_results(matrix);
				}
			}
			break;
		}
	}
}

static void cases_of_array(struct matrix *matrix, const struct argument *argument)
{
	static const uint64_t counts[] = { 0,	1,    2,    32,	       33,	   128,
					   129, 1024, 1025, INT32_MAX, UINT32_MAX, UINT64_MAX };
	const struct argument *count = size_argument(matrix, &field_more(argument->field)->count);
	size_t size = layout_element_size(argument->field, matrix->abi);

	if (field_more(argument->field)->pointer)
		size = matrix->abi->pointer_size;
	for (unsigned i = 0; count && i < ARRAY_SIZE(counts); i++) {
		begin_case(matrix);
		matrix->args[count->slot] = counts[i];
		print_results(matrix);
	}
	for (unsigned i = 0; size && size < PAGE && i < 5; i++) {
		begin_case(matrix);
		end_after(matrix, argument, size * i / 2);
		print_results(matrix);
	}
}

static void cases_of_bytes(struct matrix *matrix, const struct argument *argument)
{
	static const uint64_t lengths[] = { 0,	   1,	  31,	     32,	 33,
					    64,	   65,	  256,	     257,	 PAGE,
					    65536, 65537, INT32_MAX, UINT32_MAX, UINT64_MAX };
	const struct argument *length = size_argument(matrix, &field_more(argument->field)->len);

	for (unsigned i = 0; length && i < ARRAY_SIZE(lengths); i++) {
		begin_case(matrix);
		matrix->args[length->slot] = lengths[i];
		fill(matrix, area_of(argument->slot), 64);
		print_results(matrix);
	}
	for (unsigned i = 0; i < 10; i++) {
		begin_case(matrix);
		end_after(matrix, argument, i);
		if (i % 2)
			put(matrix, ARENA_SIZE - 1, 1, 0);
		print_results(matrix);
	}
	begin_case(matrix);
	fill(matrix, area_of(argument->slot), 400);
	print_results(matrix);
}

static void cases_of_cell(struct matrix *matrix, const struct argument *argument)
{
	uint64_t values[ODD];
	unsigned n = odd_values(field_type(argument->field), matrix->abi, values);

	for (unsigned i = 0; i < n; i++) {
		begin_case(matrix);
		put(matrix, area_of(argument->slot), 8, values[i]);
		print_results(matrix);
	}
	for (unsigned i = 0; i < 9; i += 2) {
		begin_case(matrix);
		end_after(matrix, argument, i);
		print_results(matrix);
	}
}

static void cases_of_pointer(struct matrix *matrix, const struct argument *argument)
{
	const struct type *type = layout_of(field_type(argument->field), matrix->abi);
	const struct field_more *more = field_more(argument->field);
	const struct argument *size = size_argument(matrix, &more->len);

	for (unsigned i = 0; i < 2; i++) {
		begin_case(matrix);
		matrix->args[argument->slot] = i ? NOWHERE : 0;
		print_results(matrix);
	}
	if (more->count.given) {
		cases_of_array(matrix, argument);
		return;
	}
	if (type_is_scalar(type)) {
		cases_of_cell(matrix, argument);
		return;
	}
	if (type->kind != KIND_STRUCT) {
		cases_of_bytes(matrix, argument);
		return;
	}
	cases_of_fills(matrix, argument);
	if (size && !size->pointer)
		cases_of_sizes(matrix, argument, size);
	else
		cases_of_ends(matrix, argument);
	cases_of_members(matrix, argument);
	cases_of_choices(matrix, argument);
}

static void cases_of_scalar(struct matrix *matrix, const struct argument *argument)
{
	uint64_t values[ODD];
	unsigned n = odd_values(field_type(argument->field), matrix->abi, values);

	if (matrix->is_fixed[argument->slot])
		return;
	for (unsigned i = 0; i < n; i++) {
		begin_case(matrix);
		matrix->args[argument->slot] = values[i];
		print_results(matrix);
	}
}

/* --- calls ----------------------------------------------------------------------- */

static void expand(struct matrix *matrix, const struct field *fields, uint16_t n, unsigned slot,
		   unsigned depth);

static const struct argument *argument_by_name(const struct matrix *matrix, const char *name)
{
	for (unsigned i = 0; name && i < matrix->n; i++)
		if (field_name(matrix->arguments[i].field) &&
		    !strcmp(field_name(matrix->arguments[i].field), name))
			return &matrix->arguments[i];
	return NULL;
}

static void expand_choice(struct matrix *matrix, const struct choice *choice, unsigned slot,
			  unsigned depth, const struct field *rest, uint16_t n_rest)
{
	const struct argument *by = argument_by_name(matrix, choice->by);
	unsigned n = matrix->n;

	for (uint16_t v = 0; v < choice->n_variants; v++) {
		const struct variant *variant = &choice->variants[v];
		const char *words = variant->keys;
		char word[ROW_WORD];
		uint64_t key = UINT64_C(0x7a7a7a7a);
		struct field fields[FIELDS];
		uint16_t n_fields = 0;

		if (by && row_next_word(&words, word) &&
		    (!field_type(by->field)->list ||
		     !list_value(field_type(by->field)->list, matrix->abi, word, &key)))
			key = strtoull(word, NULL, 0);
		for (uint16_t i = 0; i < variant->n_fields; i++)
			fields[n_fields++] = variant->fields[i];
		/* What follows a choice follows its variants. */
		for (uint16_t i = 0; i < n_rest; i++)
			fields[n_fields++] = rest[i];
		matrix->n = n;
		if (by) {
			matrix->is_fixed[by->slot] = true;
			matrix->fixed[by->slot] = key;
		}
		expand(matrix, fields, n_fields, slot, depth + 1);
		if (by)
			matrix->is_fixed[by->slot] = false;
	}
	matrix->n = n;
}

static void print_cases(struct matrix *matrix)
{
	for (unsigned i = 0; i < matrix->n; i++)
		if (matrix->arguments[i].pointer)
			cases_of_pointer(matrix, &matrix->arguments[i]);
		else
			cases_of_scalar(matrix, &matrix->arguments[i]);
}

static void expand(struct matrix *matrix, const struct field *fields, uint16_t n, unsigned slot,
		   unsigned depth)
{
	unsigned last = slot;

	for (uint16_t i = 0; i < n; i++) {
		const struct field_more *more = field_more(&fields[i]);

		if (more->choice) {
			if (depth < 4)
				expand_choice(matrix, more->choice, slot, depth, fields + i + 1,
					      (uint16_t)(n - i - 1));
			return;
		}
		if (more->stacked)
			continue;
		if (more->union_with_previous)
			slot = last;
		last = slot;
		if (slot >= ARGS || matrix->n == FIELDS)
			break;
		if (field_type(&fields[i])->kind != KIND_PADDING && !more->lookup)
			matrix->arguments[matrix->n++] =
				(struct argument){ &fields[i], slot, takes_pointer(&fields[i]) };
		slot += more->pair && abi_has_pairs(matrix->abi) ? 2 : 1;
	}
	print_cases(matrix);
}

int main(int argc, char **argv)
{
	static struct matrix matrix;

	matrix.abi = argc > 1 ? abi_by_name(argv[1]) : NULL;
	if (!matrix.abi)
		return 99;
	for (unsigned id = 1; id < ID_COUNT; id++) {
		const struct syscall *row = syscall_row((enum syscall_id)id, matrix.abi);

		matrix.name = syscall_name((enum syscall_id)id);
		matrix.number = abi_number(matrix.abi, (enum syscall_id)id);
		if (!row || matrix.number < 0 || (argc > 2 && strcmp(argv[2], matrix.name)))
			continue;
		matrix.n = 0;
		expand(&matrix, row->args, row->n_args, 0, 0);
	}
	return 0;
}
