/* SPDX-License-Identifier: MIT */
/* The mappings of a process, as /proc has them and as calls change them. */
#include <stdlib.h>
#include <string.h>

#include "scry/proc.h"
#include "scry/util.h"
#include "stack/maps.h"

/* The maximum size of the file on another machine, and the size of one read of it, in bytes. */
#define REMOTE_MAX ((size_t)16 << 20)
#define REMOTE_PIECE ((size_t)64 << 10)

void maps_free(struct maps *maps)
{
	for (size_t i = 0; i < maps->n; i++)
		free(maps->list[i].path);
	free(maps->list);
	*maps = (struct maps){ 0 };
}

/* Adds a mapping if stacks need it. */
static bool add_mapping(void *ctx, const struct proc_mapping *mapping)
{
	struct maps *maps = ctx;

	if (!mapping->executable && !mapping->inode)
		return false;
	maps->list = xgrow(maps->list, maps->n, &maps->capacity, sizeof(*maps->list));
	maps->list[maps->n++] = (struct mapping){
		.start = mapping->start,
		.end = mapping->end,
		.offset = mapping->offset,
		.dev = mapping->dev,
		.inode = mapping->inode,
		.path = xstrdup(mapping->path),
		.exec = mapping->executable,
		.writable = mapping->writable,
	};
	return false;
}

/* Adds the mapping of a line, and returns the next line. */
static char *add_maps_line(struct maps *maps, char *line)
{
	struct proc_mapping mapping;
	char *end = line + strcspn(line, "\n"), *next = end + (*end == '\n');

	*end = '\0';
	if (proc_parse_mapping(line, &mapping))
		add_mapping(maps, &mapping);
	return next;
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
	while (*line && maps->n < PROC_MAPPINGS)
		line = add_maps_line(maps, line);
	buf_free(&file);
	return got >= 0;
}

bool maps_read(struct maps *maps, pid_t tid, const struct fetch *fetch)
{
	char path[PROC_PATH];

	maps_free(maps);
	if (!fetch_is_remote(fetch))
		return proc_each_mapping(tid, add_mapping, maps) >= 0;
	proc_remote_path(path, tid, "maps");
	return read_remote(maps, path, fetch);
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

/* --- maps that are kept up to date by the calls of a process --------------------------------- */

/* Inserts a mapping at an index. */
static struct mapping *insert(struct maps *maps, size_t at)
{
	maps->list = xgrow(maps->list, maps->n, &maps->capacity, sizeof(*maps->list));
	memmove(&maps->list[at + 1], &maps->list[at], (maps->n - at) * sizeof(*maps->list));
	maps->n++;
	return &maps->list[at];
}

/* Splits the mapping that contains an address, so that a mapping begins there. */
static void split(struct maps *maps, uint64_t addr)
{
	struct mapping *first = maps_find(maps, addr), *second;
	size_t at;

	if (!first || first->start == addr)
		return;
	at = (size_t)(first - maps->list);
	second = insert(maps, at + 1);
	first = &maps->list[at];
	*second = *first;
	second->path = xstrdup(first->path);
	second->start = first->end = addr;
	second->offset = first->offset + (addr - first->start);
}

void maps_remove(struct maps *maps, uint64_t start, uint64_t end)
{
	size_t first, last;

	split(maps, start);
	split(maps, end);
	first = last = find_first_ending_after(maps, start);
	while (last < maps->n && maps->list[last].start < end)
		free(maps->list[last++].path);
	memmove(&maps->list[first], &maps->list[last], (maps->n - last) * sizeof(*maps->list));
	maps->n -= last - first;
}

void maps_put(struct maps *maps, const struct mapping *new, const char *path)
{
	struct mapping *to;

	if (new->start >= new->end)
		return;
	maps_remove(maps, new->start, new->end);
	if (maps->n >= PROC_MAPPINGS)
		return;
	to = insert(maps, find_first_ending_after(maps, new->start));
	*to = *new;
	to->path = xstrdup(path);
	to->object = NULL;
	to->searched = false;
}

void maps_allow_code(struct maps *maps, uint64_t start, uint64_t end)
{
	struct mapping unnamed = { .exec = true };

	split(maps, start);
	split(maps, end);
	while (start < end) {
		size_t i = find_first_ending_after(maps, start);

		if (i < maps->n && maps->list[i].start <= start) {
			maps->list[i].exec = true;
			start = maps->list[i].end;
			continue;
		}
		unnamed.start = start;
		unnamed.end = i < maps->n && maps->list[i].start < end ? maps->list[i].start : end;
		start = unnamed.end;
		maps_put(maps, &unnamed, "");
	}
}

void maps_move(struct maps *maps, uint64_t from, uint64_t len, uint64_t to)
{
	struct maps moved = { 0 };

	for (size_t i = find_first_ending_after(maps, from);
	     i < maps->n && maps->list[i].start < from + len; i++) {
		const struct mapping *part = &maps->list[i];
		uint64_t start = part->start > from ? part->start : from;
		uint64_t end = part->end < from + len ? part->end : from + len;
		struct mapping new = *part;

		new.offset += start - part->start;
		new.start = to + (start - from);
		new.end = to + (end - from);
		maps_put(&moved, &new, part->path);
	}
	maps_remove(maps, from, from + len);
	for (size_t i = 0; i < moved.n; i++)
		maps_put(maps, &moved.list[i], moved.list[i].path);
	maps_free(&moved);
}

void maps_copy(struct maps *to, const struct maps *from)
{
	maps_free(to);
	for (size_t i = 0; i < from->n; i++)
		maps_put(to, &from->list[i], from->list[i].path);
}
