/* SPDX-License-Identifier: MIT */
/* Private to src/target/: which sockets have a port. */
#ifndef TARGET_SOCKETS_H
#define TARGET_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The sockets with a port in one network namespace. */
struct port_sockets {
	uint64_t namespace;
	uint64_t *inodes;
	size_t n, capacity;
};

/*
 * The namespaces that have been looked at since the last sockets_clear(). A zeroed struct is empty.
 */
struct sockets {
	struct port_sockets *items;
	size_t n, capacity;
};

/* Returns whether a process has a socket with this port on either end, by TCP or UDP. */
bool sockets_has_port(struct sockets *sockets, pid_t pid, uint16_t port);
void sockets_clear(struct sockets *sockets);

#endif
