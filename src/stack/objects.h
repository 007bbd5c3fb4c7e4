/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the ELF files that processes have mapped; each is read once. */
#ifndef STACK_OBJECTS_H
#define STACK_OBJECTS_H

#include "stack/source.h"
#include "stack/space.h"

struct buf;

struct objects {
	struct object *list; /* objects read from files, newest first */
	size_t n_idle; /* of them, those that no mapping refers to */
	/*
	 * objects have descriptors of their files, because processes may end before they are read
	 */
	bool keeps_files;
};

/* Returns the object of a mapping, or NULL if it is no ELF file or cannot be read. */
struct object *objects_get(struct objects *objects, struct space *space,
			   const struct tracee *tracee, struct mapping *mapping);
/*
 * Opens a mapped file by its path or, if that names another file now, by map_files or exe in
 * /proc/PID. Appends the path by which it can be opened to *path. Only .path of the mapping must be
 * set; .inode 0: any file with this path. Returns false if it cannot be opened.
 */
bool objects_open(struct source *source, pid_t tgid, const struct mapping *mapping,
		  struct buf *path);
/* Drops the references that the mappings hold. The caller discards or rereads the mappings next. */
void objects_release(struct objects *objects, struct maps *maps);
void objects_free(struct objects *objects);

#endif
