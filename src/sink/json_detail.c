/* SPDX-License-Identifier: MIT */
/* Descriptors in JSON, and the files, sockets and processes that they refer to. */
#include <arpa/inet.h>
#include <sys/socket.h>

#include "sink/json.h"
#include "sink/names.h"

static void put_end(struct buf *out, const char *key, int family, const struct fd_end *end)
{
	char address[INET6_ADDRSTRLEN];

	if (!end->known)
		return;
	inet_ntop(family, end->address, address, sizeof(address));
	buf_printf(out, ",\"%s\":{\"address\":\"%s\",\"port\":%u}", key, address, end->port);
}

static void put_unix(struct buf *out, const struct fd_socket *socket)
{
	bool abstract = socket->name_len && !socket->name[0];

	if (socket->peer_inode) {
		buf_puts(out, ",\"peer_inode\":");
		json_put_unsigned(out, socket->peer_inode);
	}
	if (!socket->name_len)
		return;
	buf_putc(out, ',');
	json_put_bytes(out, abstract ? "abstract" : "path", socket->name + abstract,
		       socket->name_len - abstract);
}

static void put_netlink(struct buf *out, const struct fd_socket *socket)
{
	const char *name = name_of_netlink(socket->protocol);

	buf_printf(out, ",\"protocol\":%d", socket->protocol);
	if (name)
		buf_printf(out, ",\"protocol_name\":\"%s\"", name);
	if (socket->port_id)
		buf_printf(out, ",\"port_id\":%u", socket->port_id);
}

static void put_socket(struct buf *out, const struct fd_socket *socket)
{
	buf_puts(out, ",\"socket\":{\"inode\":");
	json_put_unsigned(out, socket->inode);
	if (socket->family)
		buf_printf(out, ",\"type\":\"%s\"", socket->type);
	switch (socket->family) {
	case AF_INET:
	case AF_INET6:
		put_end(out, "local", socket->family, &socket->local);
		put_end(out, "peer", socket->family, &socket->peer);
		break;
	case AF_UNIX:
		put_unix(out, socket);
		break;
	case AF_NETLINK:
		put_netlink(out, socket);
		break;
	default:
		break;
	}
	buf_putc(out, '}');
}

static void put_signals(struct buf *out, const struct value *value)
{
	unsigned char bytes[8];
	struct value set = { .kind = KIND_SIGSET, .abi = value->abi, .bytes = bytes };

	set.len = set.full_len = fd_signals(value, bytes);
	buf_puts(out, ",\"signalfd\":");
	json_put_value(out, &set);
}

static void put_detail(struct buf *out, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;

	switch (detail->kind) {
	case FD_DEVICE:
		buf_printf(out, ",\"device\":{\"type\":\"%s\",\"major\":%u,\"minor\":%u",
			   detail->device.block ? "block" : "char", detail->device.major,
			   detail->device.minor);
		if (detail->device.pty)
			buf_printf(out, ",\"slave\":\"/dev/pts/%d\"", detail->device.pty - 1);
		buf_putc(out, '}');
		return;
	case FD_SOCKET:
		put_socket(out, &detail->socket);
		return;
	case FD_PIDFD:
		if (detail->pid)
			buf_printf(out, ",\"pidfd\":{\"pid\":%d}", detail->pid);
		return;
	case FD_EVENTFD:
		buf_puts(out, ",\"eventfd\":{\"count\":");
		json_put_unsigned(out, detail->eventfd.count);
		buf_puts(out, ",\"id\":");
		json_put_unsigned(out, detail->eventfd.id);
		buf_printf(out, ",\"semaphore\":%s}", detail->eventfd.semaphore ? "true" : "false");
		return;
	case FD_SIGNALFD:
		put_signals(out, value);
		return;
	default:
		buf_puts(out, ",\"deleted\":true");
	}
}

void json_put_fd(struct buf *out, const struct value *value)
{
	const char *name = value->kind == KIND_DIRFD ? value_dirfd_name(value) : NULL;

	buf_puts(out, "{\"fd\":");
	buf_put_dec(out, (int32_t)value->u);
	if (name)
		buf_printf(out, ",\"name\":\"%s\"", name);
	if (value->bytes) {
		buf_putc(out, ',');
		json_put_bytes(out, "path", value->bytes, value->len);
	}
	if (value_more(value)->detail)
		put_detail(out, value);
	json_put_context(out, value);
	buf_putc(out, '}');
}
