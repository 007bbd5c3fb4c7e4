/* SPDX-License-Identifier: MIT */
/* Door of src/stack/: which code made a call. */
#ifndef SCRY_STACK_H
#define SCRY_STACK_H

#include "scry/call.h"
#include "scry/tracee.h"

struct frame {
	uint64_t ip;		/* in the tracee; of a caller: where the callee returns to */
	const char *object;	/* the mapped file, "[vdso]", a perf map; NULL: nothing is known of ip */
	uint64_t offset;	/* of ip in that file; in a perf map: ip */
	const char *symbol;	/* demangled; NULL: none covers ip */
	uint64_t into;		/* ip minus where the symbol begins */
	const char *source;	/* of --stack-trace=source; NULL: not known */
	unsigned line;
	unsigned users;		/* inside the room */
};

enum stack_end {
	STACK_WHOLE,
	STACK_CUT,	/* the limit was reached */
	STACK_BROKEN,	/* from the last frame there was no way on */
	STACK_FOREIGN,	/* none: a 32-bit process */
};

/* The innermost frame first. All zero: none was taken; kept until the next one is. */
struct stack {
	struct frame **frames;
	size_t n, size;
	struct frame *program;	/* its name as a symbol: the outermost of all */
	enum stack_end end;
};

struct stack_config {
	bool source;	/* -kk */
	unsigned limit;	/* frames of a stack */
};

#define STACK_FRAMES_DEFAULT 256

struct stacks;

/*
 * Loads libunwind (and libdw), which nothing did before. NULL: stacks cannot be had, *why is a
 * sentence (malloc'ed, the caller's).
 */
struct stacks *stacks_new(const struct stack_config *config, char **why);
void stacks_free(struct stacks *stacks);

/* Replaces *stack by that of a stopped tracee. */
void stacks_take(struct stacks *stacks, const struct tracee *tracee, struct stack *stack);
/* A call begins: some of them change what is mapped where, from then on. */
void stacks_note_call(struct stacks *stacks, const struct tracee *tracee, const struct call *call);
/* The process has executed another program. */
void stacks_note_exec(struct stacks *stacks, const struct tracee *tracee);
/* The process is gone. */
void stacks_forget(struct stacks *stacks, pid_t tgid);
void stack_clear(struct stack *stack);
void stack_free(struct stack *stack);

/* Calls that stacks_note_call() must see, whatever is traced; their number in *n. */
const uint16_t *stacks_calls(size_t *n);

#endif
