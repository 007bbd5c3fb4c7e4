/* SPDX-License-Identifier: MIT */
/* How much memory the cgroups of scry leave it: cgroups(7). */
#include <stdlib.h>
#include <string.h>

#include "proc/root.h"
#include "scry/util.h"

/* Where each version of cgroups says it. Memory of files is given back when other is needed. */
static const struct version {
	const char *controllers; /* of proc_cgroup_of() */
	const char *type; /* of the mount */
	const char *limit, *used, *files;
} versions[] = {
	{ "", "cgroup2", "memory.max", "memory.current", "file " },
	{ "memory", "cgroup", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache " },
};

/* Returns the number in the first line of a file that begins with a word; otherwise `none`. */
static uint64_t number_in(const char *directory, const char *name, const char *word, uint64_t none)
{
	struct buf path = { 0 };
	char line[128];
	uint64_t number = none;
	FILE *file;

	buf_printf(&path, "%s/%s", directory, name);
	file = fopen(buf_cstr(&path), "re");
	while (file && fgets(line, sizeof(line), file)) {
		if (strncmp(line, word, strlen(word)) != 0)
			continue;
		/* "max" is no number. */
		if (sscanf(line + strlen(word), "%lu", &number) != 1)
			number = none;
		break;
	}
	if (file)
		fclose(file);
	buf_free(&path);
	return number;
}

static uint64_t room_in(const struct version *version, const char *directory)
{
	uint64_t limit = number_in(directory, version->limit, "", UINT64_MAX);
	uint64_t used = number_in(directory, version->used, "", 0);
	uint64_t files = number_in(directory, "memory.stat", version->files, 0);

	if (limit == UINT64_MAX)
		return limit;
	used = used > files ? used - files : 0;
	return limit > used ? limit - used : 0;
}

/* Asks the cgroup of scry, and those above it, as far as a mount has them. */
static uint64_t room_below(const struct version *version, const char *own, const char *root,
			   const char *point)
{
	size_t len = root[1] ? strlen(root) : 0;
	uint64_t least = UINT64_MAX, room;
	struct buf directory = { 0 };

	buf_puts(&directory, point);
	if (strncmp(own, "/..", 3) != 0 && !strncmp(own, root, len) && own[len] == '/' && own[1])
		buf_puts(&directory, own + len);
	for (;;) {
		room = room_in(version, buf_cstr(&directory));
		least = room < least ? room : least;
		if (directory.len <= strlen(point))
			break;
		while (directory.data[--directory.len] != '/')
			continue;
	}
	buf_free(&directory);
	return least;
}

static uint64_t room_of(const struct version *version)
{
	char *own = proc_cgroup_of(PROC_SELF, version->controllers);
	uint64_t least = UINT64_MAX, room;
	struct proc_mounts mounts = { 0 };
	struct proc_mount mount;

	if (own)
		proc_mounts_open(&mounts, PROC_SELF);
	while (proc_mounts_next(&mounts, &mount)) {
		if (strcmp(mount.type, version->type) != 0 ||
		    !strstr(mount.options, version->controllers))
			continue;
		room = room_below(version, own, mount.root, mount.point);
		least = room < least ? room : least;
	}
	free(own);
	return least;
}

uint64_t proc_memory_room(void)
{
	uint64_t least = UINT64_MAX, room;

	for (size_t i = 0; i < ARRAY_SIZE(versions); i++) {
		room = room_of(&versions[i]);
		least = room < least ? room : least;
	}
	return least;
}
