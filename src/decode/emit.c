/* SPDX-License-Identifier: MIT */
/* Emits scalars and the values that pointers refer to. */
#include <string.h>

#include "decode/emit.h"
#include "decode/layout.h"
#include "decode/scalar.h"
#include "scry/arch.h"

#define NANOSECONDS 1000000000u

static const enum value_kind scalar_kinds[TYPE_SIZED_SCALARS_END] = {
	[TYPE_NUMBER] = VALUE_NUMBER,
	[TYPE_ENUM] = VALUE_ENUM,
	[TYPE_FLAGS] = VALUE_FLAGS,
	[TYPE_ADDRESS] = VALUE_ADDRESS,
	[TYPE_FD] = VALUE_FD,
	[TYPE_DIRFD] = VALUE_DIRFD,
	[TYPE_PID] = VALUE_PID,
	[TYPE_UID] = VALUE_UID,
	[TYPE_SIGNAL] = VALUE_SIGNAL,
	[TYPE_ERRNO] = VALUE_ERRNO,
	[TYPE_DEV] = VALUE_DEV,
	[TYPE_MODE] = VALUE_MODE,
	[TYPE_PERM] = VALUE_PERM,
	[TYPE_SECONDS] = VALUE_SECONDS,
	[TYPE_PORT] = VALUE_PORT,
	[TYPE_IPV4] = VALUE_IPV4,
	[TYPE_WAIT_STATUS] = VALUE_WAIT_STATUS,
	[TYPE_LIMIT] = VALUE_LIMIT,
	[TYPE_TICKS] = VALUE_TICKS,
	[TYPE_IOCTL] = VALUE_IOCTL,
	[TYPE_SYSCALL] = VALUE_SYSCALL,
	[TYPE_INTERFACE] = VALUE_INTERFACE,
	[TYPE_FAMILY] = VALUE_INTERFACE, /* emit_described() makes it a VALUE_ENUM */
	[TYPE_KERNEL_VERSION] = VALUE_KERNEL_VERSION,
	[TYPE_SIGMASK] = VALUE_SIGSET,
	[TYPE_CHARACTER] = VALUE_CHARACTER,
	[TYPE_FOURCC] = VALUE_FOURCC,
	[TYPE_KEYSYM] = VALUE_KEYSYM,
	[TYPE_TONE] = VALUE_TONE,
};

static void emit(const struct scope *scope, struct value *value)
{
	scope->decode->sink->ops->value(scope->decode->sink, value);
}

void emit_number(const struct scope *scope, uint64_t number, uint8_t base)
{
	struct value value = { .kind = VALUE_NUMBER, .size = 8, .base = base, .u = number };

	value.abi = scope_abi(scope);
	emit(scope, &value);
}

/* Whether the memory of the last read was not captured. */
static bool is_not_captured(const struct scope *scope)
{
	const struct fetch *fetch = scope->decode->fetch;

	return fetch->ops->captured && !fetch->ops->captured(fetch->ctx);
}

void emit_address(const struct scope *scope, uint64_t address, bool unreadable)
{
	struct value value = { .kind = VALUE_ADDRESS, .base = 16, .u = address };

	value.abi = scope_abi(scope);
	value.size = value.abi->pointer_size;
	value.unreadable = unreadable && address;
	value.not_captured = value.unreadable && is_not_captured(scope);
	emit(scope, &value);
}

void emit_counted(const struct scope *scope, uint64_t address, struct value_count count)
{
	const struct value_more more = { .count = count };
	struct value value = { .kind = VALUE_ADDRESS, .base = 16, .u = address, .more = &more };

	value.abi = scope_abi(scope);
	value.size = value.abi->pointer_size;
	emit(scope, &value);
}

/*
 * A fraction of a second in nanoseconds. UINT32_MAX, which gives no date, if it is a second or
 * more.
 */
static uint32_t nanoseconds_of(uint64_t fraction, uint32_t unit)
{
	return fraction < NANOSECONDS / unit ? (uint32_t)fraction * unit : UINT32_MAX;
}

void emit_date(const struct scope *scope, uint64_t seconds, uint64_t fraction, uint32_t unit)
{
	scope->decode->sink->ops->date(scope->decode->sink, (int64_t)seconds,
				       nanoseconds_of(fraction, unit), unit == 1000 ? 6 : 9);
}

/* Whether programs of this ABI run on the machine of the tracees. */
static bool is_of_machine(const struct abi *abi)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	while (n)
		if (abis[--n] == abi)
			return true;
	return false;
}

/* The ABI of a call number (TYPE_SYSCALL); NULL: no ABI of the machine of the tracees. */
static const struct abi *abi_by_sibling(const struct scope *scope, const struct field *field,
					uint64_t nr)
{
	const struct abi *abi;
	struct binding binding;

	if (!field_by(field))
		return scope_abi(scope);
	if (!scope_find(scope, field_by(field), &binding))
		return NULL;
	abi = abi_find((uint32_t)binding.value, nr);
	return abi && is_of_machine(abi) ? abi : NULL;
}

/* The names of requests: a terminal has its own for some numbers. */
static const struct list *request_names(const struct scope *scope, const struct type *type,
					const struct field *field, uint64_t request)
{
	const struct list *terminal = type->ioctl.terminal;
	const struct abi *abi = scope_abi(scope);
	struct binding fd;

	if (terminal && field_by(field) &&
	    list_name(terminal, abi, abi_ioctl_request(abi, request)) &&
	    scope_find(scope, field_by(field), &fd) && scope_is_terminal(scope, (int)fd.value))
		return terminal;
	return type->list;
}

static void emit_seconds(const struct scope *scope, const struct field *field, struct value *value)
{
	struct binding fraction;

	emit(scope, value);
	if (!field_fraction(field))
		emit_date(scope, value->u, 0, 1);
	else if (scope_find(scope, field_fraction(field), &fraction))
		emit_date(scope, value->u, fraction.value, 1);
}

static void emit_ipv4(const struct scope *scope, struct value *value)
{
	unsigned char network[4] = { (unsigned char)(value->u >> 24),
				     (unsigned char)(value->u >> 16),
				     (unsigned char)(value->u >> 8), (unsigned char)value->u };

	value->bytes = network;
	value->len = value->full_len = sizeof(network);
	emit(scope, value);
}

/* For the comment "2 * sizeof(struct ifreq)". There is none if the number is not a multiple. */
static struct value_count count_structs(const struct scope *scope, const struct type *type,
					uint64_t number)
{
	uint64_t size = layout_size(type->number.counted, scope_abi(scope));

	if ((int64_t)number <= 0 || !size || number % size)
		return (struct value_count){ 0 };
	return (struct value_count){ .n = number / size, .unit = type->number.unit };
}

/* Applies the members of a type that are specific to its kind. more belongs to the caller. */
static void refine(const struct scope *scope, const struct type *type, struct value *value,
		   struct value_more *more)
{
	switch (type->kind) {
	case TYPE_NUMBER:
		if (type->number.counted) {
			*more = (struct value_more){ .count =
							     count_structs(scope, type, value->u) };
			value->more = more;
		}
		if (type->number.ports) {
			*more = (struct value_more){ .ports = true };
			value->more = more;
		}
		if (type->number.mask)
			value->u &= type->number.mask;
		if (type->number.scale) {
			value->u *= type->number.scale;
			value->size = 8;
		}
		break;
	case TYPE_ERRNO:
		if (type->error.negated && (int64_t)value->u >= 0)
			value->kind = VALUE_NUMBER;
		break;
	case TYPE_TICKS:
		value->digits = type->ticks.digits;
		break;
	case TYPE_TONE:
		if (type->tone.timed)
			value->base = 16;
		break;
	default:
		break;
	}
}

/* Emits a number. term: the argument of a macro that it is; NULL if it is none. */
static void emit_typed(const struct scope *scope, const struct type *type,
		       const struct field *field, const struct macro_argument *term,
		       uint64_t number)
{
	const struct view *view = scope_view(scope, field, type);
	struct value value = {
		.kind = scalar_kinds[type->kind],
		.size = (uint8_t)storage_size(type->storage, scope_abi(scope)),
		.is_signed = storage_is_signed(type->storage),
		.base = type->base ? type->base : 10,
		.digits = view->digits,
		.u = number,
		.abi = scope_abi(scope),
		.list = type->list,
		.commented = view->commented,
	};
	struct value_more more;

	if (type->kind == TYPE_MACRO) {
		emit_macro(scope, type, number);
		return;
	}
	if (term) {
		value.shift = term->shift;
		value.shift_name = term->shift_name;
	}
	if (view->full_width)
		value.digits = (uint8_t)(2 * value.size - 2);
	refine(scope, type, &value, &more);
	if (field_upper(field))
		value.size = 8;
	switch (value.kind) {
	case VALUE_FD:
	case VALUE_DIRFD:
	case VALUE_PID:
	case VALUE_INTERFACE:
		emit_described(scope, &value);
		return;
	case VALUE_SECONDS:
		emit_seconds(scope, field, &value);
		return;
	case VALUE_SIGSET:
		emit_sigmask(scope, &value);
		return;
	case VALUE_KEYSYM:
		describe_key(scope, type, &value);
		break;
	case VALUE_SYSCALL:
		value.abi = abi_by_sibling(scope, field, number);
		/* A siginfo that belongs to no call has the layout of the tracer's ABI, and the number is one of the tracee's. */
		value.commented = scope->decode->call->row && value.abi != scope_abi(scope);
		break;
	case VALUE_IOCTL:
		value.list = request_names(scope, type, field, number);
		break;
	case VALUE_IPV4:
		emit_ipv4(scope, &value);
		return;
	default:
		break;
	}
	emit(scope, &value);
}

void emit_scalar(const struct scope *scope, const struct field *field, uint64_t number)
{
	emit_typed(scope, field_type(field), field, NULL, number);
}

static const struct field no_field;

void emit_term(const struct scope *scope, const struct macro_argument *argument, bool shifted,
	       uint64_t number)
{
	struct macro_argument term = *argument;

	if (!shifted)
		term.shift = 0;
	emit_typed(scope, term.type, &no_field, &term, number);
}

void emit_result_of(const struct scope *scope, const struct type *type, uint64_t result)
{
	emit_typed(scope, type, &no_field, NULL,
		   scalar_cut(type->storage, scope_abi(scope), result));
}

static void emit_scalar_at(const struct scope *scope, const struct field *field, uint64_t address)
{
	uint64_t value;

	if (memory_scalar(scope, address, field_type(field)->storage, &value))
		emit_scalar(scope, field, value);
	else
		emit_address(scope, address, true);
}

static void emit_ipv6(const struct scope *scope, uint64_t address)
{
	struct value value = { .kind = VALUE_IPV6, .size = 16, .len = 16, .full_len = 16 };
	struct window window;

	if (!memory_view(scope, address, 16, &window)) {
		emit_address(scope, address, true);
		return;
	}
	value.abi = scope_abi(scope);
	value.bytes = window.bytes;
	emit(scope, &value);
	memory_release(&window);
}

size_t decode_string_limit(const struct decode_config *config, const struct type *type)
{
	size_t limit = config->string_limit;

	return type_bytes(type)->limit && type_bytes(type)->limit < limit ? type_bytes(type)->limit
									  : limit;
}

/* The end of a buffer ends a string, too. */
static void emit_c_string(const struct scope *scope, const struct field *field, uint64_t address)
{
	size_t limit = decode_string_limit(scope->decode->config, field_type(field));
	uint64_t len;

	if (field_more(field)->len.given && size_expr_value(scope, &field_more(field)->len, &len) &&
	    len <= limit)
		emit_string_within(scope, address, (size_t)len);
	else
		emit_string(scope, address, limit, field_capacity(scope, field, address));
}

void emit_object(const struct scope *scope, const struct field *field, uint64_t address)
{
	if (type_is_scalar(field_type(field))) {
		emit_scalar_at(scope, field, address);
		return;
	}
	switch (field_type(field)->kind) {
	case TYPE_CSTRING:
		emit_c_string(scope, field, address);
		return;
	case TYPE_PATH:
		emit_path(scope, field_type(field), address);
		return;
	case TYPE_BYTES:
		emit_bytes(scope, field, address);
		return;
	case TYPE_TEXT:
	case TYPE_SOCKET_NAME:
		emit_text(scope, field, address);
		return;
	case TYPE_STRUCT:
		emit_struct(scope, field, address);
		return;
	case TYPE_RECORDS:
		emit_records(scope, field, address);
		return;
	case TYPE_STRING_VECTOR:
		emit_vector(scope, address);
		return;
	case TYPE_ENVIRONMENT:
		emit_environment(scope, address);
		return;
	case TYPE_SIGSET:
		emit_sigset(scope, field, address);
		return;
	case TYPE_FDSET:
		emit_fdset(scope, field, address);
		return;
	case TYPE_CPUSET:
		emit_cpuset(scope, field, address);
		return;
	case TYPE_BITSET:
		emit_bitset(scope, field, address);
		return;
	case TYPE_HARDWARE:
		emit_hex_bytes(scope, field, address, VALUE_HARDWARE);
		return;
	case TYPE_UUID:
		emit_hex_bytes(scope, field, address, VALUE_UUID);
		return;
	case TYPE_CALLSIGN:
		emit_hex_bytes(scope, field, address, VALUE_CALLSIGN);
		return;
	case TYPE_IPV6:
		emit_ipv6(scope, address);
		return;
	default:
		emit_address(scope, address, false);
	}
}

void emit_memory(const struct scope *scope, const struct field *field, uint64_t address)
{
	if (field_more(field)->count.given)
		emit_array(scope, field, address);
	else
		emit_object(scope, field, address);
}

static bool is_plain_text(const struct field *field)
{
	switch (field_type(field)->kind) {
	case TYPE_CSTRING:
	case TYPE_PATH:
	case TYPE_BYTES:
	case TYPE_TEXT:
		return !field_more(field)->count.given;
	default:
		return false;
	}
}

bool decode_is_shallow(const struct decode_config *config, const struct field *field)
{
	return config->shallow && !is_plain_text(field);
}

bool emit_is_shallow(const struct scope *scope, const struct field *field)
{
	const struct size_expr *count = &field_more(field)->count;
	uint64_t n;

	return decode_is_shallow(scope->decode->config, field) &&
	       !(count->given && size_expr_value(scope, count, &n) && !n);
}

void emit_pointee(const struct scope *scope, const struct field *field, uint64_t address)
{
	struct sink *sink = scope->decode->sink;
	uint64_t value;

	if (!address || emit_is_shallow(scope, field)) {
		emit_address(scope, address, false);
		return;
	}
	if (field_more(field)->count.given || !type_is_scalar(field_type(field))) {
		emit_memory(scope, field, address);
		return;
	}
	if (!memory_scalar(scope, address, field_type(field)->storage, &value)) {
		emit_address(scope, address, true);
		return;
	}
	sink->ops->open(sink, GROUP_POINTEE);
	emit_scalar(scope, field, value);
	sink->ops->close(sink, GROUP_POINTEE, GROUP_COMPLETE);
}
