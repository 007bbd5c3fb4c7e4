/* SPDX-License-Identifier: MIT */
/* Sockets in the tables of /proc/PID/net, proc_pid_net(5): the network namespace of the process. */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "tracee/look_up.h"

/*
 * The kernel generates a table for each reader, which takes long with many sockets: read no more
 * lines.
 */
#define TABLE_LINES 20000

static const struct protocol {
	const char *name; /* in the kernel: extended attribute "system.sockprotoname" */
	const char *type; /* fd_socket.type */
	const char *table; /* in /proc/PID/net; NULL: not read */
	int family;
} protocols[] = {
	{ "TCP", "TCP", "tcp", AF_INET },
	{ "TCPv6", "TCPv6", "tcp6", AF_INET6 },
	{ "UDP", "UDP", "udp", AF_INET },
	{ "UDPv6", "UDPv6", "udp6", AF_INET6 },
	{ "UDP-Lite", "UDPLITE", "udplite", AF_INET },
	{ "UDPLITEv6", "UDPLITEv6", "udplite6", AF_INET6 },
	{ "RAW", "RAW", NULL, AF_INET },
	{ "RAWv6", "RAWv6", NULL, AF_INET6 },
	{ "UNIX", "UNIX", NULL, AF_UNIX },
	{ "UNIX-STREAM", "UNIX-STREAM", NULL, AF_UNIX },
	{ "NETLINK", "NETLINK", NULL, AF_NETLINK },
};

static bool take_ends(void *ctx, const struct proc_socket *socket)
{
	struct fd_socket *found = ctx;

	if (socket->inode != found->inode)
		return false;
	found->local = socket->local;
	found->peer = socket->remote;
	return true;
}

void socket_read_table(const struct tracee *tracee, struct fd_socket *found)
{
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++)
		if (protocols[i].table && !strcmp(protocols[i].type, found->type))
			proc_each_socket(tracee->tid, protocols[i].table, TABLE_LINES, take_ends,
					 found);
}

void socket_read_name(const struct tracee *tracee, int fd, struct fd_socket *found)
{
	char path[PROC_PATH], name[sizeof(found->type)];
	ssize_t len;

	proc_fd_path(path, tracee->tid, fd);
	len = proc_attribute_of_path(path, "system.sockprotoname", name, sizeof(name) - 1);
	if (len <= 0)
		return;
	name[len] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++) {
		if (strcmp(protocols[i].name, name))
			continue;
		found->family = protocols[i].family;
		strcpy(found->type, protocols[i].type);
		socket_read_table(tracee, found);
	}
}
