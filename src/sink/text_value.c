/* SPDX-License-Identifier: MIT */
/* Single values in text. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "scry/syscalls.h"
#include "sink/names.h"
#include "sink/text.h"

static void put_number(struct buf *out, const struct value *value)
{
	if (value->base == 16 && value->digits)
		buf_printf(out, "0x%0*llx", value->digits, (unsigned long long)value_bits(value));
	else if (value->base == 16)
		buf_put_hex(out, value_bits(value));
	else if (value->base == 8)
		buf_put_octal(out, value_bits(value));
	else if (value->is_signed)
		buf_put_dec(out, (int64_t)value->u);
	else
		buf_put_udec(out, value_bits(value));
}

static void put_address(struct buf *out, const struct value *value)
{
	if (value->u)
		buf_put_hex(out, value->u);
	else
		buf_puts(out, "NULL");
	if (value->count.unit)
		buf_printf(out, " /* %llu %s */", (unsigned long long)value->count.n,
			   value->count.unit);
}

static void put_string(struct buf *out, const struct sink_config *config,
		       const struct value *value)
{
	text_put_string(out, value->base == 16 ? HEX_ALL : config->hex_strings, value->bytes,
			value->len, value->truncated);
}

/* An abstract name begins with a NUL, and is written with an @ before its quotes. */
static void put_socket_name(struct buf *out, const struct sink_config *config,
			    const struct value *value)
{
	const char *name = value->bytes;
	size_t abstract = value->len && !name[0];

	if (abstract)
		buf_putc(out, '@');
	text_put_string(out, config->hex_strings, name + abstract, value->len - abstract,
			value->truncated);
}

static void put_extra(struct buf *out, const struct value *value)
{
	buf_printf(out, "/* bytes %llu..%llu */ ", (unsigned long long)value->u,
		   (unsigned long long)(value->u + value->full_len - 1));
	text_put_string(out, HEX_ALL, value->bytes, value->len, value->truncated);
}

static void put_about(struct buf *out, const struct sink_config *config,
		      const struct value *value)
{
	if (value->about)
		text_put_about(out, config->hex_strings, value->about, value->about_len);
}

static void put_int(struct buf *out, const struct value *value)
{
	buf_put_dec(out, (int32_t)value->u);
}

/* Constants of which text shows the number, a name or both. Each puts the name, or nothing. */

static void name_dirfd(struct buf *out, const struct value *value)
{
	if ((int32_t)value->u == AT_FDCWD)
		buf_puts(out, "AT_FDCWD");
}

static void name_signal(struct buf *out, const struct value *value)
{
	put_signal_name(out, value->abi, value_bits(value));
}

static void name_errno(struct buf *out, const struct value *value)
{
	const char *name = value->u ? errno_name(value_abi(value), (unsigned)value->u) : NULL;

	if (name)
		buf_puts(out, name);
}

static void name_device(struct buf *out, const struct value *value)
{
	struct device device = value_device(value);

	buf_puts(out, "makedev(");
	buf_put_hex(out, device.major);
	buf_puts(out, ", ");
	buf_put_hex(out, device.minor);
	buf_putc(out, ')');
}

/* At least three digits: 000, 022, 0644. */
static void put_permissions(struct buf *out, uint64_t bits)
{
	buf_printf(out, "%#03llo", (unsigned long long)bits);
}

/* Without a file type there is no name: "0170777". */
static void name_mode(struct buf *out, const struct value *value)
{
	static const struct {
		unsigned bit;
		const char *name;
	} special[] = { { S_ISUID, "S_ISUID" }, { S_ISGID, "S_ISGID" }, { S_ISVTX, "S_ISVTX" } };
	uint64_t mode = value_bits(value);
	const char *type = NULL;

	if (value->list)
		type = list_name(value->list, value_abi(value), mode & S_IFMT);
	if (!type || !(mode & S_IFMT))
		return;
	buf_puts(out, type);
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (mode & special[i].bit)
			buf_printf(out, "|%s", special[i].name);
	buf_putc(out, '|');
	put_permissions(out, mode & ~(uint64_t)(S_IFMT | S_ISUID | S_ISGID | S_ISVTX));
}

static void name_limit(struct buf *out, const struct value *value)
{
	uint64_t limit = value_bits(value);

	if (value->size == 8 && limit == UINT64_MAX)
		buf_puts(out, "RLIM64_INFINITY");
	else if (value->size == 4 && limit == UINT32_MAX)
		buf_puts(out, "RLIM_INFINITY");
	else if (limit > 1024 && limit % 1024 == 0)
		buf_printf(out, "%llu*1024", (unsigned long long)(limit / 1024));
}

/* linux/ioctl.h, asm-generic/ioctl.h: direction, size, type and number in 2, 14, 8 and 8 bits. */
static void put_ioctl_parts(struct buf *out, uint32_t request)
{
	static const char *const directions[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ",
						  "_IOC_READ|_IOC_WRITE" };

	buf_printf(out, "_IOC(%s, ", directions[request >> 30]);
	buf_put_hex(out, request >> 8 & 0xff);
	buf_puts(out, ", ");
	buf_put_hex(out, request & 0xff);
	buf_puts(out, ", ");
	buf_put_hex(out, request >> 16 & 0x3fff);
	buf_putc(out, ')');
}

static void put_alternative(void *ctx, const char *name)
{
	struct buf *out = ctx;

	if (out->len)
		buf_puts(out, " or ");
	buf_puts(out, name);
}

static void name_ioctl(struct buf *out, const struct value *value)
{
	uint32_t request = (uint32_t)value->u;

	list_names(value->list, value_abi(value), request, put_alternative, out);
	if (!out->len)
		put_ioctl_parts(out, request);
}

static void name_port(struct buf *out, const struct value *value)
{
	buf_puts(out, value->size == 4 ? "htonl(" : "htons(");
	buf_put_udec(out, value_bits(value));
	buf_putc(out, ')');
}

static void raw_decimal(struct buf *out, const struct value *value)
{
	buf_put_udec(out, value_bits(value));
}

static void raw_hex(struct buf *out, const struct value *value)
{
	buf_put_hex(out, value_bits(value));
}

static void raw_mode(struct buf *out, const struct value *value)
{
	put_permissions(out, value_bits(value));
}

/* As it lies in memory, in network order. */
static void raw_port(struct buf *out, const struct value *value)
{
	uint16_t port = htons((uint16_t)value->u);
	uint32_t wide = htonl((uint32_t)value->u);

	if (value->size == 4)
		text_put_hex_string(out, &wide, sizeof(wide));
	else
		text_put_hex_string(out, &port, sizeof(port));
}

static const struct {
	void (*raw)(struct buf *out, const struct value *value);
	void (*name)(struct buf *out, const struct value *value);
} named[] = {
	[VALUE_DIRFD] = { put_int, name_dirfd },
	[VALUE_SIGNAL] = { put_int, name_signal },
	[VALUE_ERRNO] = { put_int, name_errno },
	[VALUE_DEV] = { raw_hex, name_device },
	[VALUE_MODE] = { raw_mode, name_mode },
	[VALUE_LIMIT] = { raw_decimal, name_limit },
	[VALUE_PORT] = { raw_port, name_port },
	[VALUE_IOCTL] = { raw_hex, name_ioctl },
};

static void put_named(struct buf *out, const struct sink_config *config,
		      const struct value *value)
{
	struct buf raw = { 0 }, name = { 0 };

	named[value->kind].raw(&raw, value);
	named[value->kind].name(&name, value);
	text_put_named(out, config, &raw, &name);
	buf_free(&raw);
	buf_free(&name);
}

static void put_syscall(struct buf *out, const struct value *value)
{
	uint64_t nr = value_bits(value);
	const char *name = NULL;

	if (value->abi)
		name = syscall_name(abi_syscall(value->abi, nr));
	if (name && value->abi == abi_native()) {
		buf_printf(out, "__NR_%s", name);
		return;
	}
	buf_put_udec(out, nr);
	if (name)
		buf_printf(out, " /* %s */", name);
}

/* -1 is "no change" in chown(2) and its like. */
static void put_uid(struct buf *out, const struct value *value)
{
	uint64_t uid = value_bits(value);

	if (uid == (value->size == 2 ? UINT16_MAX : UINT32_MAX))
		buf_puts(out, "-1");
	else
		buf_put_udec(out, uid);
}

static void put_ip(struct buf *out, const struct sink_config *config, const struct value *value,
		   const char *member)
{
	bool v6 = value->kind == VALUE_IPV6;
	char address[INET6_ADDRSTRLEN];
	struct buf raw = { 0 }, name = { 0 };

	inet_ntop(v6 ? AF_INET6 : AF_INET, value->bytes, address, sizeof(address));
	text_put_hex_string(&raw, value->bytes, v6 ? 16 : 4);
	buf_printf(&name, v6 ? "inet_pton(AF_INET6, \"%s\"" : "inet_addr(\"%s\"", address);
	if (v6 && member && config->constants == CONSTANTS_ABBREV)
		buf_printf(&name, ", &%s", member);
	buf_putc(&name, ')');
	text_put_named(out, config, &raw, &name);
	buf_free(&raw);
	buf_free(&name);
}

static void put_signal(struct buf *out, const struct abi *abi, int signal)
{
	if (!put_signal_name(out, abi, (unsigned)signal))
		buf_put_dec(out, signal);
}

static void put_wait_status(struct buf *out, const struct value *value)
{
	int status = (int)value->u;

	if (WIFSTOPPED(status)) {
		buf_puts(out, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
		put_signal(out, value->abi, WSTOPSIG(status));
	} else if (WIFSIGNALED(status)) {
		buf_puts(out, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
		put_signal(out, value->abi, WTERMSIG(status));
		if (WCOREDUMP(status))
			buf_puts(out, " && WCOREDUMP(s)");
	} else if (WIFEXITED(status)) {
		buf_printf(out, "{WIFEXITED(s) && WEXITSTATUS(s) == %d", WEXITSTATUS(status));
	} else {
		buf_puts(out, WIFCONTINUED(status) ? "{WIFCONTINUED(s)" : "{");
	}
	buf_putc(out, '}');
}

void text_put_value(struct buf *out, const struct sink_config *config, const struct value *value,
		    const char *member)
{
	switch (value->kind) {
	case VALUE_NUMBER:
	case VALUE_SECONDS:
		put_number(out, value);
		break;
	case VALUE_ENUM:
		text_put_enum(out, config, value);
		break;
	case VALUE_FLAGS:
		text_put_flags(out, config, value);
		break;
	case VALUE_ADDRESS:
		put_address(out, value);
		break;
	case VALUE_STRING:
	case VALUE_PATH:
		put_string(out, config, value);
		break;
	case VALUE_SOCKET_NAME:
		put_socket_name(out, config, value);
		break;
	case VALUE_EXTRA:
		put_extra(out, value);
		break;
	case VALUE_FD:
	case VALUE_PID:
		put_int(out, value);
		put_about(out, config, value);
		break;
	case VALUE_DIRFD:
		put_named(out, config, value);
		put_about(out, config, value);
		break;
	case VALUE_UID:
		put_uid(out, value);
		break;
	case VALUE_SIGNAL:
	case VALUE_ERRNO:
	case VALUE_DEV:
	case VALUE_MODE:
	case VALUE_LIMIT:
	case VALUE_PORT:
	case VALUE_IOCTL:
		put_named(out, config, value);
		break;
	case VALUE_PERM:
		put_permissions(out, value_bits(value));
		break;
	case VALUE_IPV4:
	case VALUE_IPV6:
		put_ip(out, config, value, member);
		break;
	case VALUE_WAIT_STATUS:
		put_wait_status(out, value);
		break;
	case VALUE_SIGSET:
		text_put_sigset(out, config, value);
		break;
	case VALUE_FDSET:
	case VALUE_CPUSET:
		text_put_fdset(out, value);
		break;
	case VALUE_TICKS:
		text_put_ticks(out, value);
		break;
	case VALUE_SYSCALL:
		put_syscall(out, value);
		break;
	case VALUE_OMITTED:
		buf_puts(out, "...");
		break;
	}
}
