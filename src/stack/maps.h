/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the memory mappings of a process. */
#ifndef STACK_MAPS_H
#define STACK_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/fetch.h"

struct object;

struct mapping {
	uint64_t start, end; /* start must be the first member: upper_bound() */
	uint64_t offset; /* of the mapping's first byte in the file */
	dev_t dev;
	ino_t inode; /* 0: no file */
	char *path; /* from /proc/PID/maps, unescaped; "" if anonymous */
	bool exec, writable;
	struct object *object; /* set by objects_get(); NULL: not searched for, or no ELF file */
	bool searched; /* objects_get() has searched for the object */
};

/* The executable mappings and the mappings of files, sorted by address. */
struct maps {
	struct mapping *list;
	size_t n, capacity;
};

/*
 * Replaces *maps by the mappings in /proc/PID/maps, on the machine of the tracee. Returns false if
 * the process is gone.
 */
bool maps_read(struct maps *maps, pid_t tid, const struct fetch *fetch);
void maps_free(struct maps *maps);
/* Returns the mapping that contains addr, or NULL. */
struct mapping *maps_find(const struct maps *maps, uint64_t addr);
/* Returns whether an executable mapping overlaps the addresses from start to end - 1. */
bool maps_has_code(const struct maps *maps, uint64_t start, uint64_t end);
/*
 * Returns the mapping that contains the byte at offset of the file that `of` maps, or NULL. Only
 * mappings that adjoin `of` in the list are searched: they belong to the same copy of the file.
 */
const struct mapping *maps_find_part(const struct maps *maps, const struct mapping *of,
				     uint64_t offset);

/* These mappings have no objects: see objects_release(). Addresses are addresses of pages. */

/* Replaces what is mapped in the range of a mapping. *path is copied. */
void maps_put(struct maps *maps, const struct mapping *mapping, const char *path);
void maps_remove(struct maps *maps, uint64_t start, uint64_t end);
/* Makes a range executable. What is not known to be mapped there is anonymous memory. */
void maps_allow_code(struct maps *maps, uint64_t start, uint64_t end);
/* Moves len bytes of mappings to another address. */
void maps_move(struct maps *maps, uint64_t from, uint64_t len, uint64_t to);
void maps_copy(struct maps *to, const struct maps *from);

#endif
