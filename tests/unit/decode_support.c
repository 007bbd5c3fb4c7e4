/* SPDX-License-Identifier: MIT */
/* A fake tracee with memory, and a sink that writes a transcript. */
#include <stdio.h>
#include <string.h>

#include "decode_support.h"

static size_t memory_fetch(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct memory *memory = ctx;

	memory->reads++;
	for (unsigned i = 0; i < memory->n; i++) {
		const struct segment *segment = &memory->segments[i];
		size_t left;

		if (addr < segment->address || addr - segment->address >= segment->len)
			continue;
		left = segment->len - (size_t)(addr - segment->address);
		if (len > left)
			len = left;
		memcpy(buf, segment->bytes + (addr - segment->address), len);
		return len;
	}
	return 0;
}

static ssize_t memory_fd_path(void *ctx, int fd, char *buf, size_t len)
{
	(void)ctx;
	return fd < 0 && fd != -100 ? -1 : (ssize_t)snprintf(buf, len, "/fd/%d", fd);
}

static ssize_t memory_pid_comm(void *ctx, int pid, char *buf, size_t len)
{
	(void)ctx;
	return pid <= 0 ? -1 : (ssize_t)snprintf(buf, len, "comm%d", pid);
}

static ssize_t memory_interface(void *ctx, int fd, int index, char *buf, size_t len)
{
	(void)ctx, (void)fd;
	return index <= 0 ? -1 : (ssize_t)snprintf(buf, len, "eth%d", index);
}

static ssize_t memory_family(void *ctx, int family, char *buf, size_t len)
{
	(void)ctx;
	return family < 20 ? -1 : (ssize_t)snprintf(buf, len, family == 20 ? "fam20" : "\033[1m");
}

/*
 * Every descriptor is a socket of AF_NETLINK. The number of its protocol is that of the descriptor.
 */
static int memory_netlink(void *ctx, int fd)
{
	(void)ctx;
	return fd;
}

static const struct fetch_ops memory_ops = {
	.read = memory_fetch,
	.fd_path = memory_fd_path,
	.pid_comm = memory_pid_comm,
	.interface_name = memory_interface,
	.family_name = memory_family,
	.netlink = memory_netlink,
};

static struct buf *text_of(struct sink *sink)
{
	struct buf *text = &((struct recorder *)sink)->text;

	if (text->len)
		buf_putc(text, ' ');
	return text;
}

static void record_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			    const char *name, enum phase phase, bool named)
{
	static const char *const phases[] = { "", ":exit", ":rest", ":again" };

	(void)builder;
	buf_printf(text_of(sink), "%u%s%s%s=", index, name, phases[phase], named ? "!" : "");
}

static void record_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			   const char *name)
{
	(void)builder;
	buf_printf(text_of(sink), "%u%s?", index, name);
}

static const char brackets[GROUP_KINDS][3] = {
	[GROUP_STRUCT] = "{}", [GROUP_ARRAY] = "[]", [GROUP_POINTEE] = "<>", [GROUP_FDSET] = "[]",
	[GROUP_MACRO] = "()",  [GROUP_TERMS] = "()", [GROUP_SUM] = "()",     [GROUP_RATIO] = "()",
};

static void record_open(struct sink *sink, enum group group)
{
	buf_putc(text_of(sink), brackets[group][0]);
}

static void record_close(struct sink *sink, enum group group, enum group_end end)
{
	static const char *const ends[] = { "", "...", "!" };

	buf_printf(text_of(sink), "%s%c", ends[end], brackets[group][1]);
}

static void record_member(struct sink *sink, const char *name)
{
	buf_printf(text_of(sink), ".%s", name);
}

static void record_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	(void)list;
	buf_printf(text_of(sink), "#%llu%s=", (unsigned long long)i, name ? name : "");
}

static void record_macro(struct sink *sink, const char *name, const struct value *whole)
{
	(void)whole;
	buf_puts(text_of(sink), name);
}

static void record_change(struct sink *sink)
{
	buf_puts(text_of(sink), "=>");
}

static void record_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	buf_printf(text_of(sink), "/%lld+%u.%u/", (long long)seconds, nanoseconds, digits);
}

static void record_result(struct sink *sink, struct record_builder *builder)
{
	(void)builder;
	buf_puts(text_of(sink), "=");
}

static void record_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	(void)builder;
	buf_printf(text_of(sink), "(%s", label ? label : "");
}

static const char *const kind_prefixes[] = {
	[KIND_NUMBER] = "",
	[KIND_ENUM] = "enum:",
	[KIND_FLAGS] = "flags:",
	[KIND_ADDRESS] = "@",
	[KIND_FD] = "fd:",
	[KIND_DIRFD] = "dirfd:",
	[KIND_OTHER_FD] = "other:",
	[KIND_PID] = "pid:",
	[KIND_UID] = "uid:",
	[KIND_SIGNAL] = "signal:",
	[KIND_ERRNO] = "errno:",
	[KIND_DEV] = "dev:",
	[KIND_MODE] = "mode:",
	[KIND_PERM] = "perm:",
	[KIND_SECONDS] = "seconds:",
	[KIND_PORT] = "port:",
	[KIND_NETWORK] = "network:",
	[KIND_WAIT_STATUS] = "status:",
	[KIND_LIMIT] = "limit:",
	[KIND_STRING] = "",
	[KIND_PATH] = "p",
	[KIND_IPV4] = "ipv4:",
	[KIND_IPV6] = "ipv6:",
	[KIND_SIGSET] = "sigset:",
	[KIND_FDSET] = "fdset:",
	[KIND_OMITTED] = "omitted",
	[KIND_HARDWARE] = "hardware:",
	[KIND_NAMESPACE] = "namespace:",
	[KIND_BITSET] = "bits:",
	[KIND_SOCKET_NAME] = "name:",
	[KIND_EXTRA] = "extra:",
	[KIND_CPUSET] = "cpuset:",
	[KIND_TICKS] = "ticks:",
	[KIND_IOCTL] = "ioctl:",
	[KIND_SYSCALL] = "syscall:",
	[KIND_INTERFACE] = "interface:",
	[KIND_KERNEL_VERSION] = "version:",
	[KIND_UUID] = "uuid:",
	[KIND_CALLSIGN] = "callsign:",
	[KIND_CHARACTER] = "char:",
	[KIND_FOURCC] = "fourcc:",
	[KIND_KEYSYM] = "key:",
	[KIND_TONE] = "tone:",
};

static void record_number(struct buf *text, const struct value *value)
{
	if (value->base == 16)
		buf_printf(text, "%#llx", (unsigned long long)value->u);
	else if (value->base == 8)
		buf_printf(text, "%#llo", (unsigned long long)value->u);
	else if (value->is_signed)
		buf_put_dec(text, (int64_t)value->u);
	else
		buf_put_udec(text, value->u);
}

/* As "\\%o", but quick: tests compare millions of strings. */
static void put_octal(struct buf *text, unsigned char c)
{
	buf_putc(text, '\\');
	if (c >= 0100)
		buf_putc(text, (char)('0' + (c >> 6)));
	if (c >= 010)
		buf_putc(text, (char)('0' + (c >> 3 & 7)));
	buf_putc(text, (char)('0' + (c & 7)));
}

static void record_string(struct buf *text, const struct value *value)
{
	buf_putc(text, '"');
	for (size_t i = 0; i < value->len; i++) {
		unsigned char c = ((const unsigned char *)value->bytes)[i];

		if (c >= ' ' && c < 127)
			buf_putc(text, (char)c);
		else
			put_octal(text, c);
	}
	buf_putc(text, '"');
	if (value->truncated)
		buf_puts(text, "...");
	if (value->full_len != value->len)
		buf_printf(text, "%llu", (unsigned long long)value->full_len);
}

static void record_value(struct sink *sink, const struct value *value)
{
	const struct value_count *count = &value_more(value)->count;
	struct buf *text = text_of(sink);

	if (value->unreadable)
		buf_putc(text, '!');
	buf_puts(text, kind_prefixes[value->kind]);
	switch (value->kind) {
	case KIND_STRING:
	case KIND_PATH:
	case KIND_SOCKET_NAME:
	case KIND_EXTRA:
		record_string(text, value);
		break;
	case KIND_IPV4:
	case KIND_IPV6:
	case KIND_SIGSET:
	case KIND_FDSET:
	case KIND_CPUSET:
		for (size_t i = 0; i < value->len; i++)
			buf_printf(text, "%02x", ((const unsigned char *)value->bytes)[i]);
		if (value->truncated)
			buf_printf(text, "...%llu", (unsigned long long)value->full_len);
		break;
	case KIND_FD:
	case KIND_DIRFD:
	case KIND_OTHER_FD:
	case KIND_PID:
	case KIND_INTERFACE:
	case KIND_KEYSYM:
		record_number(text, value);
		if (value->bytes)
			buf_printf(text, "<%.*s>", (int)value->len, (const char *)value->bytes);
		break;
	default:
		record_number(text, value);
	}
	/* A list that is not in the table: decode made it for this value. */
	if (value->kind == KIND_ENUM && list_find(value->list->name) &&
	    list_find(value->list->name) != value->list)
		buf_printf(text, "<%s>", list_name(value->list, value->abi, value->u));
	if (count->unit)
		buf_printf(text, "/%llu%s-%s", (unsigned long long)count->n, count->more ? "+" : "",
			   count->unit);
}

static const struct sink_ops recorder_ops = {
	.argument = record_argument,
	.pending = record_pending,
	.open = record_open,
	.close = record_close,
	.member = record_member,
	.index = record_index,
	.macro = record_macro,
	.value = record_value,
	.change = record_change,
	.date = record_date,
	.result = record_result,
	.note = record_note,
};

void bench_init(struct bench *bench, const struct abi *abi, const struct syscall *row)
{
	*bench = (struct bench){ .config = { .string_limit = 32 } };
	bench->fetch = (struct fetch){ &memory_ops, &bench->memory };
	bench->recorder.sink.ops = &recorder_ops;
	bench->recorder.sink.views = true;
	bench->call = (struct call){ .abi = abi, .row = row };
	bench->decode = (struct decode){
		.config = &bench->config,
		.cache = decode_cache_new(),
		.fetch = &bench->fetch,
		.sink = &bench->recorder.sink,
		.call = &bench->call,
		.snapshot = &bench->snapshot,
	};
}

void bench_free(struct bench *bench)
{
	entry_snapshot_free(&bench->snapshot);
	decode_cache_free(bench->decode.cache);
	buf_free(&bench->recorder.text);
}

void bench_map(struct bench *bench, uint64_t address, void *bytes, size_t len)
{
	bench->memory.segments[bench->memory.n++] = (struct segment){ address, len, bytes };
}

const char *bench_text(struct bench *bench)
{
	const char *text = buf_cstr(&bench->recorder.text);

	buf_clear(&bench->recorder.text);
	return text;
}

const char *bench_enter(struct bench *bench)
{
	bench->call.returned = false;
	decode_enter(&bench->decode);
	return bench_text(bench);
}

const char *bench_exit(struct bench *bench, int64_t result)
{
	bench->call.returned = true;
	bench->call.result = result;
	bench->call.is_error = result < 0 && result >= -4095;
	decode_exit(&bench->decode);
	return bench_text(bench);
}
