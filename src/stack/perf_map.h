/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: names of JIT-compiled code (/tmp/perf-PID.map). */
#ifndef STACK_PERF_MAP_H
#define STACK_PERF_MAP_H

#include <stdint.h>
#include <sys/types.h>

struct perf_map;

/* One line of the file: "START SIZE NAME", numbers in hexadecimal. */
struct perf_symbol {
	uint64_t start, size; /* start must be the first member: upper_bound() */
	char *name;
	uint64_t line; /* index of the line; of symbols with the same start the last counts */
};

/* Reads what was appended to the file since the last update. Creates *map if it is NULL. */
void perf_map_update(struct perf_map **map, pid_t tgid);
/* Returns the symbol that covers ip, or NULL. *path: the file's path as the tracee sees it. */
const struct perf_symbol *perf_map_find(struct perf_map *map, uint64_t ip, const char **path);
void perf_map_free(struct perf_map *map);

#endif
