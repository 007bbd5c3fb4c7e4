/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: names of code that a process made as it ran (/tmp/perf-PID.map). */
#ifndef STACK_PERF_MAP_H
#define STACK_PERF_MAP_H

#include <stdint.h>
#include <sys/types.h>

struct perf_map;

/* "START SIZE NAME" a line, hexadecimal; of two that overlap the later one holds. */
struct perf_symbol {
	/* First: upper_bound() */
	uint64_t start, size;
	char *name;
	uint64_t line; /* its place in the file */
};

/* Reads what was added since the last look. *map may be NULL. */
void perf_map_update(struct perf_map **map, pid_t tgid);
/* NULL: none. *path: the file as the tracee names it. */
const struct perf_symbol *perf_map_find(struct perf_map *map, uint64_t ip, const char **path);
void perf_map_free(struct perf_map *map);

#endif
