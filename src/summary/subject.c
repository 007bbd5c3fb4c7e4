/* SPDX-License-Identifier: MIT */
/*
 * Finds the descriptor, the path and the peer of a call: a sink, because only decode knows which
 * values of a call are descriptors, paths and addresses.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "scry/sinks.h"
#include "scry/summary.h"

struct subject_sink {
	struct value_sink base;
	struct summary_subject *subject;
	bool addresses;
};

static void set_inet(struct summary_subject *subject, int family, const void *address,
		     uint16_t port)
{
	char text[INET6_ADDRSTRLEN];

	if (!inet_ntop(family, address, text, sizeof(text)))
		return;
	buf_clear(&subject->peer);
	buf_printf(&subject->peer, family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, port);
	subject->has_peer = true;
	subject->peer_family = family;
	subject->peer_port = port;
	memcpy(subject->peer_address, address, family == AF_INET6 ? 16 : 4);
}

/* Sets the peer of a connected socket. The peer of a Unix socket is known by its inode alone. */
static void set_connected(struct summary_subject *subject, const struct fd_socket *socket)
{
	if (socket->peer.known) {
		set_inet(subject, socket->family, socket->peer.address, socket->peer.port);
	} else if (socket->family == AF_UNIX && socket->peer_inode) {
		buf_clear(&subject->peer);
		buf_printf(&subject->peer, "unix:[%llu]", (unsigned long long)socket->peer_inode);
		subject->has_peer = true;
	}
}

static void set_path(struct summary_subject *subject, const struct value *value)
{
	subject->has_path = true;
	subject->path_is_argument = !value_more(value)->no_file;
	if (value_put_path(value, value_more(value)->start_len, &subject->path))
		return;
	buf_clear(&subject->path);
	buf_put(&subject->path, value->bytes, value->len);
}

/* The path of a descriptor counts only if no argument of the call is a path. */
static void see_subject_descriptor(struct summary_subject *subject, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;
	int fd = (int)value->u;

	if (fd < 0)
		return;
	if (subject->fd < 0)
		subject->fd = fd;
	if (value->bytes && !subject->has_path) {
		buf_clear(&subject->path);
		buf_put(&subject->path, value->bytes, value->len);
		subject->has_path = true;
	}
	if (detail && detail->kind == FD_SOCKET && !subject->has_peer)
		set_connected(subject, &detail->socket);
}

/* The NUL at the beginning of an abstract name is written "@", as --where reads it. */
static void set_socket_name(struct summary_subject *subject, const struct value *value)
{
	const char *name = value->bytes;
	bool abstract = !name[0];

	buf_clear(&subject->peer);
	if (abstract)
		buf_putc(&subject->peer, '@');
	buf_put(&subject->peer, name + abstract, value->len - abstract);
	subject->has_peer = true;
}

/* An address in a struct sockaddr is a port and then the number of a host, or a name. */
static void see_subject_address(struct summary_subject *subject, const struct value *value)
{
	if (value->kind == KIND_PORT) {
		subject->has_port = true;
		subject->port = (uint16_t)value->u;
	} else if (value->kind == KIND_SOCKET_NAME && value->len) {
		set_socket_name(subject, value);
	} else if (subject->has_port && value->kind != KIND_SOCKET_NAME) {
		set_inet(subject, value->kind == KIND_IPV6 ? AF_INET6 : AF_INET, value->bytes,
			 subject->port);
		subject->has_port = false;
	}
}

static void see_subject_value(struct value_sink *base, const struct value *value)
{
	struct subject_sink *sink = (struct subject_sink *)base;
	struct summary_subject *subject = sink->subject;

	switch (value->kind) {
	case KIND_FD:
	case KIND_DIRFD:
		see_subject_descriptor(subject, value);
		break;
	case KIND_PATH:
		/* An empty path stands for the descriptor before it. */
		if (value->len && !subject->path_is_argument)
			set_path(subject, value);
		break;
	case KIND_PORT:
	case KIND_IPV4:
	case KIND_IPV6:
	case KIND_SOCKET_NAME:
		if (sink->addresses && !subject->has_peer)
			see_subject_address(subject, value);
		break;
	default:
		break;
	}
}

struct sink *summary_subject_sink(void)
{
	struct subject_sink *sink = xcalloc(1, sizeof(*sink));

	sink->base = (struct value_sink){ .sink.ops = &value_sink_ops, .value = see_subject_value };
	return &sink->base.sink;
}

void summary_subject_fill(struct sink *sink, struct summary_subject *subject, bool addresses)
{
	struct subject_sink *filling = (struct subject_sink *)sink;

	filling->subject = subject;
	filling->addresses = addresses;
}

void summary_subject_reset(struct summary_subject *subject)
{
	subject->fd = -1;
	subject->has_path = subject->has_peer = false;
	subject->path_is_argument = subject->has_port = false;
	subject->peer_family = 0;
}

void summary_subject_free(struct summary_subject *subject)
{
	buf_free(&subject->path);
	buf_free(&subject->peer);
}
