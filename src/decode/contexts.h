/* SPDX-License-Identifier: MIT */
/* Inside src/decode/: --secontext. */
#ifndef SCRY_DECODE_CONTEXTS_H
#define SCRY_DECODE_CONTEXTS_H

#include <fcntl.h>

#include "decode/scope.h"

/* Tells the context of what the value is; its bytes are in room (CONTEXT_ROOM), the caller's. */
void context_of_fd(const struct scope *scope, int fd, struct value_more *more, char *room);
/* The path lies at address in the tracee. */
void context_of_path(const struct scope *scope, uint64_t address, const struct value *value,
		     struct value_more *more, char *room);

#endif
