/* SPDX-License-Identifier: MIT */
/* Public header of src/stack/: finds the functions that led to a system call. */
#ifndef SCRY_STACK_H
#define SCRY_STACK_H

#include "scry/call.h"
#include "scry/tracee.h"

struct frame {
	uint64_t ip;		/* in the tracee; in a caller's frame the return address */
	const char *object;	/* mapped file, "[vdso]" or perf map; NULL: ip is in no mapping */
	uint64_t offset;	/* of ip in the mapped file; equal to ip if a perf map names it */
	const char *symbol;	/* demangled; NULL: no symbol covers ip */
	uint64_t into;		/* offset of ip from the start of the symbol */
	const char *source;	/* source file, with --stack-trace=source; NULL: unknown */
	unsigned line;		/* line in source */
	unsigned references;	/* private to src/stack/ */
};

/* Why the walk along a stack ended. */
enum stack_end {
	STACK_WHOLE,	/* the outermost frame was reached */
	STACK_CUT,	/* stack_config.limit was reached */
	/*
	 * the caller of the last frame cannot be found; no frames: the thread was killed meanwhile
	 */
	STACK_BROKEN,
	STACK_FOREIGN,	/* a 32-bit process: stacks are not supported, there are no frames */
};

/*
 * A stack, innermost frame first. A zeroed struct is an empty stack. The frames stay valid until
 * the stack is filled again, cleared or freed.
 */
struct stack {
	struct frame **frames;
	size_t n, capacity;
	struct frame *program;	/* outermost; its symbol is the program's file name */
	enum stack_end end;
};

struct stack_config {
	bool source;	/* find source lines (-kk) */
	unsigned limit;	/* the maximum number of frames of a stack */
};

#define STACK_FRAMES_DEFAULT 256

struct stacks;

/*
 * Loads libunwind and, for source lines, libdw with dlopen(3). On failure returns NULL and sets
 * *why to a sentence, which the caller frees.
 */
struct stacks *stacks_new(const struct stack_config *config, char **why);
void stacks_free(struct stacks *stacks);

/* Replaces the contents of *stack by the current stack of a stopped tracee. */
void stacks_take(struct stacks *stacks, const struct tracee *tracee, struct stack *stack);
/*
 * Must be called at the entry of each call of stacks_calls(). If the call can change where code is
 * mapped, what is known of the process is read again for its next stack.
 */
void stacks_note_call(struct stacks *stacks, const struct tracee *tracee, const struct call *call);
/*
 * Returns whether stacks_note_return() must be called when the call returns: the tracee runs on, so
 * that its mappings cannot be read later.
 */
bool stacks_wants_return(const struct tracee *tracee, const struct call *call);
void stacks_note_return(struct stacks *stacks, const struct tracee *tracee,
			const struct call *call, int64_t result);
/* Must be called when a child was made: it has the mappings of its parent. */
void stacks_note_child(struct stacks *stacks, const struct tracee *parent,
		       const struct tracee *child);
/*
 * Must be called before a stopped tracee goes on without stops: what is not known of its process is
 * read, because the process may have ended before its next stack is taken.
 */
void stacks_note_hand_over(struct stacks *stacks, const struct tracee *tracee);
/* Must be called after the process has executed another program. */
void stacks_note_exec(struct stacks *stacks, const struct tracee *tracee);
/* Frees what is known of a process; for one that has ended. */
void stacks_forget(struct stacks *stacks, pid_t tgid);
void stack_clear(struct stack *stack);
/* Appends a frame, of which everything is copied, or makes it the outermost one (program). */
void stack_add_frame(struct stack *stack, const struct frame *frame, bool program);
/* Makes a stack equal to another one. Both share the frames. */
void stack_copy(struct stack *to, const struct stack *from);
void stack_free(struct stack *stack);

/*
 * The calls (enum syscall_id) that stacks_note_call() needs even if they are not traced; *n: how
 * many.
 */
const uint16_t *stacks_calls(size_t *n);

#endif
