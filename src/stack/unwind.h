/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: finds the callers' addresses from registers and memory. */
#ifndef STACK_UNWIND_H
#define STACK_UNWIND_H

#include "scry/stack.h"
#include "stack/space.h"

struct unwinder;

/* Loads libunwind. On failure returns NULL and sets *why to a sentence, which the caller frees. */
struct unwinder *unwinder_new(char **why);
void unwinder_free(struct unwinder *unwinder);

/* Flushes libunwind's cache of unwind information for the process. */
void unwinder_forget_code(struct unwinder *unwinder, struct space *space);
/* Frees everything that libunwind keeps for the process. */
void unwinder_drop(struct unwinder *unwinder, struct space *space);

/* Receives the address of one frame. exact: ip is executed next; false: it is a return address. */
typedef bool unwind_each(void *ctx, uint64_t ip, bool exact);
/* Calls each() for every frame, innermost first, until it returns false. */
enum stack_end unwinder_walk(struct unwinder *unwinder, struct space *space,
			     const struct tracee *tracee, unwind_each *each, void *ctx);

#endif
