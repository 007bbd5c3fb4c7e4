/* SPDX-License-Identifier: MIT */
/*
 * The peers of sockets whose connection has ended: the kernel forgets them when the other end is
 * closed or resets the connection, and the calls after that are about this connection still. A
 * socket that the program itself has disconnected has none.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "decode/peers.h"
#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "scry/util.h"

#define PLACES 4096 /* sockets that are remembered, at inode % PLACES; a power of two */

struct peers {
	struct peer {
		uint64_t inode; /* 0: the place is free */
		struct fd_end local, peer;
		uint64_t peer_inode;
	} places[PLACES];
};

static bool is_same_end(const struct fd_end *a, const struct fd_end *b)
{
	return a->known == b->known && a->port == b->port &&
	       !memcmp(a->address, b->address, sizeof(a->address));
}

/* connect(2): "Some protocol sockets may dissolve the association" by the family AF_UNSPEC. */
static bool gives_up_peer(const struct decode *decode)
{
	const struct call *call = decode->call;
	uint16_t family;

	return call->id == ID_connect && !call->returned &&
	       fetch_read(decode->fetch, call->args[1], &family, sizeof(family)) ==
		       sizeof(family) &&
	       family == AF_UNSPEC;
}

void peers_complete(struct peers **peers, const struct decode *decode, struct fd_socket *socket)
{
	struct peer *place;

	if (!socket->inode || !tracee_socket_connects(socket))
		return;
	if (!*peers)
		*peers = xcalloc(1, sizeof(**peers));
	if (gives_up_peer(decode))
		decode->snapshot->given_up = socket->inode;
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

void peers_forget(struct peers *peers, uint64_t inode)
{
	struct peer *place = peers ? &peers->places[inode % PLACES] : NULL;

	if (place && place->inode == inode)
		place->inode = 0;
}
