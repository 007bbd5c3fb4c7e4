/* SPDX-License-Identifier: MIT */
/* Writes instructions of cBPF. */
#include "seccomp/code.h"

unsigned code_emit(struct code *code, struct sock_filter instruction)
{
	if (code->n >= BPF_MAXINSNS) {
		code->full = true;
		return code->n - 1;
	}
	code->reversed[code->n] = instruction;
	return code->n++;
}

/* The label of an instruction that returns the action, and that a conditional jump can reach. */
unsigned code_return(struct code *code, uint32_t action)
{
	unsigned slot = action == SECCOMP_RET_ALLOW;

	if (!code->returns[slot].there || code->n - code->returns[slot].label > MAX_JUMP) {
		code->returns[slot].label =
			code_emit(code, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
		code->returns[slot].there = true;
	}
	return code->returns[slot].label;
}

unsigned code_jump_far(struct code *code, unsigned label)
{
	return code_emit(code,
			 (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, code->n - 1 - label, 0, 0));
}

/* Returns the label; if a conditional jump cannot reach it, the label of a long jump to it. */
static unsigned reach(struct code *code, unsigned label)
{
	return code->n - label <= MAX_JUMP ? label : code_jump_far(code, label);
}

unsigned code_jump(struct code *code, uint16_t op, uint32_t k, unsigned yes, unsigned no)
{
	yes = reach(code, yes);
	no = reach(code, no);
	return code_emit(code, (struct sock_filter)BPF_JUMP(BPF_JMP | op | BPF_K, k,
							    code->n - 1 - yes, code->n - 1 - no));
}
