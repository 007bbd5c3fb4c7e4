/* SPDX-License-Identifier: MIT */
/*
 * Private header of src/stack/: stacks of 32-bit processes on a 64-bit machine. libunwind for one
 * machine cannot read those of another word size; libdw can.
 */
#ifndef STACK_NARROW_H
#define STACK_NARROW_H

#include "stack/unwind.h"

struct narrow_unwinder;

/* Loads libdw. NULL: it cannot be had. */
struct narrow_unwinder *narrow_unwinder_new(void);
void narrow_unwinder_free(struct narrow_unwinder *unwinder);
/* As unwinder_walk(). Without an unwinder stacks are STACK_FOREIGN. */
enum stack_end narrow_walk(struct narrow_unwinder *unwinder, struct space *space,
			   const struct tracee *tracee, unwind_each *each, void *ctx);
/* The code of the process may have changed, or it is over: frees what libdw keeps for it. */
void narrow_forget(struct space *space);

#endif
