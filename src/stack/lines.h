/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: finds the source line of an address. */
#ifndef STACK_LINES_H
#define STACK_LINES_H

#include "stack/object.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

/* With them libdwfl opens no file by itself but the debug file of an object that its module has. */
extern const Dwfl_Callbacks lines_callbacks;
#endif

struct line_reader;

/* Loads libdw. On failure returns NULL and sets *why to a sentence, which the caller frees. */
struct line_reader *line_reader_new(char **why);
void line_reader_free(struct line_reader *reader);
/*
 * Returns the source file of an address of the object, which the caller frees, and stores the line
 * in *line. NULL: unknown.
 */
char *lines_find(struct line_reader *reader, struct object *object, uint64_t address,
		 unsigned *line);
/* Frees what libdw keeps for an object; lines may be NULL. */
void lines_free(struct lines *lines);

#endif
