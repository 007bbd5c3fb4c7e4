/* SPDX-License-Identifier: MIT */
/* Finds the sockets of a port in /proc/PID/net, and the processes that have them. */
#include "target/sockets.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "scry/util.h"

static void add_inode(struct port_sockets *found, uint64_t inode)
{
	found->inodes = xgrow(found->inodes, found->n, &found->capacity, sizeof(*found->inodes));
	found->inodes[found->n++] = inode;
}

/* "SL: LOCAL:PORT REMOTE:PORT STATE TX:RX TR:TIME RETRANSMITS UID TIMEOUT INODE", proc_net_tcp in proc(5). */
static void read_table(struct port_sockets *found, pid_t pid, const char *name, uint16_t port)
{
	char path[PROC_PATH], line[512];
	unsigned local, remote;
	unsigned long long inode;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/net/%s", pid, name);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line,
			   " %*u: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%x %*x %*x:%*x %*x:%*x %*x %*u "
			   "%*u %llu",
			   &local, &remote, &inode) == 3 &&
		    inode && (local == port || remote == port))
			add_inode(found, inode);
	if (file)
		fclose(file);
}

/* All processes of a network namespace see the same tables. */
static const struct port_sockets *find_namespace(struct sockets *sockets, pid_t pid, uint16_t port)
{
	static const char *const tables[] = { "tcp", "tcp6", "udp", "udp6" };
	struct port_sockets *found;
	char path[PROC_PATH];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
	if (stat(path, &st))
		return NULL;
	for (size_t i = 0; i < sockets->n; i++)
		if (sockets->items[i].namespace == st.st_ino)
			return &sockets->items[i];
	sockets->items =
		xgrow(sockets->items, sockets->n, &sockets->capacity, sizeof(*sockets->items));
	found = &sockets->items[sockets->n++];
	*found = (struct port_sockets){ .namespace = st.st_ino };
	for (size_t i = 0; i < ARRAY_SIZE(tables); i++)
		read_table(found, pid, tables[i], port);
	return found;
}

static bool has_inode(const struct port_sockets *found, uint64_t inode)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->inodes[i] == inode)
			return true;
	return false;
}

bool sockets_has_port(struct sockets *sockets, pid_t pid, uint16_t port)
{
	const struct port_sockets *found = find_namespace(sockets, pid, port);
	struct dirent *entry;
	char path[PROC_PATH];
	bool has = false;
	DIR *dir;

	if (!found || !found->n)
		return false;
	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (dir && !has && (entry = readdir(dir))) {
		char target[64];
		ssize_t len = readlinkat(dirfd(dir), entry->d_name, target, sizeof(target) - 1);
		unsigned long long inode;

		target[len > 0 ? len : 0] = '\0';
		has = sscanf(target, "socket:[%llu]", &inode) == 1 && has_inode(found, inode);
	}
	if (dir)
		closedir(dir);
	return has;
}

void sockets_clear(struct sockets *sockets)
{
	for (size_t i = 0; i < sockets->n; i++)
		free(sockets->items[i].inodes);
	free(sockets->items);
	*sockets = (struct sockets){ 0 };
}
