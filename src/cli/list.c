/* SPDX-License-Identifier: MIT */
/* Prints --list-syscalls: numbers, classes and signatures from the table of system calls. */
#include <string.h>

#include "cli/state.h"
#include "scry/json.h"
#include "scry/where.h"

/* Widths of columns. A longer cell shifts the rest of its line. */
#define NAME_WIDTH 26
#define NUMBER_WIDTH 7
#define CLASSES_WIDTH 22

static bool is_listed(const struct call_set *set, enum syscall_id id)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++)
		if (abi_number(abis[i], id) >= 0 && call_set_has(set, id, abis[i]))
			return true;
	return false;
}

/* The first ABI of this machine that has the call. */
static const struct abi *find_abi(enum syscall_id id)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++)
		if (abi_number(abis[i], id) >= 0)
			return abis[i];
	return abi_native();
}

/* Returns the row of the first ABI of this machine that has the call; NULL: it has no row. */
static const struct syscall *find_row(enum syscall_id id)
{
	const struct abi *abi = find_abi(id);

	return abi_number(abi, id) >= 0 ? syscall_row(id, abi) : NULL;
}

/* Returns the number without the flag of x32, or -1 if the ABI has no such call. */
static long long number_of_call(const struct abi *abi, enum syscall_id id)
{
	int64_t nr = abi_number(abi, id);

	return nr < 0 ? -1 : (long long)(nr & ~(int64_t)abi->nr_flag);
}

#define ARGUMENTS_MAX 16

static bool is_shown(const struct field *field)
{
	return !field_more(field)->lookup && field_type(field)->kind != KIND_PADDING;
}

static const char *name_of(const struct field *field)
{
	return field_name(field) ? field_name(field) : "...";
}

/* Appends a type: "struct stat", "fd", "path[]", or "..." if it depends on other arguments. */
static void put_type(struct buf *out, const struct field *field)
{
	if (field_type(field)->kind == KIND_CHOICE) {
		buf_puts(out, "...");
		return;
	}
	if (field_type(field)->kind == KIND_STRUCT)
		buf_puts(out, "struct ");
	buf_puts(out, field_type(field)->name);
	if (field_more(field)->count.given)
		buf_puts(out, "[]");
}

static const char *direction_of(const struct field *field)
{
	static const char *const words[] = {
		[DIR_IN] = "in", [DIR_OUT] = "out", [DIR_INOUT] = "inout"
	};

	return words[field->dir];
}

/* --- text ------------------------------------------------------------------------------- */

/* Appends an argument such as "out struct stat statbuf". */
static void put_list_argument(struct buf *out, const struct field *field)
{
	if (field_type(field)->kind != KIND_CHOICE && field->dir != DIR_IN)
		buf_printf(out, "%s ", direction_of(field));
	put_type(out, field);
	if (field_name(field))
		buf_printf(out, " %s", field_name(field));
}

static void put_signature(struct buf *out, enum syscall_id id, const struct syscall *row)
{
	const struct field *arguments[ARGUMENTS_MAX];
	unsigned n = row && row->args ? syscall_text_order(row, arguments, ARGUMENTS_MAX) : 0;

	buf_printf(out, "%s(", syscall_name(id));
	if (!row || !row->args)
		buf_puts(out, "...");
	for (unsigned i = 0; i < n; i++) {
		buf_puts(out, i ? ", " : "");
		put_list_argument(out, arguments[i]);
	}
	buf_printf(out, ") = %s\n", row ? row->result->name : "long");
}

/* Pads the cell that begins at offset start. */
static void pad(struct buf *out, size_t start, size_t width)
{
	while (out->len < start + width)
		buf_putc(out, ' ');
	buf_putc(out, ' ');
}

static void put_classes(struct buf *out, const struct syscall *row)
{
	const char *before = "";

	for (unsigned i = 0; row && i < CLASS_COUNT; i++) {
		if (!(row->classes >> i & 1))
			continue;
		buf_printf(out, "%s%s", before, class_name(i));
		before = ",";
	}
}

static void put_list_line(struct buf *out, enum syscall_id id)
{
	const struct syscall *row = find_row(id);
	size_t n, start = out->len;
	const struct abi *const *abis = abi_of_machine(&n);

	buf_puts(out, syscall_name(id));
	pad(out, start, NAME_WIDTH);
	for (size_t i = 0; i < n; i++) {
		long long nr = number_of_call(abis[i], id);

		if (nr < 0)
			buf_printf(out, "%*s ", NUMBER_WIDTH, "-");
		else
			buf_printf(out, "%*lld ", NUMBER_WIDTH, nr);
	}
	start = out->len;
	put_classes(out, row);
	if (out->len == start)
		buf_putc(out, '-');
	pad(out, start, CLASSES_WIDTH);
	put_signature(out, id, row);
}

static void put_line_and_fields(struct buf *out, enum syscall_id id, bool fields)
{
	put_list_line(out, id);
	if (fields)
		where_put_fields(out, id, find_abi(id), "    ");
}

static void put_heading(struct buf *out)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	buf_printf(out, "%-*s ", NAME_WIDTH, "NAME");
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%*s ", NUMBER_WIDTH, abis[i]->name);
	buf_printf(out, "%-*s SIGNATURE\n", CLASSES_WIDTH, "CLASSES");
}

/* --- JSON ------------------------------------------------------------------------------- */

static void put_json_numbers(struct buf *out, enum syscall_id id)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	json_begin_member(out, "numbers");
	json_begin_object(out);
	for (size_t i = 0; i < n; i++) {
		long long nr = number_of_call(abis[i], id);

		if (nr >= 0)
			json_add_signed(out, abis[i]->name, nr);
	}
	json_end_object(out);
}

static void put_json_classes(struct buf *out, const struct syscall *row)
{
	json_begin_member(out, "classes");
	json_begin_array(out);
	for (unsigned i = 0; row && i < CLASS_COUNT; i++) {
		if (!(row->classes >> i & 1))
			continue;
		json_begin_element(out);
		json_put_text(out, class_name(i));
	}
	json_end_array(out);
}

static void put_json_argument(struct buf *out, const struct field *field)
{
	struct buf type = { 0 };

	put_type(&type, field);
	json_begin_element(out);
	json_begin_object(out);
	json_add_text(out, "name", name_of(field));
	json_add_text(out, "type", buf_cstr(&type));
	json_add_text(out, "direction", direction_of(field));
	json_end_object(out);
	buf_free(&type);
}

static void put_json_arguments(struct buf *out, const struct syscall *row)
{
	json_begin_member(out, "arguments");
	if (!row || !row->args) {
		json_put_null(out);
		return;
	}
	json_begin_array(out);
	for (unsigned i = 0; i < row->n_args; i++)
		if (is_shown(&row->args[i]))
			put_json_argument(out, &row->args[i]);
	json_end_array(out);
}

static void put_json(struct buf *out, enum syscall_id id)
{
	const struct syscall *row = find_row(id);

	json_begin_object(out);
	json_add_text(out, "name", syscall_name(id));
	put_json_numbers(out, id);
	put_json_classes(out, row);
	put_json_arguments(out, row);
	json_add_text(out, "result", row ? row->result->name : "long");
	json_end_line(out);
}

void cli_list(struct buf *out, const struct call_set *set, enum format format, bool fields)
{
	enum syscall_id id;

	if (format == FORMAT_TEXT)
		put_heading(out);
	for (unsigned i = 0; (id = syscall_in_order(i)) != ID_none; i++) {
		if (!is_listed(set, id))
			continue;
		if (format == FORMAT_TEXT)
			put_line_and_fields(out, id, fields);
		else
			put_json(out, id);
	}
}
