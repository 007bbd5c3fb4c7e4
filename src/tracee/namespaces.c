/* SPDX-License-Identifier: MIT */
/* Namespaces of tracees and their children; virtual processors. What /proc tells. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

/* "net:[4026531840]"; 0: it cannot be read. */
static uint64_t namespace_inode(pid_t pid, const char *name)
{
	char path[PROC_PATH], link[PROC_PATH + 1], *bracket;
	ssize_t len;

	snprintf(path, sizeof(path), "/proc/%d/ns/%s", pid, name);
	len = readlink(path, link, PROC_PATH);
	if (len <= 0)
		return 0;
	link[len] = '\0';
	bracket = strchr(link, '[');
	return bracket ? strtoull(bracket + 1, NULL, 10) : 0;
}

void tracee_namespaces(void *ctx, int pid, struct namespaces *namespaces)
{
	const struct tracee *tracee = ctx;
	pid_t ours = pid ? pid_as_ours(tracee->tid, pid) : tracee->tid;

	for (unsigned type = 0; type < NAMESPACE_COUNT; type++)
		namespaces->inodes[type] =
			ours > 0 ? namespace_inode(ours, namespace_name(type)) : 0;
}

/* Whether a line of /proc/PID/maps is about the file of this name; *start: where it begins. */
static bool is_mapped_there(const char *line, const char *name, uint64_t *start)
{
	int at = 0;
	size_t len = strlen(name);

	if (sscanf(line, "%" SCNx64 "-%*x %*s %*x %*s %*u %n", start, &at) != 1 || !at)
		return false;
	return !strncmp(line + at, name, len) && line[at + len] == '\n';
}

/*
 * By its name, "anon_inode:kvm-vcpu:0" (since Linux 4.16): that of a descriptor and that of what is mapped is
 * all that tells which belong together. Two machines of one process are not told apart.
 */
uint64_t tracee_vcpu(void *ctx, int fd)
{
	const struct tracee *tracee = ctx;
	char name[PROC_PATH + 1], path[PROC_PATH], *line = NULL;
	ssize_t len = fd_path(ctx, fd, name, PROC_PATH);
	uint64_t start, found = 0;
	unsigned n = 0;
	size_t size = 0;
	FILE *maps;

	if (len <= 0 || !memmem(name, (size_t)len, "kvm-vcpu", strlen("kvm-vcpu")))
		return 0;
	name[len] = '\0';
	snprintf(path, sizeof(path), "/proc/%d/maps", tracee->tid);
	maps = fopen(path, "re");
	while (maps && getline(&line, &size, maps) >= 0)
		if (is_mapped_there(line, name, &start) && !n++)
			found = start;
	free(line);
	if (maps)
		fclose(maps);
	return n == 1 ? found : 0;
}
