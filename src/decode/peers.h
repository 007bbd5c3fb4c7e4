/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the peers of sockets whose connection has ended. */
#ifndef SCRY_DECODE_PEERS_H
#define SCRY_DECODE_PEERS_H

#include "scry/fd.h"

struct peers;

/*
 * Remembers the peer of a socket, or adds to a socket that has none the last one that was seen.
 * *peers: NULL at first; the caller frees it.
 */
void peers_complete(struct peers **peers, struct fd_socket *socket);

#endif
