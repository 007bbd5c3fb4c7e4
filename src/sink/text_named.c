/* SPDX-License-Identifier: MIT */
/* Numbers in text with names that do not come from one list of the table. */
#include "sink/text_named.h"

#include <arpa/inet.h>
#include <endian.h>
#include <sys/stat.h>

#include "scry/syscalls.h"
#include "sink/number_names.h"
#include "sink/text_constant.h"
#include "sink/text_string.h"

/* Each name_*() appends the name of the number, or nothing if it has none. */

static void name_dirfd(struct buf *out, const struct value *value)
{
	const char *name = value_dirfd_name(value);

	if (name)
		buf_puts(out, name);
}

static void name_signal(struct buf *out, const struct value *value)
{
	put_signal_name(out, value->abi, value_bits(value));
}

static void name_errno(struct buf *out, const struct value *value)
{
	bool negative = value->is_signed && (int64_t)value->u < 0;
	unsigned error = negative ? -(unsigned)value->u : (unsigned)value->u;
	const char *name = error ? errno_name(value_abi(value), error) : NULL;

	if (name)
		buf_printf(out, negative ? "-%s" : "%s", name);
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

/*
 * A mode has a name if its file type is known, or if it has no file type and one of the bits in
 * special: "S_ISUID|S_ISVTX|011", but "0644" and "0170777" are numbers.
 */
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
	if (mode & S_IFMT ? !type : !(mode & (S_ISUID | S_ISGID | S_ISVTX)))
		return;
	if (type) {
		buf_puts(out, type);
		buf_putc(out, '|');
	}
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (mode & special[i].bit)
			buf_printf(out, "%s|", special[i].name);
	text_put_permissions(out, mode & ~(uint64_t)(S_IFMT | S_ISUID | S_ISGID | S_ISVTX));
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

/* asm/ioctl.h of mips and powerpc has a bit for each direction, and one for none. */
static void put_ioctl_directions(struct buf *out, uint32_t bits)
{
	static const char *const directions[] = { "_IOC_NONE", "_IOC_READ", "_IOC_WRITE" };
	const char *bar = "";

	if (!bits)
		buf_putc(out, '0');
	for (unsigned i = 0; i < ARRAY_SIZE(directions); i++)
		if (bits & 1u << i) {
			buf_printf(out, "%s%s", bar, directions[i]);
			bar = "|";
		}
}

/*
 * asm-generic/ioctl.h: direction, size, type and number in 2, 14, 8 and 8 bits; elsewhere in 3, 13,
 * 8 and 8 bits.
 */
static void put_ioctl_parts(struct buf *out, const struct abi *abi, uint32_t number)
{
	static const char *const directions[] = { "_IOC_NONE", "_IOC_WRITE", "_IOC_READ",
						  "_IOC_READ|_IOC_WRITE" };
	uint32_t request = abi_ioctl_request(abi, number);

	buf_puts(out, "_IOC(");
	if (abi->ioctl_size_bits == 14)
		buf_puts(out, directions[request >> 30]);
	else
		put_ioctl_directions(out, number >> 29);
	buf_puts(out, ", ");
	buf_put_hex(out, request >> 8 & 0xff);
	buf_puts(out, ", ");
	buf_put_hex(out, request & 0xff);
	buf_puts(out, ", ");
	buf_put_hex(out, ioctl_size(abi, request));
	buf_putc(out, ')');
}

static void put_text_alternative(void *ctx, const char *name)
{
	struct buf *out = ctx;

	if (out->len)
		buf_puts(out, " or ");
	buf_puts(out, name);
}

static void name_ioctl(struct buf *out, const struct value *value)
{
	uint32_t request = abi_ioctl_request(value_abi(value), value->u);

	put_ioctl_macro(out, value_abi(value), request);
	list_names(value->list, value_abi(value), request, put_text_alternative, out);
	if (!out->len)
		put_ioctl_parts(out, value_abi(value), (uint32_t)value->u);
}

static void name_port(struct buf *out, const struct value *value)
{
	const char *name = NULL;

	buf_puts(out, "htons(");
	if (value->list)
		name = list_name(value->list, value_abi(value), value_bits(value));
	if (name)
		buf_puts(out, name);
	else if (value->list)
		buf_printf(out, "%#llx /* %s */", (unsigned long long)value_bits(value),
			   list_unknown(value->list));
	else
		buf_put_udec(out, value_bits(value));
	buf_putc(out, ')');
}

static void name_network(struct buf *out, const struct value *value)
{
	buf_puts(out, value->size == 8 ? "htobe64(" : "htonl(");
	if (value->base == 16)
		buf_put_hex(out, value_bits(value));
	else
		buf_put_udec(out, value_bits(value));
	buf_putc(out, ')');
}

static void name_ip(struct buf *out, const struct value *value)
{
	bool v6 = value->kind == KIND_IPV6;
	char address[INET6_ADDRSTRLEN];

	inet_ntop(v6 ? AF_INET6 : AF_INET, value->bytes, address, sizeof(address));
	buf_printf(out, v6 ? "inet_pton(AF_INET6, \"%s\")" : "inet_addr(\"%s\")", address);
}

static void name_interface(struct buf *out, const struct value *value)
{
	if (!value->bytes)
		return;
	buf_puts(out, "if_nametoindex(");
	text_put_string(out, HEX_NONE, value->bytes, value->len, false);
	buf_putc(out, ')');
}

static void name_kernel_version(struct buf *out, const struct value *value)
{
	unsigned version = (unsigned)value->u;

	buf_printf(out, "KERNEL_VERSION(%u, %u, %u)", version >> 16, version >> 8 & 0xff,
		   version & 0xff);
}

/* Each raw_*() appends the number. */

static void raw_ip(struct buf *out, const struct value *value)
{
	text_put_hex_string(out, value->bytes, value->kind == KIND_IPV6 ? 16 : 4);
}

static void raw_int(struct buf *out, const struct value *value)
{
	buf_put_dec(out, (int32_t)value->u);
}

/* All bits of a number of any size. */
static void raw_number(struct buf *out, const struct value *value)
{
	if (value->is_signed)
		buf_put_dec(out, (int64_t)value->u);
	else
		buf_put_udec(out, value_bits(value));
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
	text_put_permissions(out, value_bits(value));
}

/* The bytes in network order, as in the memory of the tracee. */
static void raw_port(struct buf *out, const struct value *value)
{
	uint16_t port = htons((uint16_t)value->u);

	text_put_hex_string(out, &port, sizeof(port));
}

static void raw_network(struct buf *out, const struct value *value)
{
	uint32_t word = htonl((uint32_t)value->u);
	uint64_t two_words = htobe64(value->u);

	if (value->size == 8)
		text_put_hex_string(out, &two_words, sizeof(two_words));
	else
		text_put_hex_string(out, &word, sizeof(word));
}

static void raw_hardware(struct buf *out, const struct value *value)
{
	text_put_hex_string(out, value->bytes, value->len);
}

static void name_hardware(struct buf *out, const struct value *value)
{
	const unsigned char *bytes = value->bytes;

	for (size_t i = 0; i < value->len; i++)
		buf_printf(out, i ? ":%02x" : "%02x", bytes[i]);
}

static const struct {
	void (*raw)(struct buf *out, const struct value *value);
	void (*name)(struct buf *out, const struct value *value);
} named[] = {
	[KIND_DIRFD] = { raw_int, name_dirfd },
	[KIND_SIGNAL] = { raw_number, name_signal },
	[KIND_ERRNO] = { raw_number, name_errno },
	[KIND_DEV] = { raw_hex, name_device },
	[KIND_MODE] = { raw_mode, name_mode },
	[KIND_LIMIT] = { raw_decimal, name_limit },
	[KIND_PORT] = { raw_port, name_port },
	[KIND_NETWORK] = { raw_network, name_network },
	[KIND_IPV4] = { raw_ip, name_ip },
	[KIND_IPV6] = { raw_ip, name_ip },
	[KIND_IOCTL] = { raw_hex, name_ioctl },
	[KIND_INTERFACE] = { raw_decimal, name_interface },
	[KIND_HARDWARE] = { raw_hardware, name_hardware },
	[KIND_KERNEL_VERSION] = { raw_hex, name_kernel_version },
};

void text_put_constant(struct buf *out, const struct sink_config *config, const struct value *value)
{
	struct buf raw = { 0 }, name = { 0 };

	/* An empty hardware address has no name. As a number it is "". */
	if (value->kind == KIND_HARDWARE && !value->len && config->constants == CONSTANTS_ABBREV)
		return;
	named[value->kind].raw(&raw, value);
	named[value->kind].name(&name, value);
	text_put_named(out, config, &raw, &name);
	buf_free(&raw);
	buf_free(&name);
}
