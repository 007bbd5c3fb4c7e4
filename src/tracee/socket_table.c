/* SPDX-License-Identifier: MIT */
/* Sockets in the tables of /proc/PID/net, which are those of the process's network namespace: proc_pid_net(5). */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/xattr.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

/* The kernel makes such a table anew for each reader: no more of it is read than this. */
#define TABLE_LINES 20000

/* The kernel's names of protocols ("system.sockprotoname"), ours, and the table. */
static const struct protocol {
	const char *name, *type, *table;
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

/* "0100007F:1F90": words in the order of this machine, the port in hexadecimal. */
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

/* A line "sl local remote st queues tr:when retrnsmt uid timeout inode …". */
static bool read_line(const char *line, struct fd_socket *of)
{
	char local[64], remote[64];
	unsigned long long inode;

	if (sscanf(line, " %*[^:]: %63s %63s %*s %*s %*s %*s %*s %*s %llu", local, remote,
		   &inode) != 3 ||
	    inode != of->inode)
		return false;
	read_end(local, &of->local);
	read_end(remote, &of->peer);
	return true;
}

static void read_table(const struct tracee *tracee, const char *table, struct fd_socket *of)
{
	char path[PROC_PATH], *line = NULL;
	size_t size = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/net/%s", tracee->tid, table);
	file = fopen(path, "re");
	if (!file)
		return;
	for (unsigned n = 0; n < TABLE_LINES && getline(&line, &size, file) >= 0; n++)
		if (read_line(line, of))
			break;
	free(line);
	fclose(file);
}

void socket_from_table(const struct tracee *tracee, struct fd_socket *of)
{
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++)
		if (protocols[i].table && !strcmp(protocols[i].type, of->type))
			read_table(tracee, protocols[i].table, of);
}

void socket_by_name(const struct tracee *tracee, int fd, struct fd_socket *of)
{
	char path[PROC_PATH], name[sizeof(of->type)];
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", tracee->tid, fd);
	len = getxattr(path, "system.sockprotoname", name, sizeof(name) - 1);
	if (len <= 0)
		return;
	name[len] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(protocols); i++) {
		if (strcmp(protocols[i].name, name))
			continue;
		of->family = protocols[i].family;
		strcpy(of->type, protocols[i].type);
		socket_from_table(tracee, of);
	}
}
