/* SPDX-License-Identifier: MIT */
/* Reads /proc/PID/maps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "scry/util.h"
#include "stack/maps.h"

/* Limits scry's memory: vm.max_map_count can be raised above any number that stacks need. */
#define MAPPINGS_MAX 262144
/* The same for the file on another machine, and the size of one read of it, in bytes. */
#define REMOTE_MAX ((size_t)16 << 20)
#define REMOTE_PIECE ((size_t)64 << 10)

void maps_free(struct maps *maps)
{
	for (size_t i = 0; i < maps->n; i++)
		free(maps->list[i].path);
	free(maps->list);
	*maps = (struct maps){ 0 };
}

/* Converts the number at *at, and moves *at past it and the separator. */
static uint64_t take_number(char **at, int base)
{
	uint64_t number = strtoull(*at, at, base);

	if (**at)
		++*at;
	return number;
}

static bool is_octal(const char *s)
{
	return s[0] >= '0' && s[0] <= '3' && s[1] >= '0' && s[1] <= '7' && s[2] >= '0' &&
	       s[2] <= '7';
}

/* The kernel writes a newline in a name as \012 (proc_pid_maps(5)). */
static char *unescape(const char *name)
{
	char *path = xmalloc(strlen(name) + 1), *to = path;

	while (*name && *name != '\n') {
		if (*name == '\\' && is_octal(name + 1)) {
			*to++ = (char)strtoul((char[]){ name[1], name[2], name[3], 0 }, NULL, 8);
			name += 4;
		} else {
			*to++ = *name++;
		}
	}
	*to = 0;
	return path;
}

/* Parses "START-END rwxp OFFSET MAJOR:MINOR INODE   PATH" (proc_pid_maps(5)). */
static void add_line(struct maps *maps, char *line)
{
	struct mapping new = { 0 };
	unsigned major_number, minor_number;
	bool writable;

	new.start = take_number(&line, 16);
	new.end = take_number(&line, 16);
	if (strlen(line) < 5)
		return;
	writable = line[1] == 'w';
	new.exec = line[2] == 'x';
	line += 5;
	new.offset = take_number(&line, 16);
	major_number = (unsigned)take_number(&line, 16);
	minor_number = (unsigned)take_number(&line, 16);
	new.dev = makedev(major_number, minor_number);
	new.inode = take_number(&line, 10);
	if (!new.exec && (writable || !new.inode))
		return;
	new.path = unescape(line + strspn(line, " "));
	maps->list = xgrow(maps->list, maps->n, &maps->capacity, sizeof(*maps->list));
	maps->list[maps->n++] = new;
}

static bool read_remote(struct maps *maps, const char *path, const struct fetch *fetch)
{
	struct buf file = { 0 };
	ssize_t got = 1;
	char *line;

	while (got > 0 && file.len < REMOTE_MAX) {
		buf_reserve(&file, REMOTE_PIECE);
		got = fetch->ops->file(fetch->ctx, path, file.len, file.data + file.len,
				       REMOTE_PIECE);
		file.len += got > 0 ? (size_t)got : 0;
	}
	line = (char *)buf_cstr(&file);
	while (*line && maps->n < MAPPINGS_MAX) {
		add_line(maps, line);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	buf_free(&file);
	return got >= 0;
}

bool maps_read(struct maps *maps, pid_t tid, const struct fetch *fetch)
{
	char path[sizeof("/proc//maps") + 11], *line = NULL;
	size_t size = 0;
	FILE *file;

	maps_free(maps);
	snprintf(path, sizeof(path), "/proc/%d/maps", tid);
	if (fetch_is_remote(fetch))
		return read_remote(maps, path, fetch);
	file = fopen(path, "re");
	if (!file)
		return false;
	while (maps->n < MAPPINGS_MAX && getline(&line, &size, file) > 0)
		add_line(maps, line);
	free(line);
	fclose(file);
	return true;
}

/* Returns the index of the first mapping that ends after addr. */
static size_t find_first_ending_after(const struct maps *maps, uint64_t addr)
{
	size_t n = upper_bound(maps->list, maps->n, sizeof(*maps->list), addr);

	return n && maps->list[n - 1].end > addr ? n - 1 : n;
}

struct mapping *maps_find(const struct maps *maps, uint64_t addr)
{
	size_t i = find_first_ending_after(maps, addr);

	return i < maps->n && maps->list[i].start <= addr ? &maps->list[i] : NULL;
}

bool maps_has_code(const struct maps *maps, uint64_t start, uint64_t end)
{
	size_t i = find_first_ending_after(maps, start);

	for (; i < maps->n && maps->list[i].start < end; i++)
		if (maps->list[i].exec)
			return true;
	return false;
}

static bool same_file(const struct mapping *a, const struct mapping *b)
{
	return a->dev == b->dev && a->inode == b->inode && !strcmp(a->path, b->path);
}

const struct mapping *maps_find_part(const struct maps *maps, const struct mapping *of,
				     uint64_t offset)
{
	size_t i = (size_t)(of - maps->list);

	/* Go back to the first mapping of this copy. Within a copy the offsets increase. */
	while (i && same_file(of, &maps->list[i - 1]) &&
	       maps->list[i - 1].offset < maps->list[i].offset)
		i--;
	for (; i < maps->n && same_file(of, &maps->list[i]); i++) {
		const struct mapping *part = &maps->list[i];

		if (offset >= part->offset && offset - part->offset < part->end - part->start)
			return part;
	}
	return NULL;
}
