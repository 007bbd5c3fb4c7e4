/* SPDX-License-Identifier: MIT */
/* Single values in JSON. doc/json.md describes the keys of each kind. */
#include "sink/json_value.h"

#include <arpa/inet.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "scry/syscalls.h"
#include "sink/json_detail.h"
#include "sink/json_named.h"
#include "sink/json_number.h"
#include "sink/json_set.h"
#include "sink/number_names.h"

void json_put_unreadable(struct buf *out, bool not_captured)
{
	if (not_captured)
		json_add_bool(out, "captured", false);
	else
		json_add_bool(out, "unreadable", true);
}

static void put_json_address(struct buf *out, const struct value *value)
{
	const struct value_count *count = &value_more(value)->count;

	if (!value->u) {
		json_put_null(out);
		return;
	}
	json_begin_object(out);
	json_add_hex(out, "address", value->u);
	if (value->unreadable)
		json_put_unreadable(out, value->not_captured);
	if (count->unit) {
		json_add_unsigned(out, "count", count->n);
		json_add_text(out, "unit", count->unit);
		if (count->more)
			json_add_bool(out, "more", true);
	}
	json_end_object(out);
}

static void put_enum(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_text(out, "enum", value_enum_name(value));
	json_end_numbered(out, value);
}

/* "rest" holds the bits that have no name. */
static void put_flags(struct buf *out, const struct value *value)
{
	uint64_t rest;

	json_begin_object(out);
	json_begin_member(out, "flags");
	json_begin_array(out);
	rest = list_split(value->list, value_abi(value), value_bits(value), json_put_flag, out);
	json_end_array(out);
	json_add_unsigned(out, "number", value_bits(value));
	if (rest)
		json_add_unsigned(out, "rest", rest);
	json_end_object(out);
}

/*
 * "length" is the number of bytes that the string has in the tracee, if it is known to be longer
 * than what is here.
 */
static void put_string_members(struct buf *out, const struct value *value)
{
	json_add_bytes(out, value->kind == KIND_PATH ? "path" : "string", value->bytes, value->len);
	if (value->truncated)
		json_add_bool(out, "truncated", true);
	if (value->truncated && value->full_len > value->len)
		json_add_unsigned(out, "length", value->full_len);
	json_put_context(out, value);
}

static void put_json_string(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	put_string_members(out, value);
	json_end_object(out);
}

static void put_json_pid(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_signed(out, "pid", (int32_t)value->u);
	if (value->bytes)
		json_add_bytes(out, "comm", value->bytes, value->len);
	if (value_more(value)->outside)
		json_add_signed(out, "outside", value_more(value)->outside);
	json_end_object(out);
}

/* chown(2), setreuid(2) and similar calls take -1 for "no change". */
static void put_uid(struct buf *out, const struct value *value)
{
	uint64_t uid = value_bits(value);

	if (uid == (value->size == 2 ? UINT16_MAX : UINT32_MAX))
		json_put_signed(out, -1);
	else
		json_put_unsigned(out, uid);
}

static void put_json_signal(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_begin_member(out, "signal");
	json_put_signal(out, value->abi, value_bits(value));
	json_end_numbered(out, value);
}

static void put_errno(struct buf *out, const struct value *value)
{
	uint64_t number = (int64_t)value->u < 0 ? -value->u : value->u;

	json_begin_object(out);
	json_add_text(out, "errno", number ? errno_name(value_abi(value), (unsigned)number) : NULL);
	json_end_numbered(out, value);
}

static void put_json_device(struct buf *out, const struct value *value)
{
	struct device device = value_device(value);

	json_begin_object(out);
	json_add_unsigned(out, "major", device.major);
	json_add_unsigned(out, "minor", device.minor);
	json_end_numbered(out, value);
}

/* At least four octal digits. */
static void put_permissions(struct buf *out, uint64_t mode)
{
	unsigned digits = 4;

	while (digits < 22 && mode >> 3 * digits)
		digits++;
	buf_putc(out, '"');
	while (digits--)
		buf_putc(out, (char)('0' + (mode >> 3 * digits & 7)));
	buf_putc(out, '"');
}

static void put_mode(struct buf *out, const struct value *value)
{
	uint64_t mode = value_bits(value);
	const char *type = NULL;

	if (value->kind == KIND_MODE && value->list && mode & S_IFMT)
		type = list_name(value->list, value_abi(value), mode & S_IFMT);
	json_begin_object(out);
	json_begin_member(out, "mode");
	buf_put_udec(out, mode);
	json_begin_member(out, "permissions");
	put_permissions(out, type ? mode & ~(uint64_t)S_IFMT : mode);
	if (type)
		json_add_text(out, "file_type", type);
	json_end_object(out);
}

static void put_port(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	json_add_unsigned(out, "port", value_bits(value));
	json_end_object(out);
}

static void put_network(struct buf *out, const struct value *value)
{
	if (value->size == 8)
		json_put_integer(out, value);
	else
		json_put_unsigned(out, value_bits(value));
}

static void put_ip(struct buf *out, const struct value *value)
{
	char text[INET6_ADDRSTRLEN];

	inet_ntop(value->kind == KIND_IPV6 ? AF_INET6 : AF_INET, value->bytes, text, sizeof(text));
	json_begin_object(out);
	json_add_text(out, "ip", text);
	json_end_object(out);
}

static void put_json_stop(struct buf *out, const struct value *value)
{
	struct stop stop = stop_of((int)value->u);

	json_begin_member(out, "stopped");
	json_put_signal(out, value->abi, stop.signal);
	if (stop.is_syscall)
		json_add_bool(out, "syscall_stop", true);
	if (!stop.event)
		return;
	json_begin_member(out, "ptrace_event");
	if (stop.event_name)
		json_put_text(out, stop.event_name);
	else
		json_put_unsigned(out, stop.event);
}

static void put_wait_status(struct buf *out, const struct value *value)
{
	int status = (int)value->u;

	json_begin_object(out);
	json_add_signed(out, "wait_status", status);
	if (WIFSTOPPED(status)) {
		put_json_stop(out, value);
	} else if (WIFSIGNALED(status)) {
		json_begin_member(out, "killed");
		json_put_signal(out, value->abi, (unsigned)WTERMSIG(status));
		json_add_bool(out, "core_dumped", WCOREDUMP(status));
	} else if (WIFEXITED(status)) {
		json_add_signed(out, "exited", WEXITSTATUS(status));
	} else if (WIFCONTINUED(status)) {
		json_add_bool(out, "continued", true);
	}
	json_end_object(out);
}

static void put_limit(struct buf *out, const struct value *value)
{
	uint64_t limit = value_bits(value);
	uint64_t infinity = value->size == 4 ? UINT32_MAX : UINT64_MAX;

	json_begin_object(out);
	if (limit == infinity)
		json_add_text(out, "limit", "unlimited");
	else
		json_add_unsigned(out, "limit", limit);
	json_end_object(out);
}

/* The NUL at the beginning of an abstract socket address is not shown (unix(7)). */
static void put_socket_name(struct buf *out, const struct value *value)
{
	const char *name = value->bytes;
	bool abstract = value->len && !name[0];

	json_begin_object(out);
	json_add_bytes(out, abstract ? "abstract" : "path", name + abstract, value->len - abstract);
	if (value->truncated)
		json_add_bool(out, "truncated", true);
	json_end_object(out);
}

/* Bytes after the members that scry knows. "offset" is where they begin in the struct. */
static void put_extra(struct buf *out, const struct value *value)
{
	json_begin_object(out);
	put_string_members(out, value);
	json_add_unsigned(out, "offset", value->u);
	json_end_object(out);
}

void json_put_marker(struct buf *out, const char *key)
{
	json_begin_object(out);
	json_add_bool(out, key, true);
	json_end_object(out);
}

static void put_omitted(struct buf *out, const struct value *value)
{
	(void)value;
	json_put_marker(out, "omitted");
}

void json_put_value(struct buf *out, const struct value *value)
{
	static void (*const put[])(struct buf * out, const struct value *value) = {
		[KIND_NUMBER] = json_put_integer,
		[KIND_ENUM] = put_enum,
		[KIND_FLAGS] = put_flags,
		[KIND_ADDRESS] = put_json_address,
		[KIND_STRING] = put_json_string,
		[KIND_PATH] = put_json_string,
		[KIND_FD] = json_put_fd,
		[KIND_DIRFD] = json_put_fd,
		[KIND_OTHER_FD] = json_put_fd,
		[KIND_PID] = put_json_pid,
		[KIND_UID] = put_uid,
		[KIND_SIGNAL] = put_json_signal,
		[KIND_ERRNO] = put_errno,
		[KIND_DEV] = put_json_device,
		[KIND_MODE] = put_mode,
		[KIND_PERM] = put_mode,
		[KIND_SECONDS] = json_put_integer,
		[KIND_PORT] = put_port,
		[KIND_NETWORK] = put_network,
		[KIND_IPV4] = put_ip,
		[KIND_IPV6] = put_ip,
		[KIND_WAIT_STATUS] = put_wait_status,
		[KIND_LIMIT] = put_limit,
		[KIND_SIGSET] = json_put_set,
		[KIND_FDSET] = json_put_set,
		[KIND_BITSET] = json_put_set,
		[KIND_HARDWARE] = json_put_hardware,
		[KIND_OMITTED] = put_omitted,
		[KIND_SOCKET_NAME] = put_socket_name,
		[KIND_EXTRA] = put_extra,
		[KIND_TICKS] = json_put_integer,
		[KIND_IOCTL] = json_put_ioctl,
		[KIND_SYSCALL] = json_put_syscall,
		[KIND_CPUSET] = json_put_set,
		[KIND_INTERFACE] = json_put_interface,
		[KIND_KERNEL_VERSION] = json_put_kernel_version,
		[KIND_UUID] = json_put_uuid,
		[KIND_CALLSIGN] = json_put_callsign,
		[KIND_CHARACTER] = json_put_integer,
		[KIND_TONE] = json_put_integer,
		[KIND_FOURCC] = json_put_fourcc,
		[KIND_KEYSYM] = json_put_keysym,
		[KIND_NAMESPACE] = json_put_namespace,
	};
	_Static_assert(ARRAY_SIZE(put) == KIND_VALUES_END, "JSON has every kind of value");

	put[value->kind](out, value);
}
