/* SPDX-License-Identifier: MIT */
/* Vocabulary: what a descriptor is, beyond the path that /proc shows. */
#ifndef SCRY_FD_H
#define SCRY_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is asked for, --decode-fds; a detail is of one of them, but for FD_PATH. */
enum {
	FD_PATH = 1 << 0,
	FD_DEVICE = 1 << 1,
	FD_SOCKET = 1 << 2,
	FD_PIDFD = 1 << 3,
	FD_EVENTFD = 1 << 4,
	FD_SIGNALFD = 1 << 5,
	FD_ALL = (1 << 6) - 1,
	FD_DELETED = 1 << 6, /* a detail alone: the path is that of a file which is there no more */
};

#define FD_DELETED_END " (deleted)" /* what /proc says then */

/* One end of a socket of AF_INET or AF_INET6. */
struct fd_end {
	bool known; /* bound, connected */
	unsigned char address[16]; /* 4 of them, or 16 */
	uint16_t port;
};

#define FD_SOCKET_NAME 108 /* bytes of sun_path */

struct fd_socket {
	int family; /* 0: no more is known than the path says */
	char type[16]; /* "TCP", "UDPv6", "UNIX-STREAM", "NETLINK" */
	uint64_t inode;
	struct fd_end local, peer;
	uint64_t peer_inode; /* of AF_UNIX; 0: none, or not known */
	unsigned char name[FD_SOCKET_NAME]; /* of AF_UNIX: begins with NUL if abstract */
	size_t name_len; /* 0: none */
	int protocol; /* of AF_NETLINK, with .port_id; 0: not bound */
	uint32_t port_id;
};

struct fd_detail {
	unsigned kind; /* FD_DEVICE … FD_SIGNALFD: which of these */
	union {
		struct {
			bool block;
			unsigned major, minor;
		} device;
		struct fd_socket socket;
		int pid; /* of FD_PIDFD, as scry numbers it; 0: gone */
		struct {
			uint64_t count;
			bool semaphore;
		} eventfd;
		uint64_t signals; /* of FD_SIGNALFD: signal n is bit n - 1 */
	};
};

#endif
