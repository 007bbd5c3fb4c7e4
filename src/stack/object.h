/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the contents of a mapped ELF file. */
#ifndef STACK_OBJECT_H
#define STACK_OBJECT_H

#include "stack/fdes.h"
#include "stack/symbols.h"

#define BUILD_ID_MAX 64

struct build_id {
	unsigned char bytes[BUILD_ID_MAX];
	size_t len; /* 0: none */
};

struct lines;

struct object {
	struct object *next; /* in objects.list */
	uint64_t dev, ino, size, mtime_ns; /* identify the file and its contents */
	int fd; /* of the file, if processes run on while it is read; -1: none */
	bool shared; /* read from a file, for all processes; false: from memory of one process */
	unsigned references; /* the number of mappings that point to the object */
	ElfW(Phdr) *segments;
	uint64_t exidx, exidx_size; /* the address and the bytes of .ARM.exidx; 0: none */
	size_t n_segments;
	struct build_id id;
	struct symbols symbols;
	uint64_t eh_hdr; /* address in the file of .eh_frame_hdr; 0: none, fdes replaces it */
	struct fdes fdes;
	char *path; /* a path under which scry can open the file; NULL: none */
	char *debug_path; /* the same for its debug file; NULL: none */
	struct lines *lines; /* the state of libdw; NULL: not searched for, or unreadable */
	bool lines_searched; /* lines_find() has opened the file or failed to */
};

/* The place of a mapped file in the mount namespace of the tracee. */
struct location {
	const char *root; /* the tracee's root directory: "/proc/PID/root" */
	const char *path; /* of the file, below root; NULL: unknown */
};

/* Returns NULL if source is no ELF file of this machine. */
struct object *object_new(const struct source *source, const struct location *location);
void object_free(struct object *object);
/* Converts an offset in the file to an address. Returns false if no segment contains the offset. */
bool object_address(const struct object *object, uint64_t offset, uint64_t *address);

/* Notes which file an object is of, if fd is a descriptor of it: identity.c. */
void object_set_identity(struct object *object, int fd);
/* Returns whether the object was read from the file that is open as fd, in its present state. */
bool object_matches(const struct object *object, int fd);

/*
 * Searches for the debug file of the object and adds its symbols. Returns its path, which the
 * caller frees, or NULL. In debug.c.
 */
char *debug_find(struct object *object, const struct source *source,
		 const struct sections *sections, const struct location *location);
void debug_read_id(struct build_id *id, const struct source *source,
		   const struct sections *sections);

#endif
