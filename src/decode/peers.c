/* SPDX-License-Identifier: MIT */
/*
 * The peers of sockets whose connection has ended: the kernel forgets them when the other end is
 * closed or resets the connection, and the calls after that are about this connection still.
 */
#include <stdlib.h>
#include <string.h>

#include "decode/peers.h"
#include "scry/util.h"

#define PLACES 4096 /* sockets that are remembered, at inode % PLACES; a power of two */

struct peers {
	struct peer {
		uint64_t inode; /* 0: the place is free */
		struct fd_end local, peer;
		uint64_t peer_inode;
	} places[PLACES];
};

/*
 * UDP sockets may give up their peer on purpose: connect(2) with AF_UNSPEC. "UNIX" has datagrams or
 * is SOCK_SEQPACKET.
 */
static bool has_connection(const struct fd_socket *socket)
{
	static const char *const types[] = { "TCP",	"TCPv6", "MPTCP",
					     "MPTCPv6", "UNIX",	 "UNIX-STREAM" };

	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(socket->type, types[i]))
			return true;
	return false;
}

static bool is_same_end(const struct fd_end *a, const struct fd_end *b)
{
	return a->known == b->known && a->port == b->port &&
	       !memcmp(a->address, b->address, sizeof(a->address));
}

void peers_complete(struct peers **peers, struct fd_socket *socket)
{
	struct peer *place;

	if (!socket->inode || !has_connection(socket))
		return;
	if (!*peers)
		*peers = xcalloc(1, sizeof(**peers));
	place = &(*peers)->places[socket->inode % PLACES];
	if (socket->peer.known || socket->peer_inode) {
		*place = (struct peer){ socket->inode, socket->local, socket->peer,
					socket->peer_inode };
		return;
	}
	/* A socket that is bound anew may listen now. */
	if (place->inode != socket->inode ||
	    (socket->local.known && !is_same_end(&place->local, &socket->local)))
		return;
	socket->local = place->local;
	socket->peer = place->peer;
	socket->peer_inode = place->peer_inode;
}
