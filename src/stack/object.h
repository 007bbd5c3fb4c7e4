/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: what is known of a mapped ELF file. */
#ifndef STACK_OBJECT_H
#define STACK_OBJECT_H

#include "stack/fdes.h"
#include "stack/symbols.h"

#define BUILD_ID_MOST 64

struct build_id {
	unsigned char bytes[BUILD_ID_MOST];
	size_t len; /* 0: none */
};

struct lines;

struct object {
	struct object *next; /* of all that are known */
	/* Whose bytes these are: a file that changes is another one. */
	uint64_t dev, ino, size, mtime_ns;
	bool shared; /* made of a file, for all processes; else of one process's memory */
	unsigned users; /* mappings */
	Elf64_Phdr *segments;
	size_t n_segments;
	struct build_id id;
	struct symbols symbols;
	uint64_t eh_hdr; /* address in the file of .eh_frame_hdr; 0: none, fdes serve */
	struct fdes fdes;
	char *path; /* of the file itself, as scry can open it, */
	char *debug_path; /* … and with its debug information; NULL: none */
	struct lines *lines; /* once they were asked for */
	bool lines_looked;
};

/* Where files are looked for: paths of the tracee begin at root ("/proc/5/root"). */
struct place {
	const char *root;
	const char *path; /* of the file, within root; NULL: unknown */
};

/* NULL: no ELF file. */
struct object *object_new(const struct source *source, const struct place *place);
void object_free(struct object *object);
/* The address in the file of a byte of it. False: no segment holds it. */
bool object_address(const struct object *object, uint64_t offset, uint64_t *address);

/* Whether the open file is the one that the object was made of. */
bool object_is(const struct object *object, int fd);

/* debug.c: the symbols of a separate file; its path, malloc'ed, or NULL. */
char *debug_find(struct object *object, const struct source *source,
		 const struct sections *sections, const struct place *place);
void debug_read_id(struct build_id *id, const struct source *source,
		   const struct sections *sections);

#endif
