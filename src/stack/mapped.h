/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: the memory along which a stack is walked. */
#ifndef STACK_MAPPED_H
#define STACK_MAPPED_H

#include "stack/space.h"

/*
 * As space_read(). Of a tracee that runs on, code and tables are read from the files that it has
 * mapped.
 */
bool mapped_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		 size_t len);

#endif
