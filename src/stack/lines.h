/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: from addresses to lines of the source. */
#ifndef STACK_LINES_H
#define STACK_LINES_H

#include "stack/object.h"

struct line_reader;

/* Loads libdw. NULL: *why says why (malloc'ed). */
struct line_reader *line_reader_new(char **why);
void line_reader_free(struct line_reader *reader);
/* The file (malloc'ed) and the line of an address of the object; NULL: not known. */
char *lines_find(struct line_reader *reader, struct object *object, uint64_t address,
		 unsigned *line);
/* What libdw knows of an object; NULL is nothing. */
void lines_free(struct lines *lines);

#endif
