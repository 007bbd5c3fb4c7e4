/* SPDX-License-Identifier: MIT */
/*
 * A sink that keeps what a diagnosis wants of a call: paths, an address, a command line, written
 * bytes, the first descriptor.
 */
#include <arpa/inet.h>
#include <string.h>

#include "why/values.h"

static struct value_finder *finder_of(struct sink *sink)
{
	return (struct value_finder *)sink;
}

static void see_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name, enum phase phase, bool named)
{
	(void)builder, (void)name, (void)phase, (void)named;
	finder_of(sink)->argument = index;
}

static void see_path(struct thread *thread, const struct value *value)
{
	struct buf *path = thread->path.len ? &thread->other : &thread->path;
	size_t room = TEXT_KEPT - 1;

	if (value->len && !path->len)
		buf_put(path, value->bytes, value->len < room ? value->len : room);
}

static void see_why_address(struct thread *thread, const struct value *value)
{
	char text[INET6_ADDRSTRLEN];
	int family = value->kind == KIND_IPV6 ? AF_INET6 : AF_INET;

	if (!thread->has_port || thread->path.len ||
	    !inet_ntop(family, value->bytes, text, sizeof(text)))
		return;
	buf_printf(&thread->path, family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, thread->port);
}

static void see_socket_name(struct thread *thread, const struct value *value)
{
	const char *name = value->bytes;
	bool abstract = value->len && !*name;

	if (thread->path.len || !value->len)
		return;
	if (abstract)
		buf_putc(&thread->path, '@');
	buf_put(&thread->path, name + abstract, value->len - abstract);
}

/*
 * Bytes that a call writes, or the words of a command line, which are argument 1 of execve(2) and 2
 * of execveat(2).
 */
static void see_string(const struct value_finder *finder, struct thread *thread,
		       const struct value *value)
{
	size_t room = SAID_MAX > thread->said.len ? SAID_MAX - thread->said.len : 0;
	size_t len = value->len < room ? value->len : room;

	if (!finder->words) {
		buf_put(&thread->said, value->bytes, len);
		return;
	}
	if (finder->argument != finder->words || !len)
		return;
	if (thread->said.len)
		buf_putc(&thread->said, ' ');
	buf_put(&thread->said, value->bytes, len);
}

static void see_why_descriptor(struct thread *thread, int fd)
{
	if (thread->fd < 0)
		thread->fd = fd;
	for (size_t i = 0; i < thread->n_fds && i < LOOK_WATCHED; i++)
		if (thread->fds[i] == fd)
			return;
	if (fd >= 0 && thread->n_fds < LOOK_WATCHED)
		thread->fds[thread->n_fds] = fd;
	thread->n_fds += fd >= 0;
}

static void see_why_value(struct sink *sink, const struct value *value)
{
	struct value_finder *finder = finder_of(sink);
	struct thread *thread = finder->thread;

	switch (value->kind) {
	case KIND_PATH:
		see_path(thread, value);
		break;
	case KIND_PORT:
		thread->has_port = true;
		thread->port = (uint16_t)value->u;
		break;
	case KIND_IPV4:
	case KIND_IPV6:
		see_why_address(thread, value);
		break;
	case KIND_SOCKET_NAME:
		see_socket_name(thread, value);
		break;
	case KIND_STRING:
		see_string(finder, thread, value);
		break;
	case KIND_FD:
		see_why_descriptor(thread, (int)value->u);
		break;
	case KIND_FDSET:
		for (size_t i = 0; i < value->len * 8; i++)
			if (((const unsigned char *)value->bytes)[i / 8] >> i % 8 & 1)
				see_why_descriptor(thread, (int)i);
		break;
	default:
		break;
	}
}

void value_finder_init(struct value_finder *finder)
{
	*finder = (struct value_finder){ .ops = value_sink_ops };
	finder->ops.argument = see_argument;
	finder->ops.value = see_why_value;
	finder->sink.ops = &finder->ops;
}

void value_finder_begin(struct value_finder *finder, struct thread *thread, unsigned words)
{
	finder->thread = thread;
	finder->words = words;
	buf_clear(&thread->path);
	buf_clear(&thread->other);
	buf_clear(&thread->said);
	thread->has_port = false;
	thread->fd = thread->awaited = -1;
	thread->n_fds = thread->n_awaited = thread->n_others = 0;
	thread->listens = false;
}
