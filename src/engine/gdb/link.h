/* SPDX-License-Identifier: MIT */
/*
 * The connection to a stub, and its packets: "$DATA#SUM", as the manual of GDB describes them
 * ("Remote Protocol", "Overview"). A stub is not trusted: what it sends is bounded.
 */
#ifndef ENGINE_GDB_LINK_H
#define ENGINE_GDB_LINK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/util.h"

/* The maximum length in bytes of a packet that a stub sends. */
#define LINK_PACKET_MAX ((size_t)1 << 20)

struct gdb_link {
	const char *target; /* of --target */
	int fd; /* a socket; -1: closed */
	bool acks; /* each packet is acknowledged */
	unsigned n_resent; /* how often the last packet was sent again */
	struct buf in, out; /* bytes that were received, or are to be sent */
	size_t taken; /* bytes of .in that were looked at */
	struct buf last; /* the last packet, for the case that the stub did not understand it */
	char *lost; /* why the connection is lost; NULL: it is not */
	uint64_t n_waits; /* how often scry waited for the stub, for --debug */
	/* bytes that were received and are in no packet, nor an acknowledgement */
	unsigned long n_strange;
};

/*
 * Connects to HOST:PORT, unix:PATH or '|COMMAND'. Returns false with *why, which the caller frees.
 */
bool link_open(struct gdb_link *link, const char *target, char **why);
void link_close(struct gdb_link *link);

/* Puts a packet to what is sent next. */
void link_put(struct gdb_link *link, const void *data, size_t len);
/* Puts bytes that are no packet: the one that interrupts the program. */
void link_put_raw(struct gdb_link *link, const char *bytes);
/* Sends everything. After a failure .lost is set. */
void link_flush(struct gdb_link *link);

enum link_got {
	LINK_PACKET, /* *packet has its data, without escapes */
	LINK_NOTE, /* the same, of a notification */
	LINK_NOTHING, /* the time is over, or a signal came */
	LINK_LOST, /* .lost says why */
};

/* Sends everything, and receives one packet. ms: how long to wait at most; -1: for ever. */
enum link_got link_get(struct gdb_link *link, struct buf *packet, int ms);
/* Notes why the connection cannot be used any more. Only the first reason counts. */
void link_lose(struct gdb_link *link, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
