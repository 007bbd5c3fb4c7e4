/* SPDX-License-Identifier: MIT */
/*
 * Private to src/seccomp/: a program that is being written. It is written from its end to its
 * start, so that the target of each jump is known. A label is the index of an instruction in this
 * reversed order.
 */
#ifndef SCRY_SECCOMP_CODE_H
#define SCRY_SECCOMP_CODE_H

#include "scry/seccomp.h"

/* The maximum distance of a conditional jump: its offsets have 8 bits. */
#define MAX_JUMP 255

struct code {
	struct sock_filter reversed[BPF_MAXINSNS];
	unsigned n;
	bool full;
	struct {
		uint32_t action;
		unsigned label;
		bool there;
	} returns[2];
};

/* The calls whose registers are tested, for --where. */
struct narrowed_calls {
	struct where *where; /* NULL: there are none */
	const struct call_set *calls;
	bool renames; /* prctl stops at PR_SET_NAME */
};

/* Each function returns the label of the instruction that it has written last. */
unsigned code_emit(struct code *code, struct sock_filter instruction);
/* The label of an instruction that returns the action, and that a conditional jump can reach. */
unsigned code_return(struct code *code, uint32_t action);
unsigned code_jump_far(struct code *code, unsigned label);
/* op: BPF_JEQ, BPF_JGT, BPF_JGE or BPF_JSET with the constant k. */
unsigned code_jump(struct code *code, uint16_t op, uint32_t k, unsigned yes, unsigned no);

#endif
