/* SPDX-License-Identifier: MIT */
/* Emits scalars and the values that pointers refer to. */
#include <string.h>

#include "decode/emit.h"
#include "decode/lookup/layout.h"
#include "decode/lookup/scalar.h"
#include "scry/arch.h"

#define NANOSECONDS 1000000000u

static void emit(const struct scope *scope, struct value *value)
{
	scope->decode->sink->ops->value(scope->decode->sink, value);
}

void emit_plain(struct number *number)
{
	emit(number->scope, &number->value);
}

void emit_number(const struct scope *scope, uint64_t number, uint8_t base)
{
	struct value value = { .kind = KIND_NUMBER, .size = 8, .base = base, .u = number };

	value.abi = scope_abi(scope);
	emit(scope, &value);
}

bool note_not_captured(const struct scope *scope)
{
	const struct fetch *fetch = scope->decode->fetch;

	if (!fetch->ops->captured || fetch->ops->captured(fetch->ctx))
		return false;
	if (fetch->ops->missed)
		fetch->ops->missed(fetch->ctx);
	return true;
}

void emit_address(const struct scope *scope, uint64_t address, bool unreadable)
{
	struct value value = { .kind = KIND_ADDRESS, .base = 16, .u = address };

	value.abi = scope_abi(scope);
	value.size = value.abi->pointer_size;
	value.unreadable = unreadable && address;
	value.not_captured = value.unreadable && note_not_captured(scope);
	emit(scope, &value);
}

void emit_counted(const struct scope *scope, uint64_t address, struct value_count count)
{
	const struct value_more more = { .count = count };
	struct value value = { .kind = KIND_ADDRESS, .base = 16, .u = address, .more = &more };

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

/* The ABI of a call number (KIND_SYSCALL); NULL: no ABI of the machine of the tracees. */
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

/*
 * The names of requests: some families of descriptors have their own for some numbers. The
 * descriptor is asked about only for these.
 */
static const struct list *request_names(const struct scope *scope, const struct type *type,
					const struct field *field, uint64_t request)
{
	const struct abi *abi = scope_abi(scope);
	const struct request_family *family = field_by(field) ? type->ioctl.families : NULL;
	uint64_t number = abi_ioctl_request(abi, request);
	struct binding fd;

	for (; family && family->names; family++)
		if (list_name(family->names, abi, number) &&
		    scope_find(scope, field_by(field), &fd) &&
		    scope_is_of_family(scope, (int)fd.value, family))
			return family->names;
	return type->list;
}

static void emit_seconds(struct number *number)
{
	const struct value *value = &number->value;
	const char *sibling = field_fraction(number->field);
	struct binding fraction;

	emit_plain(number);
	if (!sibling)
		emit_date(number->scope, value->u, 0, 1);
	else if (scope_find(number->scope, sibling, &fraction))
		emit_date(number->scope, value->u, fraction.value, 1);
}

static void emit_ipv4(struct number *number)
{
	struct value *value = &number->value;
	unsigned char network[4] = { (unsigned char)(value->u >> 24),
				     (unsigned char)(value->u >> 16),
				     (unsigned char)(value->u >> 8), (unsigned char)value->u };

	value->bytes = network;
	value->len = value->full_len = sizeof(network);
	emit_plain(number);
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

/* A number with a comment: a count of structs, or a range of ports. */
static void emit_commented(struct number *number)
{
	const struct type *type = number->type;
	struct value_more more = { .ports = type->number.ports };

	if (type->number.counted)
		more.count = count_structs(number->scope, type, number->value.u);
	number->value.more = &more;
	emit_plain(number);
}

static void emit_in_units(struct number *number)
{
	const struct type *type = number->type;
	struct value *value = &number->value;

	if (type->number.mask)
		value->u &= type->number.mask;
	if (type->number.scale) {
		value->u *= type->number.scale;
		value->size = 8;
	}
	if (type->number.counted || type->number.ports)
		emit_commented(number);
	else
		emit_plain(number);
}

static void emit_error(struct number *number)
{
	if (number->type->error.negated && (int64_t)number->value.u >= 0)
		number->value.kind = KIND_NUMBER;
	emit_plain(number);
}

static void emit_ticks(struct number *number)
{
	number->value.digits = number->type->ticks.digits;
	emit_plain(number);
}

static void emit_tone(struct number *number)
{
	if (number->type->tone.timed)
		number->value.base = 16;
	emit_plain(number);
}

static void emit_request(struct number *number)
{
	number->value.list =
		request_names(number->scope, number->type, number->field, number->value.u);
	emit_plain(number);
}

static void emit_call_number(struct number *number)
{
	const struct scope *scope = number->scope;
	struct value *value = &number->value;

	value->abi = abi_by_sibling(scope, number->field, value->u);
	/*
	 * A siginfo that belongs to no call has the layout of the tracer's ABI, and the number is
	 * one of the tracee's.
	 */
	value->commented = scope->decode->call->row && value->abi != scope_abi(scope);
	emit_plain(number);
}

/* Emits a number. term: the argument of a macro that it is; NULL if it is none. */
static void emit_typed(const struct scope *scope, const struct type *type,
		       const struct field *field, const struct macro_argument *term, uint64_t u)
{
	/* NULL: the members of the type that all kinds have say all. */
	static void (*const emitters[KIND_SCALARS_END])(struct number * number) = {
		[KIND_NUMBER] = emit_in_units,
		[KIND_FD] = emit_fd,
		[KIND_DIRFD] = emit_fd,
		[KIND_OTHER_FD] = emit_fd,
		[KIND_PID] = emit_pid,
		[KIND_ERRNO] = emit_error,
		[KIND_SECONDS] = emit_seconds,
		[KIND_IPV4] = emit_ipv4,
		[KIND_TICKS] = emit_ticks,
		[KIND_IOCTL] = emit_request,
		[KIND_SYSCALL] = emit_call_number,
		[KIND_INTERFACE] = emit_interface,
		[KIND_KEYSYM] = emit_keysym,
		[KIND_TONE] = emit_tone,
		[KIND_FAMILY] = emit_family,
		[KIND_SIGMASK] = emit_sigmask,
		[KIND_MACRO] = emit_macro,
	};
	const struct view *view = scope_view(scope, field, type);
	struct number number = {
		.scope = scope,
		.type = type,
		.field = field,
		.value = {
			.kind = type->kind,
			.size = (uint8_t)storage_size(type->storage, scope_abi(scope)),
			.is_signed = storage_is_signed(type->storage),
			.base = type->base ? type->base : 10,
			.digits = view->digits,
			.u = u,
			.abi = scope_abi(scope),
			.list = type->list,
			.commented = view->commented,
		},
	};

	if (term) {
		number.value.shift = term->shift;
		number.value.shift_name = term->shift_name;
	}
	if (view->full_width)
		number.value.digits = (uint8_t)(2 * number.value.size - 2);
	if (field_upper(field))
		number.value.size = 8;
	if (emitters[type->kind])
		emitters[type->kind](&number);
	else
		emit_plain(&number);
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
	struct value value = { .kind = KIND_IPV6, .size = 16, .len = 16, .full_len = 16 };
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

	if (type_bytes(type)->is_name)
		return type_bytes(type)->limit;
	return type_bytes(type)->limit && type_bytes(type)->limit < limit ? type_bytes(type)->limit
									  : limit;
}

/* The end of a buffer ends a string, too. */
static void emit_c_string(const struct scope *scope, const struct field *field, uint64_t address)
{
	size_t limit = decode_string_limit(scope->decode->config, field_type(field));
	uint64_t capacity = field_capacity(scope, field, address), len = UINT64_MAX;

	if (field_more(field)->len.given && size_expr_value(scope, &field_more(field)->len, &len) &&
	    len <= limit && !(len && type_bytes(field_type(field))->nul_counts))
		emit_string_within(scope, address, (size_t)len);
	else
		emit_string(scope, address, limit, len < capacity ? len : capacity);
}

void emit_object(const struct scope *scope, const struct field *field, uint64_t address)
{
	if (type_is_scalar(field_type(field))) {
		emit_scalar_at(scope, field, address);
		return;
	}
	switch (field_type(field)->kind) {
	case KIND_CSTRING:
		emit_c_string(scope, field, address);
		return;
	case KIND_PATH:
		emit_path(scope, field_type(field), address);
		return;
	case KIND_BYTES:
		emit_bytes(scope, field, address);
		return;
	case KIND_TEXT:
	case KIND_SOCKET_NAME:
		emit_text(scope, field, address);
		return;
	case KIND_STRUCT:
		emit_struct(scope, field, address);
		return;
	case KIND_RECORDS:
		emit_records(scope, field, address);
		return;
	case KIND_STRING_VECTOR:
		emit_vector(scope, address);
		return;
	case KIND_ENVIRONMENT:
		emit_environment(scope, address);
		return;
	case KIND_SIGSET:
		emit_sigset(scope, field, address);
		return;
	case KIND_FDSET:
		emit_fdset(scope, field, address);
		return;
	case KIND_CPUSET:
		emit_cpuset(scope, field, address);
		return;
	case KIND_BITSET:
		emit_bitset(scope, field, address);
		return;
	case KIND_HARDWARE:
	case KIND_UUID:
	case KIND_CALLSIGN:
		emit_hex_bytes(scope, field, address);
		return;
	case KIND_IPV6:
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
	case KIND_CSTRING:
	case KIND_PATH:
	case KIND_BYTES:
	case KIND_TEXT:
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
