/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: from registers and memory to the addresses of callers. */
#ifndef STACK_UNWIND_H
#define STACK_UNWIND_H

#include "scry/stack.h"
#include "stack/space.h"

struct unwinder;

/* Loads libunwind. NULL: *why says why (malloc'ed). */
struct unwinder *unwinder_new(char **why);
void unwinder_free(struct unwinder *unwinder);

/* Of one process: what libunwind remembers of its code. */
void unwinder_forget_code(struct unwinder *unwinder, struct space *space);
void unwinder_drop(struct unwinder *unwinder, struct space *space);

/* An address on the stack; exact: the code there runs, it is not where a call returns to. */
typedef bool unwind_each(void *ctx, uint64_t ip, bool exact);
/* Calls each() for the innermost frame first, until it returns false. */
enum stack_end unwinder_walk(struct unwinder *unwinder, struct space *space,
			     const struct tracee *tracee, unwind_each *each, void *ctx);

#endif
