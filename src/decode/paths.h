/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: where paths begin. */
#ifndef SCRY_DECODE_PATHS_H
#define SCRY_DECODE_PATHS_H

#include <limits.h>

#include "decode/scope.h"

/* The descriptor at whose directory a path begins: the argument before it, if that is one; else AT_FDCWD. */
int path_directory(const struct scope *scope, uint64_t address);

/* Room for what more says of a path. */
struct path_room {
	char start[PATH_MAX], whole[PATH_MAX];
};

/* Fills more->start and more->whole, if config asks for them. */
void path_name(const struct scope *scope, uint64_t address, const struct value *value,
	       struct value_more *more, struct path_room *room);

#endif
