/* SPDX-License-Identifier: MIT */
/* struct fd_detail in a recording: numbers, whatever the layout of the struct is on the machine. */
#include "fetch/detail.h"

#include <string.h>

static void put_end(struct buf *out, const struct fd_end *end)
{
	put_number(out, end->known);
	if (!end->known)
		return;
	buf_put(out, end->address, sizeof(end->address));
	put_number(out, end->port);
}

static void get_end(struct bytes *in, struct fd_end *end)
{
	const unsigned char *address;

	end->known = get_number(in);
	if (!end->known)
		return;
	address = get_bytes(in, sizeof(end->address));
	if (address)
		memcpy(end->address, address, sizeof(end->address));
	end->port = (uint16_t)get_number(in);
}

/*
 * In place of the protocol of a socket whose family is 0: it has another family than those with
 * details.
 */
#define OTHER_FAMILY (-1)

static void put_socket(struct buf *out, const struct fd_socket *socket)
{
	size_t type_len = strnlen(socket->type, sizeof(socket->type));

	put_signed(out, socket->family);
	put_number(out, type_len);
	buf_put(out, socket->type, type_len);
	put_number(out, socket->inode);
	put_end(out, &socket->local);
	put_end(out, &socket->peer);
	put_number(out, socket->peer_inode);
	put_number(out, socket->name_len);
	buf_put(out, socket->name, socket->name_len);
	put_signed(out, socket->is_other ? OTHER_FAMILY : socket->protocol);
	put_number(out, socket->port_id);
}

static void get_socket(struct bytes *in, struct fd_socket *socket)
{
	const unsigned char *bytes;
	size_t len;

	socket->family = (int)get_signed(in);
	len = get_number(in);
	bytes = len < sizeof(socket->type) ? get_bytes(in, len) : NULL;
	*in->bad |= !bytes;
	if (bytes)
		memcpy(socket->type, bytes, len);
	socket->inode = get_number(in);
	get_end(in, &socket->local);
	get_end(in, &socket->peer);
	socket->peer_inode = get_number(in);
	len = get_number(in);
	bytes = len <= sizeof(socket->name) ? get_bytes(in, len) : NULL;
	*in->bad |= !bytes;
	if (bytes)
		memcpy(socket->name, bytes, len);
	socket->name_len = bytes ? len : 0;
	socket->protocol = (int)get_signed(in);
	socket->port_id = (uint32_t)get_number(in);
	socket->is_other = !socket->family && socket->protocol == OTHER_FAMILY;
}

void detail_put(struct buf *out, const struct fd_detail *detail)
{
	put_number(out, detail->kind);
	switch (detail->kind) {
	case FD_DEVICE:
		put_number(out, detail->device.block);
		put_number(out, detail->device.major);
		put_number(out, detail->device.minor);
		put_signed(out, detail->device.pty);
		break;
	case FD_SOCKET:
		put_socket(out, &detail->socket);
		break;
	case FD_PIDFD:
		put_signed(out, detail->pid);
		break;
	case FD_EVENTFD:
		put_number(out, detail->eventfd.count);
		put_number(out, detail->eventfd.id);
		put_number(out, detail->eventfd.semaphore);
		break;
	case FD_SIGNALFD:
		put_number(out, detail->signals);
		break;
	default:
		break;
	}
}

bool detail_get(struct bytes *in, struct fd_detail *detail)
{
	memset(detail, 0, sizeof(*detail));
	detail->kind = (unsigned)get_number(in);
	switch (detail->kind) {
	case FD_DEVICE:
		detail->device.block = get_number(in);
		detail->device.major = (unsigned)get_number(in);
		detail->device.minor = (unsigned)get_number(in);
		detail->device.pty = (int)get_signed(in);
		break;
	case FD_SOCKET:
		get_socket(in, &detail->socket);
		break;
	case FD_PIDFD:
		detail->pid = (int)get_signed(in);
		break;
	case FD_EVENTFD:
		detail->eventfd.count = get_number(in);
		detail->eventfd.id = get_number(in);
		detail->eventfd.semaphore = get_number(in);
		break;
	case FD_SIGNALFD:
		detail->signals = get_number(in);
		break;
	case FD_DELETED:
		break;
	default:
		return false;
	}
	return !*in->bad;
}
