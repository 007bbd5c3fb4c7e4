/* SPDX-License-Identifier: MIT */
/*
 * Private header of src/stack/: stacks of 32-bit processes on a 64-bit machine. libunwind reads only
 * stacks of the word size that it was built for; libdw reads both.
 */
#ifndef STACK_NARROW_H
#define STACK_NARROW_H

#include "stack/unwind.h"

struct narrow_unwinder;

/* Loads libdw, at most once. NULL: scry was built without it. */
struct narrow_unwinder *narrow_unwinder_new(void);
void narrow_unwinder_free(struct narrow_unwinder *unwinder);
/* As unwinder_walk(). If libdw cannot be had, stacks are STACK_FOREIGN. */
enum stack_end narrow_walk(struct narrow_unwinder *unwinder, struct space *space,
			   const struct tracee *tracee, unwind_each *each, void *ctx);
/* The code of the process may have changed, or it is over: frees what libdw keeps for it. */
void narrow_forget(struct space *space);

#endif
