/* SPDX-License-Identifier: MIT */
/* The file that a descriptor refers to, in text: "<TCP:[127.0.0.1:80]>". */
#include "sink/text_detail.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

#include "scry/syscalls.h"
#include "sink/number_names.h"
#include "sink/text_set.h"
#include "sink/text_string.h"

static void put_text_socket_end(struct buf *out, int family, const struct fd_end *end)
{
	char address[INET6_ADDRSTRLEN];

	inet_ntop(family, end->address, address, sizeof(address));
	buf_printf(out, family == AF_INET6 ? "[%s]:%u" : "%s:%u", address, end->port);
}

static void put_inet(struct buf *out, const struct fd_socket *socket)
{
	if (!socket->local.known) {
		buf_put_udec(out, socket->inode);
		return;
	}
	put_text_socket_end(out, socket->family, &socket->local);
	if (!socket->peer.known)
		return;
	buf_puts(out, "->");
	put_text_socket_end(out, socket->family, &socket->peer);
}

/* An abstract name can contain NULs: strace shows it up to the first of them. */
static void put_unix(struct buf *out, enum hex_strings hex, const struct fd_socket *socket)
{
	bool abstract = socket->name_len && !socket->name[0];
	const char *name = (const char *)socket->name + abstract;

	buf_put_udec(out, socket->inode);
	if (socket->peer_inode)
		buf_printf(out, "->%llu", (unsigned long long)socket->peer_inode);
	if (!socket->name_len)
		return;
	buf_puts(out, abstract ? ",@" : ",");
	text_put_string(out, hex, name, socket->name_len - abstract, false);
}

static void put_netlink(struct buf *out, const struct fd_socket *socket)
{
	const char *name = name_of_netlink(socket->protocol);

	if (!socket->port_id) {
		buf_put_udec(out, socket->inode);
		return;
	}
	if (name)
		buf_puts(out, name);
	else
		buf_put_dec(out, socket->protocol);
	buf_printf(out, ":%u", socket->port_id);
}

static void put_text_socket(struct buf *out, enum hex_strings hex, const struct fd_socket *socket)
{
	buf_printf(out, "<%s:[", socket->type);
	switch (socket->family) {
	case AF_UNIX:
		put_unix(out, hex, socket);
		break;
	case AF_NETLINK:
		put_netlink(out, socket);
		break;
	default:
		put_inet(out, socket);
	}
	buf_puts(out, "]>");
}

static void put_text_device_detail(struct buf *out, enum hex_strings hex, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;

	buf_putc(out, '<');
	text_put_annotation_bytes(out, hex, value->bytes, value->len);
	buf_printf(out, "<%s %u:%u", detail->device.block ? "block" : "char", detail->device.major,
		   detail->device.minor);
	if (detail->device.pty)
		buf_printf(out, " @/dev/pts/%d", detail->device.pty - 1);
	buf_puts(out, ">>");
}

static void put_pidfd(struct buf *out, enum hex_strings hex, const struct value *value)
{
	if (value_more(value)->detail->pid)
		buf_printf(out, "<pid:%d>", value_more(value)->detail->pid);
	else
		text_put_annotation(out, hex, value->bytes, value->len);
}

static void put_signals(struct buf *out, const struct sink_config *config,
			const struct value *value)
{
	unsigned char bytes[8];
	struct value set = { .kind = KIND_SIGSET, .abi = value->abi };

	set.bytes = bytes;
	set.len = set.full_len = fd_signals(value, bytes);
	buf_puts(out, "<signalfd:");
	text_put_sigset(out, config, &set);
	buf_putc(out, '>');
}

void text_put_detail(struct buf *out, const struct sink_config *config, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;

	switch (detail->kind) {
	case FD_DEVICE:
		put_text_device_detail(out, config->hex_strings, value);
		return;
	case FD_PIDFD:
		put_pidfd(out, config->hex_strings, value);
		return;
	case FD_EVENTFD:
		buf_puts(out, "<{eventfd-count=");
		buf_put_hex(out, detail->eventfd.count);
		buf_printf(out, ", eventfd-id=%llu, eventfd-semaphore=%d}>",
			   (unsigned long long)detail->eventfd.id, detail->eventfd.semaphore);
		return;
	case FD_SIGNALFD:
		put_signals(out, config, value);
		return;
	case FD_DELETED:
		text_put_annotation(out, config->hex_strings, value->bytes, value->len);
		buf_puts(out, "(deleted)");
		return;
	default:
		if (detail->socket.family)
			put_text_socket(out, config->hex_strings, &detail->socket);
		else
			text_put_annotation(out, config->hex_strings, value->bytes, value->len);
	}
}
