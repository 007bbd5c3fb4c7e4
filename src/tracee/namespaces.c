/* SPDX-License-Identifier: MIT */
/* Namespaces and virtual processors of tracees, from /proc. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "tracee/look_up.h"

/* Returns the number in a link such as "net:[4026531840]"; 0: the link cannot be read. */
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
	struct tracee *tracee = ctx;
	pid_t ours = pid ? tracee_pid_to_own_namespace(tracee, pid) : tracee->tid;

	for (unsigned type = 0; type < NAMESPACE_COUNT; type++)
		namespaces->inodes[type] =
			ours > 0 ? namespace_inode(ours, namespace_name(type)) : 0;
}

/* Returns whether a line of /proc/PID/maps maps the file name. *start gets the first address. */
static bool line_maps_file(const char *line, const char *name, uint64_t *start)
{
	int at = 0;
	size_t len = strlen(name);

	if (sscanf(line, "%" SCNx64 "-%*x %*s %*x %*s %*u %n", start, &at) != 1 || !at)
		return false;
	return !strncmp(line + at, name, len) && line[at + len] == '\n';
}

/*
 * Finds the mapping of a virtual processor by its name, "anon_inode:kvm-vcpu:0" (since Linux 4.16),
 * which the descriptor and the mapping share. Two virtual machines in one process use the same names:
 * then the mapping is unknown.
 */
uint64_t tracee_vcpu(void *ctx, int fd)
{
	const struct tracee *tracee = ctx;
	char name[PROC_PATH + 1], path[PROC_PATH], *line = NULL;
	ssize_t len = tracee_fd_path(ctx, fd, name, PROC_PATH);
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
		if (line_maps_file(line, name, &start) && !n++)
			found = start;
	free(line);
	if (maps)
		fclose(maps);
	return n == 1 ? found : 0;
}
