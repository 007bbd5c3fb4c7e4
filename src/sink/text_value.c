/* SPDX-License-Identifier: MIT */
/* Single values in text. */
#include "sink/text_value.h"

#include <string.h>
#include <sys/wait.h>

#include "scry/syscalls.h"
#include "sink/number_names.h"
#include "sink/text.h"
#include "sink/text_constant.h"
#include "sink/text_detail.h"
#include "sink/text_device.h"
#include "sink/text_named.h"
#include "sink/text_set.h"
#include "sink/text_string.h"
#include "sink/text_time.h"

static void put_text_count(struct buf *out, const struct value *value)
{
	const struct value_more *more = value->more;

	if (!more || !more->count.unit)
		return;
	buf_puts(out, " /* ");
	buf_put_udec(out, more->count.n);
	buf_puts(out, more->count.more ? "+ " : " ");
	buf_puts(out, more->count.unit);
	buf_puts(out, " */");
}

static void put_text_number(struct buf *out, const struct value *value)
{
	/* As with C's %#010x, 0 has no prefix and the same width. */
	if (value->base == 16 && value->digits)
		buf_printf(out, "%#0*llx", value->digits + 2,
			   (unsigned long long)value_bits(value));
	else if (value->base == 16)
		buf_put_hex(out, value_bits(value));
	else if (value->base == 8)
		buf_put_octal(out, value_bits(value));
	else if (value->is_signed)
		buf_put_dec(out, (int64_t)value->u);
	else
		buf_put_udec(out, value_bits(value));
	if (value->shift && value->shift_name)
		buf_printf(out, "<<%s", value->shift_name);
	else if (value->shift)
		buf_printf(out, "<<%u", value->shift);
	put_text_count(out, value);
}

/*
 * The range 4000..10000 as a comment, without a bound that is 0. There is no comment if the kernel
 * would refuse the range.
 */
static void put_ports(struct buf *out, const struct sink_config *config, const struct value *value)
{
	unsigned low = value->u & 0xffff, high = value->u >> 16 & 0xffff;

	if (!value->more || !value->more->ports || config->constants == CONSTANTS_RAW)
		return;
	if (!(low | high) || (high && low > high))
		return;
	buf_puts(out, " /* ");
	if (low)
		buf_put_dec(out, low);
	buf_puts(out, "..");
	if (high)
		buf_put_dec(out, high);
	buf_puts(out, " */");
}

static void put_commented_number(struct buf *out, const struct sink_config *config,
				 const struct value *value)
{
	put_text_number(out, value);
	put_ports(out, config, value);
}

static void put_text_address(struct buf *out, const struct value *value)
{
	if (value->u)
		buf_put_hex(out, value->u);
	else
		buf_puts(out, "NULL");
	put_text_count(out, value);
}

static void put_text_string(struct buf *out, const struct sink_config *config,
			    const struct value *value)
{
	text_put_string(out, value->base == 16 ? HEX_ALL : config->hex_strings, value->bytes,
			value->len, value->truncated);
}

/* An abstract name begins with NUL (unix(7)). Text has @ in its place, before the quotes. */
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
	if (value->named) {
		text_put_string(out, HEX_ALL, value->bytes, value->len, value->truncated);
		buf_putc(out, ' ');
	}
	buf_printf(out, "/* bytes %llu..%llu */", (unsigned long long)value->u,
		   (unsigned long long)(value->u + value->full_len - 1));
	if (!value->named) {
		buf_putc(out, ' ');
		text_put_string(out, HEX_ALL, value->bytes, value->len, value->truncated);
	}
}

static void put_about(struct buf *out, const struct sink_config *config, const struct value *value)
{
	if (value_more(value)->detail)
		text_put_detail(out, config, value);
	else if (value->bytes)
		text_put_annotation(out, config->hex_strings, value->bytes, value->len);
}

static void put_fd(struct buf *out, const struct sink_config *config, const struct value *value)
{
	if (value->registered)
		buf_putc(out, '@');
	buf_put_dec(out, (int32_t)value->u);
	put_about(out, config, value);
}

static void put_text_pid(struct buf *out, const struct sink_config *config,
			 const struct value *value)
{
	put_fd(out, config, value);
	if (value_more(value)->outside)
		buf_printf(out, " /* %d in scry's PID NS */", value_more(value)->outside);
}

static void put_dirfd(struct buf *out, const struct sink_config *config, const struct value *value)
{
	text_put_constant(out, config, value);
	put_about(out, config, value);
}

static void put_syscall(struct buf *out, const struct sink_config *config,
			const struct value *value)
{
	struct buf number = { 0 }, constant = { 0 };
	uint64_t nr = value_bits(value);
	const char *name = NULL;

	if (value->abi)
		name = syscall_name(abi_syscall(value->abi, nr));
	buf_put_udec(&number, nr);
	if (name && !value->commented)
		buf_printf(&constant, "__NR_%s", name);
	text_put_named(out, config, &number, &constant);
	if (name && value->commented && config->constants != CONSTANTS_RAW)
		buf_printf(out, " /* %s */", name);
	buf_free(&number);
	buf_free(&constant);
}

/* -1 leaves an id unchanged in chown(2), setresuid(2) and others. */
static void put_uid(struct buf *out, const struct value *value)
{
	uint64_t uid = value_bits(value);

	if (uid == (value->size == 2 ? UINT16_MAX : UINT32_MAX))
		buf_puts(out, "-1");
	else
		buf_put_udec(out, uid);
}

static void put_text_signal(struct buf *out, const struct abi *abi, int signal)
{
	if (!put_signal_name(out, abi, (unsigned)signal))
		buf_put_dec(out, signal);
}

/* The bits of a status that the macros of wait(2) leave over: PTRACE_EVENT_* of a ptrace-stop. */
static void put_status_rest(struct buf *out, const struct sink_config *config, unsigned rest)
{
	struct stop stop = stop_of((int)rest);
	const char *name = stop.event_name ? stop.event_name : "PTRACE_EVENT_???";

	if (stop.event && config->constants == CONSTANTS_RAW)
		buf_printf(out, "|%#x<<16", stop.event);
	else if (stop.event_name && config->constants == CONSTANTS_ABBREV)
		buf_printf(out, "|%s<<16", name);
	else if (stop.event)
		buf_printf(out, "|%#x /* %s */<<16", stop.event, name);
	if (rest & 0xffff)
		buf_printf(out, "|%#x", rest & 0xffff);
}

static void put_text_stop(struct buf *out, const struct sink_config *config,
			  const struct value *value)
{
	struct stop stop = stop_of((int)value->u);

	buf_puts(out, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
	put_text_signal(out, value->abi, (int)stop.signal);
	buf_puts(out, stop.is_syscall ? " | 0x80}" : "}");
	put_status_rest(out, config, (unsigned)value->u & 0xffff0000);
}

static void put_termination(struct buf *out, const struct sink_config *config,
			    const struct value *value)
{
	int status = (int)value->u;

	buf_puts(out, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
	put_text_signal(out, value->abi, WTERMSIG(status));
	buf_puts(out, WCOREDUMP(status) ? " && WCOREDUMP(s)}" : "}");
	put_status_rest(out, config, (unsigned)status & 0xffffff00);
}

static void put_wait_status(struct buf *out, const struct sink_config *config,
			    const struct value *value)
{
	int status = (int)value->u;

	if (WIFSTOPPED(status)) {
		put_text_stop(out, config, value);
	} else if (WIFSIGNALED(status)) {
		put_termination(out, config, value);
	} else if (WIFEXITED(status)) {
		buf_printf(out, "{WIFEXITED(s) && WEXITSTATUS(s) == %d}", WEXITSTATUS(status));
		put_status_rest(out, config, (unsigned)status & 0xffff00ff);
	} else if (WIFCONTINUED(status)) {
		buf_puts(out, "{WIFCONTINUED(s)}");
	} else {
		buf_put_hex(out, value_bits(value));
	}
}

static void put_permissions(struct buf *out, const struct value *value)
{
	text_put_permissions(out, value_bits(value));
}

/* As the symbolic links in /proc/PID/ns. */
static void put_namespace(struct buf *out, const struct value *value)
{
	buf_put(out, value->bytes, value->len);
	buf_printf(out, ":[%llu]", (unsigned long long)value->u);
}

static void put_omitted(struct buf *out, const struct value *value)
{
	(void)value;
	buf_puts(out, "...");
}

static const struct {
	void (*plain)(struct buf *out, const struct value *value); /* no option changes the text */
	void (*styled)(struct buf *out, const struct sink_config *config,
		       const struct value *value);
} kinds[] = {
	[KIND_NUMBER] = { .styled = put_commented_number },
	[KIND_ENUM] = { .styled = text_put_enum },
	[KIND_FLAGS] = { .styled = text_put_flags },
	[KIND_ADDRESS] = { .plain = put_text_address },
	[KIND_STRING] = { .styled = put_text_string },
	[KIND_PATH] = { .styled = put_text_string },
	[KIND_FD] = { .styled = put_fd },
	[KIND_DIRFD] = { .styled = put_dirfd },
	[KIND_OTHER_FD] = { .styled = put_fd },
	[KIND_PID] = { .styled = put_text_pid },
	[KIND_UID] = { .plain = put_uid },
	[KIND_SIGNAL] = { .styled = text_put_constant },
	[KIND_ERRNO] = { .styled = text_put_constant },
	[KIND_DEV] = { .styled = text_put_constant },
	[KIND_MODE] = { .styled = text_put_constant },
	[KIND_PERM] = { .plain = put_permissions },
	[KIND_SECONDS] = { .plain = put_text_number },
	[KIND_PORT] = { .styled = text_put_constant },
	[KIND_NETWORK] = { .styled = text_put_constant },
	[KIND_IPV4] = { .styled = text_put_constant },
	[KIND_IPV6] = { .styled = text_put_constant },
	[KIND_WAIT_STATUS] = { .styled = put_wait_status },
	[KIND_LIMIT] = { .styled = text_put_constant },
	[KIND_SIGSET] = { .styled = text_put_sigset },
	[KIND_FDSET] = { .plain = text_put_bits },
	[KIND_OMITTED] = { .plain = put_omitted },
	[KIND_SOCKET_NAME] = { .styled = put_socket_name },
	[KIND_EXTRA] = { .plain = put_extra },
	[KIND_TICKS] = { .styled = text_put_ticks },
	[KIND_IOCTL] = { .styled = text_put_constant },
	[KIND_SYSCALL] = { .styled = put_syscall },
	[KIND_INTERFACE] = { .styled = text_put_constant },
	[KIND_KERNEL_VERSION] = { .styled = text_put_constant },
	[KIND_BITSET] = { .styled = text_put_sigset },
	[KIND_HARDWARE] = { .styled = text_put_constant },
	[KIND_UUID] = { .plain = text_put_uuid },
	[KIND_CALLSIGN] = { .styled = text_put_callsign },
	[KIND_CHARACTER] = { .plain = text_put_character },
	[KIND_FOURCC] = { .styled = text_put_fourcc },
	[KIND_KEYSYM] = { .styled = text_put_keysym },
	[KIND_TONE] = { .styled = text_put_tone },
	[KIND_CPUSET] = { .plain = text_put_bits },
	[KIND_NAMESPACE] = { .plain = put_namespace },
};
_Static_assert(ARRAY_SIZE(kinds) == KIND_VALUES_END, "text shows every kind of value");

void text_put_value(struct buf *out, const struct sink_config *config, const struct value *value)
{
	if (kinds[value->kind].plain)
		kinds[value->kind].plain(out, value);
	else
		kinds[value->kind].styled(out, config, value);
	if (value->more && value->more->context)
		text_put_context(out, value->more->context, value->more->context_len);
}
