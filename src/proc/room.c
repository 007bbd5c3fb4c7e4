/* SPDX-License-Identifier: MIT */
/* How much memory the cgroups of scry leave it: cgroups(7). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "proc/root.h"
#include "scry/util.h"

/* Where each version of cgroups says it. Memory of files is given back when other is needed. */
static const struct version {
	const char *controllers; /* of the line of /proc/self/cgroup: proc_pid_cgroup(5) */
	const char *type; /* of the mount, as proc_pid_mountinfo(5) says it */
	const char *option; /* of the mount; NULL: any */
	const char *limit, *used, *files;
} versions[] = {
	{ ":", " - cgroup2 ", NULL, "memory.max", "memory.current", "file " },
	{ ":memory:", " - cgroup ", "memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
	  "total_cache " },
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

/* Returns the cgroup of scry, which the caller frees; NULL: it is in none of this version. */
static char *own_cgroup(const struct version *version)
{
	FILE *file = proc_fopen(PROC_SELF, "cgroup");
	char *line = NULL, *own = NULL, *at;
	size_t size = 0, len = strlen(version->controllers);

	while (file && !own && getline(&line, &size, file) >= 0) {
		at = strchr(line, ':');
		if (!at || strncmp(at, version->controllers, len) != 0 ||
		    (version->option ? at[len] != '/' : at[1] != ':'))
			continue;
		own = xstrdup(strchr(line, '/') ? strchr(line, '/') : "/");
		own[strcspn(own, "\n")] = '\0';
	}
	free(line);
	if (file)
		fclose(file);
	return own;
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
	char *own = own_cgroup(version), *line = NULL, *type, root[PATH_MAX], point[PATH_MAX];
	FILE *file = own ? proc_fopen(PROC_SELF, "mountinfo") : NULL;
	uint64_t least = UINT64_MAX, room;
	size_t size = 0;

	while (file && getline(&line, &size, file) >= 0) {
		type = strstr(line, version->type);
		if (!type || (version->option && !strstr(type, version->option)) ||
		    sscanf(line, "%*s %*s %*s %4095s %4095s", root, point) != 2)
			continue;
		room = room_below(version, own, root, point);
		least = room < least ? room : least;
	}
	free(own);
	free(line);
	if (file)
		fclose(file);
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
