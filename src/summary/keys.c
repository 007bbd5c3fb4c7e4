/* SPDX-License-Identifier: MIT */
/*
 * The keys of --summary=KEYS: how the value of each is got from a call, and what must be known of
 * it for that.
 */
#include "summary/keys.h"

#include "scry/sets.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"
#include "scry/type.h"

/* The length of an interval if --interval is not given. */
#define INTERVAL_NS 1000000000u

static bool put_syscall(struct buf *out, const struct key_source *source)
{
	const struct call *call = source->call;

	if (call->name)
		buf_puts(out, call->name);
	else
		buf_printf(out, call->request ? "io_uring_op_0x%llx" : "syscall_0x%llx",
			   (unsigned long long)call->nr);
	/* As in a word of -e trace. */
	if (call->abi && call->abi != abi_native() && call->abi->bits)
		buf_printf(out, "@%u", call->abi->bits);
	else if (call->abi && call->abi != abi_native())
		buf_puts(out, "@x32");
	return true;
}

static bool put_via(struct buf *out, const struct key_source *source)
{
	buf_puts(out, source->call->request ? "io_uring" : "syscall");
	return true;
}

static bool put_pid_key(struct buf *out, const struct key_source *source)
{
	buf_put_dec(out, source->subject->tid);
	return true;
}

static bool put_tgid(struct buf *out, const struct key_source *source)
{
	buf_put_dec(out, source->subject->tgid);
	return true;
}

static bool put_comm_key(struct buf *out, const struct key_source *source)
{
	if (source->subject->comm)
		buf_puts(out, source->subject->comm);
	return source->subject->comm;
}

static bool put_errno(struct buf *out, const struct key_source *source)
{
	const struct call *call = source->call;
	char number[12];

	if (!call->is_error)
		return false;
	buf_puts(out, errno_word(call->abi ? call->abi : abi_native(), call_errno(call), number));
	return true;
}

/*
 * A NUL, which only the name of an abstract socket can contain, is written as in a string of C: \0,
 * or \000 before an octal digit.
 */
static bool put_bytes_key(struct buf *out, const struct buf *bytes, bool known)
{
	for (size_t i = 0; known && i < bytes->len; i++) {
		bool before_digit = i + 1 < bytes->len && bytes->data[i + 1] >= '0' &&
				    bytes->data[i + 1] <= '7';

		if (bytes->data[i])
			buf_putc(out, bytes->data[i]);
		else
			buf_puts(out, before_digit ? "\\000" : "\\0");
	}
	return known;
}

static bool put_path_key(struct buf *out, const struct key_source *source)
{
	return put_bytes_key(out, &source->subject->path, source->subject->has_path);
}

static bool put_fd(struct buf *out, const struct key_source *source)
{
	if (source->subject->fd >= 0)
		buf_put_dec(out, source->subject->fd);
	return source->subject->fd >= 0;
}

static bool put_peer(struct buf *out, const struct key_source *source)
{
	return put_bytes_key(out, &source->subject->peer, source->subject->has_peer);
}

/* A call of several classes counts in the first of them, so that no call counts twice. */
static bool put_class(struct buf *out, const struct key_source *source)
{
	uint32_t classes = source->call->row ? source->call->row->classes : 0;

	if (classes)
		buf_puts(out, class_name((unsigned)__builtin_ctz(classes)));
	return classes;
}

static bool put_interval(struct buf *out, const struct key_source *source)
{
	uint64_t length = source->config->interval_ns ? source->config->interval_ns : INTERVAL_NS;
	uint64_t start = source->subject->elapsed_ns / length * length;

	buf_printf(out, "%llu.%03llu", (unsigned long long)(start / 1000000000),
		   (unsigned long long)(start / 1000000 % 1000));
	return true;
}

static bool put_container(struct buf *out, const struct key_source *source)
{
	if (source->subject->container)
		buf_puts(out, source->subject->container);
	return source->subject->container;
}

static bool put_unit(struct buf *out, const struct key_source *source)
{
	if (source->subject->unit)
		buf_puts(out, source->subject->unit);
	return source->subject->unit;
}

const struct key summary_keys[SUMMARY_KEYS] = {
	[KEY_SYSCALL] = { "syscall", "name", put_syscall, .in_kernel = true },
	[KEY_PID] = { "pid", "thread", put_pid_key, .number = true },
	[KEY_TGID] = { "tgid", "process", put_tgid, .number = true },
	[KEY_COMM] = { "comm", "command", put_comm_key, .needs = SUBJECT_COMM },
	[KEY_ERRNO] = { "errno", "error", put_errno, .in_kernel = true },
	[KEY_PATH] = { "path", "file", put_path_key, .needs = SUBJECT_PATH },
	[KEY_FD] = { "fd", NULL, put_fd, .needs = SUBJECT_FD, .number = true },
	[KEY_PEER] = { "peer", "address", put_peer, .needs = SUBJECT_PEER },
	[KEY_CLASS] = { "class", NULL, put_class, .in_kernel = true },
	[KEY_INTERVAL] = { "interval", NULL, put_interval, .number = true, .ascending = true },
	[KEY_CONTAINER] = { "container", NULL, put_container, .needs = SUBJECT_PLACE },
	[KEY_UNIT] = { "unit", "service", put_unit, .needs = SUBJECT_PLACE },
	[KEY_VIA] = { "via", NULL, put_via },
};

const char *summary_key_name(enum summary_key key)
{
	return summary_keys[key].name;
}

bool summary_has_key(const struct summary_config *config, enum summary_key key)
{
	for (size_t i = 0; i < config->n_keys; i++)
		if (config->keys[i] == key)
			return true;
	return false;
}

unsigned summary_needs(const struct summary_config *config)
{
	unsigned needs = 0;

	for (size_t i = 0; i < config->n_keys; i++)
		needs |= summary_keys[config->keys[i]].needs;
	return needs;
}

/* --- text ----------------------------------------------------------------------------------- */

void key_put_plain(struct buf *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)(text ? text : KEY_NONE);
	size_t len = strlen((const char *)s), n;
	unsigned code;

	if (text && (!strcmp(text, KEY_NONE) || !strcmp(text, KEY_OTHER)))
		buf_putc(out, '\\');
	for (size_t i = 0; i < len; i += n ? n : 1) {
		n = utf8_length(s + i, len - i);
		if (n && !utf8_is_control(s + i, n, &code)) {
			if (s[i] == '\\')
				buf_putc(out, '\\');
			buf_put(out, s + i, n);
			continue;
		}
		for (size_t byte = 0; byte < (n ? n : 1); byte++)
			buf_printf(out, "\\x%02x", s[i + byte]);
	}
}
