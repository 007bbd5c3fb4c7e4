/* SPDX-License-Identifier: MIT */
/* Names of code that a process made as it ran: linux/tools/perf/Documentation/jit-interface.txt. */
#include "stack/perf_map.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/tracee.h"
#include "scry/util.h"

/* More of it is not read. */
#define FILE_MOST ((off_t)256 << 20)
#define SYMBOLS_MOST 1000000
/* Read at once; no line is longer. */
#define CHUNK ((size_t)1 << 20)

struct perf_map {
	char *path; /* as the tracee names it */
	char *file; /* … and scry */
	off_t read; /* bytes read so far: it only grows */
	off_t seen; /* its size at the last look */
	struct perf_symbol *list;
	size_t n, size, n_sorted;
};

static struct perf_map *perf_map_new(pid_t tgid)
{
	struct perf_map *map = xcalloc(1, sizeof(*map));
	struct buf path = { 0 };
	pid_t own = tracee_own_pid(tgid);
	long number = own > 0 ? own : tgid;

	buf_printf(&path, "/tmp/perf-%ld.map", number);
	map->path = xstrdup(buf_cstr(&path));
	buf_clear(&path);
	buf_printf(&path, "/proc/%d/root/tmp/perf-%ld.map", tgid, number);
	map->file = xstrdup(buf_cstr(&path));
	buf_free(&path);
	return map;
}

static void add_line(struct perf_map *map, const char *line, size_t len)
{
	char *copy = xstrndup(line, len), *at = copy;
	struct perf_symbol new = { .line = map->n };

	new.start = strtoull(at, &at, 16);
	new.size = strtoull(at, &at, 16);
	if (*at == ' ' && at[1] && new.size && map->n < SYMBOLS_MOST) {
		map->list = xgrow(map->list, map->n, &map->size, sizeof(*map->list));
		new.name = xstrdup(at + 1);
		map->list[map->n++] = new;
	}
	free(copy);
}

/* Whole lines only: the rest is being written. Returns the bytes they take. */
static size_t add_lines(struct perf_map *map, const char *text, size_t len)
{
	size_t done = 0;

	for (;;) {
		const char *end = memchr(text + done, '\n', len - done);

		if (!end)
			return done;
		add_line(map, text + done, (size_t)(end - text) - done);
		done = (size_t)(end - text) + 1;
	}
}

static void read_more(struct perf_map *map, int fd, off_t size)
{
	char *text;
	ssize_t got;
	size_t done;

	map->seen = size;
	if (size > FILE_MOST)
		size = FILE_MOST;
	text = xmalloc(CHUNK);
	while (map->read < size && (got = pread(fd, text, CHUNK, map->read)) > 0) {
		done = add_lines(map, text, (size_t)got);
		map->read += (off_t)done;
		if (done)
			continue;
		if (got == CHUNK)
			map->read = FILE_MOST; /* it is no perf map */
		break;
	}
	free(text);
}

/* /tmp is everybody's: what another user put there is not believed. */
static bool may_be_its_own(const struct stat *st, pid_t tgid)
{
	char path[sizeof("/proc/") + 11];
	struct stat owner;

	snprintf(path, sizeof(path), "/proc/%d", tgid);
	return S_ISREG(st->st_mode) && !stat(path, &owner) &&
	       (st->st_uid == owner.st_uid || st->st_uid == 0 || st->st_uid == geteuid());
}

void perf_map_update(struct perf_map **map, pid_t tgid)
{
	struct stat st;
	int fd;

	if (!*map)
		*map = perf_map_new(tgid);
	if (stat((*map)->file, &st) || st.st_size <= (*map)->seen || (*map)->read >= FILE_MOST ||
	    !may_be_its_own(&st, tgid))
		return;
	fd = open((*map)->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	if (fd < 0)
		return;
	if (!fstat(fd, &st) && may_be_its_own(&st, tgid))
		read_more(*map, fd, st.st_size);
	close(fd);
}

static int compare(const void *left, const void *right)
{
	const struct perf_symbol *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

/* What came since stands behind what is sorted. */
static void sort(struct perf_map *map)
{
	size_t old = map->n_sorted, n_new = map->n - old, to = map->n;
	struct perf_symbol *new = xmalloc(n_new * sizeof(*new));

	memcpy(new, map->list + old, n_new * sizeof(*new));
	qsort(new, n_new, sizeof(*new), compare);
	while (n_new) {
		bool larger = old && compare(&map->list[old - 1], &new[n_new - 1]) > 0;

		map->list[--to] = larger ? map->list[--old] : new[--n_new];
	}
	map->n_sorted = map->n;
	free(new);
}

/* The last of those that begin at or before ip: code is moved as a whole, not nested. */
const struct perf_symbol *perf_map_find(struct perf_map *map, uint64_t ip, const char **path)
{
	const struct perf_symbol *found;
	size_t n;

	if (map->n_sorted < map->n)
		sort(map);
	n = upper_bound(map->list, map->n, sizeof(*map->list), ip);
	found = n ? &map->list[n - 1] : NULL;
	if (!found || ip - found->start >= found->size)
		return NULL;
	*path = map->path;
	return found;
}

void perf_map_free(struct perf_map *map)
{
	if (!map)
		return;
	for (size_t i = 0; i < map->n; i++)
		free(map->list[i].name);
	free(map->list);
	free(map->path);
	free(map->file);
	free(map);
}
