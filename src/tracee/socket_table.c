/* SPDX-License-Identifier: MIT */
/* Sockets in the tables of /proc/PID/net, proc_pid_net(5): the network namespace of the process. */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/xattr.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

/* The kernel generates a table for each reader, which takes long with many sockets: read no more lines. */
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

/* Parses "0100007F:1F90": an address as 32-bit words in host byte order, and a port, in hexadecimal. */
static void read_end(const char *text, struct fd_end *end)
{
	size_t n = strcspn(text, ":"), words = n / 8;

	for (size_t i = 0; i < words && i < 4; i++) {
		uint32_t word;

		if (sscanf(text + i * 8, "%8x", &word) != 1)
			return;
		memcpy(end->address + i * 4, &word, sizeof(word));
	}
	end->port = text[n] ? (uint16_t)strtoul(text + n + 1, NULL, 16) : 0;
	end->known = end->port != 0;
}

/* Parses a line "sl local remote st queues tr:when retrnsmt uid timeout inode ...". */
static bool read_line(const char *line, struct fd_socket *found)
{
	char local[64], remote[64];
	unsigned long long inode;

	if (sscanf(line, " %*[^:]: %63s %63s %*s %*s %*s %*s %*s %*s %llu", local, remote,
		   &inode) != 3 ||
	    inode != found->inode)
		return false;
	read_end(local, &found->local);
	read_end(remote, &found->peer);
	return true;
}

static void read_table(const struct tracee *tracee, const char *table, struct fd_socket *found)
{
	char path[PROC_PATH], *line = NULL;
	size_t size = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/net/%s", tracee->tid, table);
	file = fopen(path, "re");
	if (!file)
		return;
	for (unsigned n = 0; n < TABLE_LINES && getline(&line, &size, file) >= 0; n++)
		if (read_line(line, found))
			break;
	free(line);
	fclose(file);
}

void socket_read_table(const struct tracee *tracee, struct fd_socket *found)
{
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++)
		if (protocols[i].table && !strcmp(protocols[i].type, found->type))
			read_table(tracee, protocols[i].table, found);
}

void socket_read_name(const struct tracee *tracee, int fd, struct fd_socket *found)
{
	char path[PROC_PATH], name[sizeof(found->type)];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tracee->tid, fd);
	len = getxattr(path, "system.sockprotoname", name, sizeof(name) - 1);
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
