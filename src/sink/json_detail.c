/* SPDX-License-Identifier: MIT */
/* Descriptors in JSON, and the files, sockets, processes and contexts that they refer to. */
#include "sink/json_detail.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>

#include "sink/json_set.h"
#include "sink/number_names.h"

static void put_json_socket_end(struct buf *out, const char *key, int family,
				const struct fd_end *end)
{
	char address[INET6_ADDRSTRLEN];

	if (!end->known)
		return;
	inet_ntop(family, end->address, address, sizeof(address));
	json_begin_member(out, key);
	json_begin_object(out);
	json_add_text(out, "address", address);
	json_add_unsigned(out, "port", end->port);
	json_end_object(out);
}

static void put_unix(struct buf *out, const struct fd_socket *socket)
{
	bool abstract = socket->name_len && !socket->name[0];

	if (socket->peer_inode)
		json_add_unsigned(out, "peer_inode", socket->peer_inode);
	if (!socket->name_len)
		return;
	json_add_bytes(out, abstract ? "abstract" : "path", socket->name + abstract,
		       socket->name_len - abstract);
}

static void put_netlink(struct buf *out, const struct fd_socket *socket)
{
	const char *name = name_of_netlink(socket->protocol);

	json_add_signed(out, "protocol", socket->protocol);
	if (name)
		json_add_text(out, "protocol_name", name);
	if (socket->port_id)
		json_add_unsigned(out, "port_id", socket->port_id);
}

static void put_json_socket(struct buf *out, const struct fd_socket *socket)
{
	json_begin_member(out, "socket");
	json_begin_object(out);
	json_add_unsigned(out, "inode", socket->inode);
	if (socket->family)
		json_add_text(out, "type", socket->type);
	switch (socket->family) {
	case AF_INET:
	case AF_INET6:
		put_json_socket_end(out, "local", socket->family, &socket->local);
		put_json_socket_end(out, "peer", socket->family, &socket->peer);
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
	json_end_object(out);
}

static void put_signals(struct buf *out, const struct value *value)
{
	unsigned char bytes[8];
	struct value set = { .kind = KIND_SIGSET, .abi = value->abi, .bytes = bytes };

	set.len = set.full_len = fd_signals(value, bytes);
	json_begin_member(out, "signalfd");
	json_put_set(out, &set);
}

static void put_json_device_detail(struct buf *out, const struct fd_detail *detail)
{
	char slave[32];

	json_begin_member(out, "device");
	json_begin_object(out);
	json_add_text(out, "type", detail->device.block ? "block" : "char");
	json_add_unsigned(out, "major", detail->device.major);
	json_add_unsigned(out, "minor", detail->device.minor);
	if (detail->device.pty) {
		snprintf(slave, sizeof(slave), "/dev/pts/%d", detail->device.pty - 1);
		json_add_text(out, "slave", slave);
	}
	json_end_object(out);
}

static void put_pidfd(struct buf *out, const struct fd_detail *detail)
{
	if (!detail->pid)
		return;
	json_begin_member(out, "pidfd");
	json_begin_object(out);
	json_add_signed(out, "pid", detail->pid);
	json_end_object(out);
}

static void put_eventfd(struct buf *out, const struct fd_detail *detail)
{
	json_begin_member(out, "eventfd");
	json_begin_object(out);
	json_add_unsigned(out, "count", detail->eventfd.count);
	json_add_unsigned(out, "id", detail->eventfd.id);
	json_add_bool(out, "semaphore", detail->eventfd.semaphore);
	json_end_object(out);
}

static void put_detail(struct buf *out, const struct value *value)
{
	const struct fd_detail *detail = value_more(value)->detail;

	switch (detail->kind) {
	case FD_DEVICE:
		put_json_device_detail(out, detail);
		return;
	case FD_SOCKET:
		put_json_socket(out, &detail->socket);
		return;
	case FD_PIDFD:
		put_pidfd(out, detail);
		return;
	case FD_EVENTFD:
		put_eventfd(out, detail);
		return;
	case FD_SIGNALFD:
		put_signals(out, value);
		return;
	default:
		json_add_bool(out, "deleted", true);
	}
}

void json_put_context(struct buf *out, const struct value *value)
{
	if (!value_more(value)->context)
		return;
	json_add_bytes(out, "context", value_more(value)->context, value_more(value)->context_len);
}

void json_put_fd(struct buf *out, const struct value *value)
{
	const char *name = value->kind == KIND_DIRFD ? value_dirfd_name(value) : NULL;

	json_begin_object(out);
	json_add_signed(out, value->registered ? "registered" : "fd", (int32_t)value->u);
	if (name)
		json_add_text(out, "name", name);
	if (value->bytes)
		json_add_bytes(out, "path", value->bytes, value->len);
	if (value_more(value)->detail)
		put_detail(out, value);
	json_put_context(out, value);
	json_end_object(out);
}
