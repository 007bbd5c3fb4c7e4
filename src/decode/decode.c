/* SPDX-License-Identifier: MIT */
/*
 * Decodes a call at its entry and at its exit: a row, registers and memory become calls on a sink.
 */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/hooks.h"
#include "decode/lookup/scalar.h"
#include "decode/lookup/snapshot.h"
#include "decode/namespaces.h"
#include "decode/peers.h"
#include "decode/sides.h"

static const char *const raw_names[CALL_ARGS] = { "arg1", "arg2", "arg3", "arg4", "arg5", "arg6" };

static void emit_raw(const struct decode *decode, unsigned n)
{
	struct arguments arguments = { .n = 0 };
	struct scope scope = arguments_scope(decode, &arguments);
	struct sink *sink = decode->sink;

	for (unsigned i = 0; i < n; i++) {
		uint64_t value = decode->call->args[i];

		sink->ops->argument(sink, decode->builder, i, raw_names[i], PHASE_ENTRY, false);
		emit_number(&scope, scalar_cut(STORE_KULONG, decode->call->abi, value), 16);
	}
}

static bool is_raw(const struct decode *decode)
{
	return decode->call->raw || !decode->call->row || !decode->call->row->args;
}

unsigned decode_registers(const struct call *call)
{
	const struct syscall *row = call->row;

	if (!row || !row->args)
		return CALL_ARGS;
	return row->flags & CALL_MEMORY_ARGS && call->raw ? 1 : arguments_slots(row, call->abi);
}

static void enter_raw(const struct decode *decode)
{
	emit_raw(decode, decode_registers(decode->call));
}

/* The arguments are in memory that cannot be read. Show its address. */
static void enter_unread(const struct decode *decode)
{
	struct arguments arguments = { .n = 0 };
	struct scope scope = arguments_scope(decode, &arguments);

	decode->sink->ops->argument(decode->sink, decode->builder, 0, "arg", PHASE_ENTRY, false);
	emit_address(&scope, scalar_cut(STORE_POINTER, decode->call->abi, decode->call->args[0]),
		     true);
}

/*
 * If the condition of an argument is false, the argument is absent. With or_address, or with a
 * condition on RET, it is present as an address.
 */
static bool is_present(const struct scope *scope, const struct argument *argument)
{
	const struct field *field = argument->field;
	const char *name = field_more(field)->when ? field_more(field)->when->name : NULL;

	if (field_more(field)->lookup)
		return false;
	return field_more(field)->or_address || (name && name_is(name, "RET")) ||
	       condition_holds(scope, field_more(field)->when);
}

/* Instead of the number of an argument in the snapshot: the bytes of a note. */
#define NOTE_BYTES RECORD_ARGUMENTS
#define NOTE_BYTES_MAX 64

/* Keeps the bytes that a note shows which are there before the call. A row has one such note. */
static void keep_note(const struct scope *scope, const struct note *note)
{
	uint64_t address = note->at_entry ? hook_address(note->address, scope) : 0, len;
	struct window window;

	if (!address || !size_expr_value(scope, &field_more(&note->value)->len, &len) ||
	    len > NOTE_BYTES_MAX || !memory_view(scope, address, (size_t)len, &window))
		return;
	snapshot_save(scope->decode->snapshot, NOTE_BYTES, &window);
	memory_release(&window);
}

static void keep_notes(const struct scope *scope)
{
	const struct arguments *arguments = scope->arguments;

	for (unsigned i = 0; i < arguments->n_notes; i++)
		for (uint16_t n = 0; n < arguments->notes[i].n; n++)
			keep_note(scope, &arguments->notes[i].items[n]);
}

static void enter_arguments(const struct decode *decode)
{
	struct arguments *arguments = arguments_expand(decode);
	struct scope scope = arguments_scope(decode, arguments);
	struct slot slot = { .scope = &scope };

	for (; slot.item < arguments->n; slot.item++) {
		slot.argument = &arguments->items[slot.item];
		if (!is_present(&scope, slot.argument))
			continue;
		arguments->current = slot.item;
		decode->snapshot->present |= (uint16_t)(1u << slot.item);
		argument_enter(&slot);
		slot.index++;
	}
	keep_notes(&scope);
}

void decode_enter(const struct decode *decode)
{
	snapshot_clear(decode->snapshot);
	namespaces_remember(decode);
	if (is_raw(decode))
		enter_raw(decode);
	else if (decode->call->args_unread)
		enter_unread(decode);
	else
		enter_arguments(decode);
}

/*
 * Whether the result has bits beyond the 32 of its type. Only a tracer makes such results: the
 * kernel extends an int to the size of a register.
 */
static bool is_wide(const struct scope *scope, const struct type *type, uint64_t result)
{
	bool is_32_bit = type->storage == STORE_S32 || type->storage == STORE_U32;

	return is_32_bit && scope_abi(scope)->klong_size == 8 &&
	       scalar_cut(type->storage, scope_abi(scope), result) != result;
}

static void emit_wide_result(const struct scope *scope, const struct type *type, uint64_t result)
{
	struct type wide = { .name = type->name, .kind = KIND_NUMBER, .base = type->base };

	if (type->kind == KIND_PERM)
		wide.kind = KIND_PERM;
	wide.storage = type->storage == STORE_S32 ? STORE_S64 : STORE_U64;
	emit_result_of(scope, &wide, result);
}

/*
 * Whether the result is where a ring of io_uring has the new file in its table, or 0, and no
 * descriptor.
 */
static bool is_place_of_file(const struct call *call)
{
	return call->request && call->request->traits & REQUEST_DIRECT;
}

static void emit_result(const struct scope *scope)
{
	const struct decode *decode = scope->decode;
	const struct type *type = scope->arguments->result;
	uint64_t value = (uint64_t)decode->call->result;

	if (call_has_errno(decode->call) || decode->call->result_unread)
		return;
	decode->sink->ops->result(decode->sink, decode->builder);
	if (is_place_of_file(decode->call))
		emit_number(scope, value, 10);
	else if (decode->call->raw || !type || !type_is_scalar(type))
		emit_number(scope, scalar_cut(STORE_KLONG, scope_abi(scope), value),
			    is_raw(decode) ? 16 : 10);
	else if (is_wide(scope, type, value))
		emit_wide_result(scope, type, value);
	else
		emit_result_of(scope, type, value);
}

/* Whether a set has no descriptors. select(2) leaves such sets if no descriptor is ready. */
static bool is_empty_set(const struct scope *scope, const struct field *set, uint64_t address)
{
	struct window window;
	bool empty = true;
	size_t unit = scope_abi(scope)->big_endian ? scope_abi(scope)->long_size : 1;
	uint64_t bits;

	if (field_more(set)->count.given)
		return array_is_empty(scope, set, address);
	if (!size_expr_value(scope, &field_more(set)->len, &bits))
		return true;
	bits = bits < FDSET_MAX ? bits : FDSET_MAX;
	/* On a big-endian machine the first bits are in the last byte of their word. */
	if (!fdset_is_readable(scope, bits, address))
		return true;
	memory_read(scope, address, (size_t)(bits + 8 * unit - 1) / (8 * unit) * unit, &window);
	if (bits > window.len / unit * unit * 8)
		bits = window.len / unit * unit * 8;
	for (uint64_t bit = 0; empty && bit < bits; bit++)
		empty = !set_has_bit(window.bytes, bit, scope_abi(scope));
	memory_release(&window);
	return empty;
}

static void emit_pointee_note(const struct scope *scope, const struct note *note, uint64_t address)
{
	struct sink *sink = scope->decode->sink;
	uint64_t value;

	if (!memory_scalar(scope, address, field_type(&note->value)->storage, &value))
		return;
	sink->ops->note(sink, scope->decode->builder, note->label);
	emit_scalar(scope, &note->value, value);
}

static void count_name(void *ctx, const char *name, uint64_t bits)
{
	(void)name;
	(void)bits;
	++*(unsigned *)ctx;
}

static bool has_names(const struct list *list, const struct abi *abi, uint64_t value)
{
	unsigned n = 0;

	list_split(list, abi, value, count_name, &n);
	return n > 0;
}

/* A note with the name of the result. There is none for a result without a name. */
static void emit_result_note(const struct scope *scope, const struct note *note)
{
	struct sink *sink = scope->decode->sink;
	uint64_t result = (uint64_t)scope->decode->call->result;
	struct type type = *field_type(&note->value);
	struct list list;

	if (type.list) {
		list = *type.list;
		list.unknown = 0;
		type.list = &list;
	}
	if (type.kind == KIND_ENUM && !list_name(type.list, scope_abi(scope), result))
		return;
	if (type.kind == KIND_SIGNAL && result > 8u * scope_abi(scope)->sigset_size)
		return;
	if (note->nonzero && type.kind == KIND_FLAGS &&
	    !has_names(type.list, scope_abi(scope), result))
		return;
	sink->ops->note(sink, scope->decode->builder, note->label);
	emit_result_of(scope, &type, result);
}

/* Whether text omits a note because its value is empty. */
static bool is_empty_note(const struct scope *scope, const struct note *note, uint64_t address)
{
	return note->nonzero && scope_has_views(scope) &&
	       is_empty_set(scope, &note->value, address);
}

/* The value of the argument, or the address of the note's value. Returns false if there is none. */
static bool note_value(const struct scope *scope, const struct note *note, uint64_t *value)
{
	if (!note->address)
		return scope_lookup(scope, field_name(&note->value), value);
	*value = hook_address(note->address, scope);
	return true;
}

static void emit_kept_note(const struct scope *scope, const struct note *note)
{
	struct sink *sink = scope->decode->sink;
	struct value value = { .kind = KIND_STRING, .base = 16, .abi = scope_abi(scope) };
	struct window window;

	if (!snapshot_window(scope->decode->snapshot, NOTE_BYTES, 0, &window))
		return;
	value.bytes = (const char *)window.bytes;
	value.len = value.full_len = window.len;
	sink->ops->note(sink, scope->decode->builder, note->label);
	sink->ops->value(sink, &value);
}

static void emit_note(const struct scope *scope, const struct note *note)
{
	const struct field *field = &note->value;
	struct sink *sink = scope->decode->sink;
	struct argument value = { .field = field, .pointer = argument_is_pointer(field) };

	if ((note->events && !scope_shows_all(scope)) ||
	    !condition_holds(scope, field_more(field)->when))
		return;
	if (note->of_result) {
		emit_result_note(scope, note);
		return;
	}
	if (note->at_entry) {
		emit_kept_note(scope, note);
		return;
	}
	if (!field_type(field)) {
		sink->ops->note(sink, scope->decode->builder, note->label);
		return;
	}
	if (!note_value(scope, note, &value.value) || !value.value ||
	    emit_is_shallow(scope, field) || is_empty_note(scope, note, value.value))
		return;
	if (note->pointee) {
		emit_pointee_note(scope, note, value.value);
		return;
	}
	sink->ops->note(sink, scope->decode->builder, note->label);
	emit_argument(scope, &value);
}

static void exit_raw(const struct decode *decode)
{
	const struct syscall *row = decode->call->row;
	struct arguments arguments = { .result = row ? row->result : NULL };
	struct scope scope = arguments_scope(decode, &arguments);

	emit_result(&scope);
}

static void exit_arguments(const struct decode *decode)
{
	struct arguments *arguments = arguments_expand(decode);
	struct scope scope = arguments_scope(decode, arguments);
	struct slot slot = { .scope = &scope };

	for (; slot.item < arguments->n; slot.item++) {
		slot.argument = &arguments->items[slot.item];
		if (!(decode->snapshot->present >> slot.item & 1))
			continue;
		arguments->current = slot.item;
		if (argument_waits(slot.argument->field, &slot.argument->looks))
			argument_exit(&slot);
		slot.index++;
	}
	emit_result(&scope);
	if (decode->call->is_error)
		return;
	scope.in_note = true;
	for (unsigned i = 0; i < arguments->n_notes; i++)
		for (uint16_t n = 0; n < arguments->notes[i].n; n++)
			emit_note(&scope, &arguments->notes[i].items[n]);
	emit_namespaces(decode);
}

void decode_exit(const struct decode *decode)
{
	if (is_raw(decode) || decode->call->args_unread)
		exit_raw(decode);
	else
		exit_arguments(decode);
	if (decode->cache && decode->snapshot->given_up && !decode->call->is_error)
		peers_forget(*cache_peers(decode->cache), decode->snapshot->given_up);
}
