/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: the files that paths name. */
#ifndef SCRY_DECODE_PATHS_H
#define SCRY_DECODE_PATHS_H

#include <limits.h>

#include "decode/lookup/scope.h"

/*
 * The directory that a path is relative to: the descriptor in the argument before it, or AT_FDCWD.
 */
int path_directory(const struct scope *scope, uint64_t address);

/* Buffers for the names in struct value_more. */
struct path_buffers {
	char start[PATH_MAX], whole[PATH_MAX], target[PATH_MAX];
};

/* Fills more->start and more->whole, if config asks for them. */
void path_name(const struct scope *scope, uint64_t address, const struct value *value,
	       struct value_more *more, struct path_buffers *buffers);

#endif
