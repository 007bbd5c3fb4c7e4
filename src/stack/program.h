/* SPDX-License-Identifier: MIT */
/*
 * Private header of src/stack/: where execve(2) has mapped a program, for a process that may have
 * ended.
 */
#ifndef STACK_PROGRAM_H
#define STACK_PROGRAM_H

#include "stack/source.h"
#include "stack/space.h"

/* Adds the mappings of a program, of its interpreter, and of the vDSO. */
void program_map(struct maps *maps, pid_t tgid, const struct fetch_program *program);

#endif
