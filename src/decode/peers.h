/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the peers of sockets whose connection has ended. */
#ifndef SCRY_DECODE_PEERS_H
#define SCRY_DECODE_PEERS_H

#include "scry/decode.h"
#include "scry/fd.h"

struct peers;

/*
 * Remembers the peer of a socket, or adds to a socket that has none the last one that was seen.
 * *peers: NULL at first; the caller frees it.
 */
void peers_complete(struct peers **peers, const struct decode *decode, struct fd_socket *socket);
/* Forgets the peer of a socket: the program has given it up. peers: NULL: none is remembered. */
void peers_forget(struct peers *peers, uint64_t inode);

#endif
