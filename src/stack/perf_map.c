/* SPDX-License-Identifier: MIT */
/*
 * Reads /tmp/perf-PID.map, in which JIT compilers list the code that they generate. The format is
 * in Linux, tools/perf/Documentation/jit-interface.txt.
 */
#include "stack/perf_map.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/proc.h"
#include "scry/tracee.h"
#include "scry/util.h"

/* Bytes of the file that are read, and symbols that are kept, at most. */
#define FILE_SIZE_MAX ((off_t)256 << 20)
#define SYMBOLS_MAX 1000000
/* The size in bytes of one read, and the maximum length of a line. */
#define CHUNK ((size_t)1 << 20)

struct perf_map {
	char *tracee_path; /* the path of the file for the tracee */
	char *path; /* the path of the same file for scry */
	off_t n_read; /* bytes read so far; the file only grows */
	off_t last_size; /* the size of the file at the last read */
	struct perf_symbol *list;
	size_t n, capacity;
	size_t n_sorted; /* the number of symbols at the start of the list that are sorted */
};

static struct perf_map *perf_map_new(pid_t tgid)
{
	struct perf_map *map = xcalloc(1, sizeof(*map));
	struct buf path = { 0 };
	char root[PROC_PATH];
	pid_t own = proc_own_number(tgid);
	long number = own > 0 ? own : tgid;

	buf_printf(&path, "/tmp/perf-%ld.map", number);
	map->tracee_path = xstrdup(buf_cstr(&path));
	buf_clear(&path);
	/* The file stays when the process has ended. */
	if (own > 0) {
		proc_path(root, tgid, "root");
		buf_puts(&path, root);
	}
	buf_puts(&path, map->tracee_path);
	map->path = buf_take(&path);
	return map;
}

static void add_perf_line(struct perf_map *map, const char *line, size_t len)
{
	char *copy = xstrndup(line, len), *at = copy;
	struct perf_symbol new = { .line = map->n };

	new.start = strtoull(at, &at, 16);
	new.size = strtoull(at, &at, 16);
	if (*at == ' ' && at[1] && new.size && map->n < SYMBOLS_MAX) {
		map->list = xgrow(map->list, map->n, &map->capacity, sizeof(*map->list));
		new.name = xstrdup(at + 1);
		map->list[map->n++] = new;
	}
	free(copy);
}

/* Adds the complete lines of text, and returns their length. The last line may be incomplete. */
static size_t add_lines(struct perf_map *map, const char *text, size_t len)
{
	size_t done = 0;

	for (;;) {
		const char *end = memchr(text + done, '\n', len - done);

		if (!end)
			return done;
		add_perf_line(map, text + done, (size_t)(end - text) - done);
		done = (size_t)(end - text) + 1;
	}
}

static void read_more(struct perf_map *map, int fd, off_t size)
{
	char *text;
	ssize_t got;
	size_t done;

	map->last_size = size;
	if (size > FILE_SIZE_MAX)
		size = FILE_SIZE_MAX;
	text = xmalloc(CHUNK);
	while (map->n_read < size && (got = pread(fd, text, CHUNK, map->n_read)) > 0) {
		done = add_lines(map, text, (size_t)got);
		map->n_read += (off_t)done;
		if (done)
			continue;
		/* A line of this length: the file is no perf map, do not read it again. */
		if (got == CHUNK)
			map->n_read = FILE_SIZE_MAX;
		break;
	}
	free(text);
}

/*
 * Every user can create files in /tmp. Returns whether the file is a regular one that belongs to
 * the user of the process, if it has not ended, to root or to the user of scry.
 */
static bool is_trusted(const struct stat *st, pid_t tgid)
{
	struct stat owner;

	if (!S_ISREG(st->st_mode))
		return false;
	return st->st_uid == 0 || st->st_uid == geteuid() ||
	       (proc_stat(tgid, &owner, ".") && st->st_uid == owner.st_uid);
}

void perf_map_update(struct perf_map **map, pid_t tgid)
{
	struct stat st;
	int fd;

	if (!*map)
		*map = perf_map_new(tgid);
	if (proc_stat_path((*map)->path, &st) || st.st_size <= (*map)->last_size ||
	    (*map)->n_read >= FILE_SIZE_MAX || !is_trusted(&st, tgid))
		return;
	fd = proc_open_path((*map)->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
	if (fd < 0)
		return;
	/* Check again: the file may have been replaced between stat(2) and open(2). */
	if (!fstat(fd, &st) && is_trusted(&st, tgid))
		read_more(*map, fd, st.st_size);
	close(fd);
}

static int compare_perf_symbols(const void *left, const void *right)
{
	const struct perf_symbol *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

/* Sorts the symbols that were appended to the sorted part of the list, and merges them into it. */
static void sort(struct perf_map *map)
{
	size_t n_old = map->n_sorted, n_new = map->n - n_old, to = map->n;
	struct perf_symbol *new = xmalloc(n_new * sizeof(*new));

	memcpy(new, map->list + n_old, n_new * sizeof(*new));
	qsort(new, n_new, sizeof(*new), compare_perf_symbols);
	while (n_new) {
		bool old_is_larger =
			n_old && compare_perf_symbols(&map->list[n_old - 1], &new[n_new - 1]) > 0;

		map->list[--to] = old_is_larger ? map->list[--n_old] : new[--n_new];
	}
	map->n_sorted = map->n;
	free(new);
}

const struct perf_symbol *perf_map_find(struct perf_map *map, uint64_t ip, const char **path)
{
	const struct perf_symbol *found;
	size_t n;

	if (map->n_sorted < map->n)
		sort(map);
	/* Only the last symbol at or before ip can cover it: generated functions are not nested. */
	n = upper_bound(map->list, map->n, sizeof(*map->list), ip);
	found = n ? &map->list[n - 1] : NULL;
	if (!found || ip - found->start >= found->size)
		return NULL;
	*path = map->tracee_path;
	return found;
}

void perf_map_free(struct perf_map *map)
{
	if (!map)
		return;
	for (size_t i = 0; i < map->n; i++)
		free(map->list[i].name);
	free(map->list);
	free(map->tracee_path);
	free(map->path);
	free(map);
}
