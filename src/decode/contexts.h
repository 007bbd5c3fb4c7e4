/* SPDX-License-Identifier: MIT */
/* Private to src/decode/: SELinux contexts (--secontext). */
#ifndef SCRY_DECODE_CONTEXTS_H
#define SCRY_DECODE_CONTEXTS_H

#include <fcntl.h>

#include "decode/lookup/scope.h"

/*
 * Sets the context in more. buffer, of CONTEXT_CAPACITY bytes, holds it and belongs to the caller.
 */
void context_of_fd(const struct scope *scope, int fd, struct value_more *more, char *buffer);
/* The same for a path at an address of the tracee. */
void context_of_path(const struct scope *scope, uint64_t address, const struct value *value,
		     struct value_more *more, char *buffer);

#endif
