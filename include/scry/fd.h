/* SPDX-License-Identifier: MIT */
/* Shared types: what a descriptor refers to, beyond the path that /proc shows. */
#ifndef SCRY_FD_H
#define SCRY_FD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of information about a descriptor. --decode-fds selects a set of them. */
enum {
	FD_PATH = 1 << 0,
	FD_DEVICE = 1 << 1,
	FD_SOCKET = 1 << 2,
	FD_PIDFD = 1 << 3,
	FD_EVENTFD = 1 << 4,
	FD_SIGNALFD = 1 << 5,
	FD_ALL = (1 << 6) - 1,
	FD_DELETED = 1 << 6, /* only as fd_detail.kind: the file at the path was removed */
};

#define FD_DELETED_END " (deleted)" /* /proc appends this to the path of a removed file */

/* The local or the remote end of a socket of AF_INET or AF_INET6. */
struct fd_end {
	bool known; /* false: the socket is not bound, or not connected */
	unsigned char address[16]; /* in network byte order; AF_INET uses 4 bytes */
	uint16_t port;
};

#define FD_SOCKET_NAME 108 /* bytes of sun_path */

struct fd_socket {
	int family; /* 0: only inode is known */
	bool is_other; /* family is 0 because the socket is of a family without details */
	char type[16]; /* "TCP", "UDPv6", "UNIX-STREAM", "NETLINK" */
	uint64_t inode;
	struct fd_end local, peer;
	uint64_t peer_inode; /* AF_UNIX; 0: not connected, or unknown */
	unsigned char name[FD_SOCKET_NAME]; /* AF_UNIX; an abstract name begins with NUL */
	size_t name_len; /* 0: the socket has no name */
	int protocol; /* AF_NETLINK: NETLINK_* */
	uint32_t port_id; /* AF_NETLINK; 0: not bound */
};

struct fd_detail {
	/* selects the union member: one of FD_DEVICE to FD_SIGNALFD, or FD_DELETED (none) */
	unsigned kind;
	union {
		struct {
			bool block;
			unsigned major, minor;
			int pty; /* /dev/ptmx: the number of its slave, plus 1; 0: no such device */
		} device;
		struct fd_socket socket;
		int pid; /* FD_PIDFD: in the PID namespace of scry; 0: the process is gone */
		struct {
			uint64_t count, id;
			bool semaphore;
		} eventfd;
		uint64_t signals; /* FD_SIGNALFD: signal n is bit n - 1 */
	};
};

#endif
