/* SPDX-License-Identifier: MIT */
/* Finds the sockets of a port, and the processes that have them. */
#include "target/sockets.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/util.h"

static void add_inode(struct port_sockets *found, uint64_t inode)
{
	found->inodes = xgrow(found->inodes, found->n, &found->capacity, sizeof(*found->inodes));
	found->inodes[found->n++] = inode;
}

/* A port, and where its sockets are added. */
struct wanted_port {
	struct port_sockets *found;
	uint16_t port;
};

static bool add_socket(void *ctx, const struct proc_socket *socket)
{
	const struct wanted_port *wanted = ctx;

	if (socket->inode &&
	    (socket->local.port == wanted->port || socket->remote.port == wanted->port))
		add_inode(wanted->found, socket->inode);
	return false;
}

/* All processes of a network namespace see the same tables. */
static const struct port_sockets *find_namespace(struct sockets *sockets, pid_t pid, uint16_t port)
{
	static const char *const tables[] = { "tcp", "tcp6", "udp", "udp6" };
	uint64_t namespace = proc_namespace(pid, "net");
	struct port_sockets *found;
	struct wanted_port wanted;

	if (!namespace)
		return NULL;
	for (size_t i = 0; i < sockets->n; i++)
		if (sockets->items[i].namespace == namespace)
			return &sockets->items[i];
	sockets->items =
		xgrow(sockets->items, sockets->n, &sockets->capacity, sizeof(*sockets->items));
	found = &sockets->items[sockets->n++];
	*found = (struct port_sockets){ .namespace = namespace };
	wanted = (struct wanted_port){ found, port };
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		proc_each_socket(pid, tables[i], UINT_MAX, add_socket, &wanted);
	return found;
}

static bool has_inode(const struct port_sockets *found, uint64_t inode)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->inodes[i] == inode)
			return true;
	return false;
}

static bool is_found(void *ctx, int dir, const char *name, int fd)
{
	unsigned long long inode;
	char target[64];
	ssize_t len = readlinkat(dir, name, target, sizeof(target) - 1);

	(void)fd;
	target[len > 0 ? len : 0] = '\0';
	return sscanf(target, "socket:[%llu]", &inode) == 1 && has_inode(ctx, inode);
}

bool sockets_has_port(struct sockets *sockets, pid_t pid, uint16_t port)
{
	const struct port_sockets *found = find_namespace(sockets, pid, port);

	return found && found->n && proc_each_descriptor(pid, is_found, (void *)found) > 0;
}

void sockets_clear(struct sockets *sockets)
{
	for (size_t i = 0; i < sockets->n; i++)
		free(sockets->items[i].inodes);
	free(sockets->items);
	*sockets = (struct sockets){ 0 };
}
