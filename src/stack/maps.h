/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: what is mapped where in a process. */
#ifndef STACK_MAPS_H
#define STACK_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct object;

struct mapping {
	/* First: upper_bound() */
	uint64_t start, end;
	uint64_t offset; /* of its first byte in the file */
	dev_t dev;
	ino_t inode; /* 0: no file */
	char *path; /* as /proc/PID/maps has it, escapes undone; "" if anonymous */
	bool exec;
	struct object *object; /* of an executable one, once it was looked for; NULL: none */
	bool looked;
};

/* Those that can be executed, and those of files that cannot be written to; by address. */
struct maps {
	struct mapping *list;
	size_t n, size;
};

/* False: the process is gone. */
bool maps_read(struct maps *maps, pid_t tid);
void maps_free(struct maps *maps);
/* The one that holds addr; NULL: none. */
struct mapping *maps_find(const struct maps *maps, uint64_t addr);
/* Whether an executable one has a byte from start up to end. */
bool maps_has_code(const struct maps *maps, uint64_t start, uint64_t end);
/* The part of the same file as that one that holds these bytes of it; NULL: none is mapped. */
const struct mapping *maps_part(const struct maps *maps, const struct mapping *of, uint64_t offset);

#endif
