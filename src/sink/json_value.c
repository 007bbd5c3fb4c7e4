/* SPDX-License-Identifier: MIT */
/* Single values in JSON. doc/json.md describes the keys of each kind. */
#include <arpa/inet.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "scry/syscalls.h"
#include "sink/json.h"
#include "sink/names.h"

/*
 * The largest integer up to which a double is exact. jq 1.6 and JavaScript read numbers as doubles.
 */
#define LAST_EXACT ((INT64_C(1) << 53) - 1)

void json_put_unsigned(struct buf *out, uint64_t u)
{
	bool exact = u <= LAST_EXACT;

	if (!exact)
		buf_putc(out, '"');
	buf_put_udec(out, u);
	if (!exact)
		buf_putc(out, '"');
}

void json_put_signed(struct buf *out, int64_t i)
{
	bool exact = i >= -LAST_EXACT && i <= LAST_EXACT;

	if (!exact)
		buf_putc(out, '"');
	buf_put_dec(out, i);
	if (!exact)
		buf_putc(out, '"');
}

void json_put_integer(struct buf *out, const struct value *value)
{
	if (value->is_signed)
		json_put_signed(out, (int64_t)value->u);
	else
		json_put_unsigned(out, value_bits(value));
}

void json_put_number_member(struct buf *out, const struct value *value)
{
	buf_puts(out, ",\"number\":");
	json_put_integer(out, value);
	buf_putc(out, '}');
}

static void put_address(struct buf *out, const struct value *value)
{
	if (!value->u) {
		buf_puts(out, "null");
		return;
	}
	buf_printf(out, "{\"address\":\"%#llx\"", (unsigned long long)value->u);
	if (value->unreadable)
		buf_puts(out, value->not_captured ? ",\"captured\":false" : ",\"unreadable\":true");
	const struct value_count *count = &value_more(value)->count;

	if (count->unit) {
		buf_puts(out, ",\"count\":");
		json_put_unsigned(out, count->n);
		buf_puts(out, ",\"unit\":");
		json_put_text(out, count->unit);
		buf_puts(out, count->more ? ",\"more\":true" : "");
	}
	buf_putc(out, '}');
}

static void put_enum(struct buf *out, const struct value *value)
{
	buf_puts(out, "{\"enum\":");
	json_put_text(out, value_enum_name(value));
	json_put_number_member(out, value);
}

void json_put_flag(void *ctx, const char *name, uint64_t bits)
{
	struct buf *out = ctx;

	(void)bits;
	if (out->data[out->len - 1] != '[')
		buf_putc(out, ',');
	json_put_text(out, name);
}

/* "rest" holds the bits that have no name. */
static void put_flags(struct buf *out, const struct value *value)
{
	uint64_t rest;

	buf_puts(out, "{\"flags\":[");
	rest = list_split(value->list, value_abi(value), value_bits(value), json_put_flag, out);
	buf_puts(out, "],\"number\":");
	json_put_unsigned(out, value_bits(value));
	if (rest) {
		buf_puts(out, ",\"rest\":");
		json_put_unsigned(out, rest);
	}
	buf_putc(out, '}');
}

/*
 * "length" is the number of bytes that the string has in the tracee, if it is known to be longer
 * than what is here.
 */
static void put_string(struct buf *out, const struct value *value)
{
	buf_putc(out, '{');
	json_put_bytes(out, value->kind == KIND_PATH ? "path" : "string", value->bytes, value->len);
	if (value->truncated)
		buf_puts(out, ",\"truncated\":true");
	if (value->truncated && value->full_len > value->len) {
		buf_puts(out, ",\"length\":");
		json_put_unsigned(out, value->full_len);
	}
	json_put_context(out, value);
	buf_putc(out, '}');
}

static void put_pid(struct buf *out, const struct value *value)
{
	buf_printf(out, "{\"pid\":%d", (int32_t)value->u);
	if (value->bytes) {
		buf_putc(out, ',');
		json_put_bytes(out, "comm", value->bytes, value->len);
	}
	if (value_more(value)->outside)
		buf_printf(out, ",\"outside\":%d", value_more(value)->outside);
	buf_putc(out, '}');
}

/* chown(2), setreuid(2) and similar calls take -1 for "no change". */
static void put_uid(struct buf *out, const struct value *value)
{
	uint64_t uid = value_bits(value);

	if (uid == (value->size == 2 ? UINT16_MAX : UINT32_MAX))
		buf_puts(out, "-1");
	else
		json_put_unsigned(out, uid);
}

static void put_signal(struct buf *out, const struct value *value)
{
	buf_puts(out, "{\"signal\":");
	json_put_signal(out, value->abi, value_bits(value));
	json_put_number_member(out, value);
}

static void put_errno(struct buf *out, const struct value *value)
{
	uint64_t number = (int64_t)value->u < 0 ? -value->u : value->u;

	buf_puts(out, "{\"errno\":");
	json_put_text(out, number ? errno_name(value_abi(value), (unsigned)number) : NULL);
	json_put_number_member(out, value);
}

static void put_device(struct buf *out, const struct value *value)
{
	struct device device = value_device(value);

	buf_printf(out, "{\"major\":%llu,\"minor\":%llu", (unsigned long long)device.major,
		   (unsigned long long)device.minor);
	json_put_number_member(out, value);
}

static void put_mode(struct buf *out, const struct value *value)
{
	uint64_t mode = value_bits(value);
	const char *type = NULL;

	if (value->kind == KIND_MODE && value->list && mode & S_IFMT)
		type = list_name(value->list, value_abi(value), mode & S_IFMT);
	buf_printf(out, "{\"mode\":%llu,\"permissions\":\"%04llo\"", (unsigned long long)mode,
		   (unsigned long long)(type ? mode & ~(uint64_t)S_IFMT : mode));
	if (type) {
		buf_puts(out, ",\"file_type\":");
		json_put_text(out, type);
	}
	buf_putc(out, '}');
}

/*
 * A port has two bytes. Values of other sizes are flow labels and other numbers in network order.
 */
static void put_port(struct buf *out, const struct value *value)
{
	if (value->size == 8)
		json_put_integer(out, value);
	else
		buf_printf(out, value->size == 4 ? "%llu" : "{\"port\":%llu}",
			   (unsigned long long)value_bits(value));
}

static void put_ip(struct buf *out, const struct value *value)
{
	char text[INET6_ADDRSTRLEN];

	inet_ntop(value->kind == KIND_IPV6 ? AF_INET6 : AF_INET, value->bytes, text, sizeof(text));
	buf_printf(out, "{\"ip\":\"%s\"}", text);
}

static void put_stop(struct buf *out, const struct value *value)
{
	struct stop stop = stop_of((int)value->u);

	buf_puts(out, ",\"stopped\":");
	json_put_signal(out, value->abi, stop.signal);
	if (stop.is_syscall)
		buf_puts(out, ",\"syscall_stop\":true");
	if (!stop.event)
		return;
	buf_puts(out, ",\"ptrace_event\":");
	if (stop.event_name)
		json_put_text(out, stop.event_name);
	else
		json_put_unsigned(out, stop.event);
}

static void put_wait_status(struct buf *out, const struct value *value)
{
	int status = (int)value->u;

	buf_printf(out, "{\"wait_status\":%d", status);
	if (WIFSTOPPED(status)) {
		put_stop(out, value);
	} else if (WIFSIGNALED(status)) {
		buf_puts(out, ",\"killed\":");
		json_put_signal(out, value->abi, (unsigned)WTERMSIG(status));
		buf_puts(out,
			 WCOREDUMP(status) ? ",\"core_dumped\":true" : ",\"core_dumped\":false");
	} else if (WIFEXITED(status)) {
		buf_printf(out, ",\"exited\":%d", WEXITSTATUS(status));
	} else if (WIFCONTINUED(status)) {
		buf_puts(out, ",\"continued\":true");
	}
	buf_putc(out, '}');
}

static void put_limit(struct buf *out, const struct value *value)
{
	uint64_t limit = value_bits(value);
	uint64_t infinity = value->size == 4 ? UINT32_MAX : UINT64_MAX;

	buf_puts(out, "{\"limit\":");
	if (limit == infinity)
		buf_puts(out, "\"unlimited\"");
	else
		json_put_unsigned(out, limit);
	buf_putc(out, '}');
}

/* The NUL at the beginning of an abstract socket address is not shown (unix(7)). */
static void put_socket_name(struct buf *out, const struct value *value)
{
	const char *name = value->bytes;
	bool abstract = value->len && !name[0];

	buf_putc(out, '{');
	json_put_bytes(out, abstract ? "abstract" : "path", name + abstract, value->len - abstract);
	buf_puts(out, value->truncated ? ",\"truncated\":true}" : "}");
}

/* Bytes after the members that scry knows. "offset" is where they begin in the struct. */
static void put_extra(struct buf *out, const struct value *value)
{
	put_string(out, value);
	out->len--;
	buf_puts(out, ",\"offset\":");
	json_put_unsigned(out, value->u);
	buf_putc(out, '}');
}

static void put_omitted(struct buf *out, const struct value *value)
{
	(void)value;
	buf_puts(out, "{\"omitted\":true}");
}

void json_put_value(struct buf *out, const struct value *value)
{
	static void (*const put[])(struct buf * out, const struct value *value) = {
		[KIND_NUMBER] = json_put_integer,
		[KIND_ENUM] = put_enum,
		[KIND_FLAGS] = put_flags,
		[KIND_ADDRESS] = put_address,
		[KIND_STRING] = put_string,
		[KIND_PATH] = put_string,
		[KIND_FD] = json_put_fd,
		[KIND_DIRFD] = json_put_fd,
		[KIND_PID] = put_pid,
		[KIND_UID] = put_uid,
		[KIND_SIGNAL] = put_signal,
		[KIND_ERRNO] = put_errno,
		[KIND_DEV] = put_device,
		[KIND_MODE] = put_mode,
		[KIND_PERM] = put_mode,
		[KIND_SECONDS] = json_put_integer,
		[KIND_PORT] = put_port,
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
