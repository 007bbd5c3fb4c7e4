/* SPDX-License-Identifier: MIT */
/* Runs a seccomp program without the kernel, for tests and for --debug. */
#include <string.h>

#include "scry/seccomp.h"

/* Loads a word of seccomp_data. False: there is no word at that offset. */
static bool load_data(uint32_t offset, const struct seccomp_data *data, uint32_t *word)
{
	if (offset % 4 || offset >= sizeof(*data))
		return false;
	memcpy(word, (const char *)data + offset, sizeof(*word));
	return true;
}

/* The distance of a jump; -1: an unknown instruction. */
static int64_t jump(const struct sock_filter *instruction, uint32_t accumulator)
{
	bool taken;

	switch (BPF_OP(instruction->code)) {
	case BPF_JA:
		return instruction->k;
	case BPF_JEQ:
		taken = accumulator == instruction->k;
		break;
	case BPF_JGT:
		taken = accumulator > instruction->k;
		break;
	case BPF_JGE:
		taken = accumulator >= instruction->k;
		break;
	case BPF_JSET:
		taken = accumulator & instruction->k;
		break;
	default:
		return -1;
	}
	return taken ? instruction->jt : instruction->jf;
}

uint32_t seccomp_simulate(const struct sock_filter *instructions, unsigned n,
			  const struct seccomp_data *data)
{
	uint32_t accumulator = 0;

	/* The loop ends, since jumps only go forwards. */
	for (uint64_t at = 0; at < n; at++) {
		const struct sock_filter *instruction = &instructions[at];
		int64_t distance;

		switch (instruction->code) {
		case BPF_RET | BPF_K:
			return instruction->k;
		case BPF_LD | BPF_W | BPF_ABS:
			if (!load_data(instruction->k, data, &accumulator))
				return SECCOMP_RET_KILL_PROCESS;
			break;
		case BPF_ALU | BPF_AND | BPF_K:
			accumulator &= instruction->k;
			break;
		default:
			if (BPF_CLASS(instruction->code) != BPF_JMP ||
			    BPF_SRC(instruction->code) != BPF_K)
				return SECCOMP_RET_KILL_PROCESS;
			distance = jump(instruction, accumulator);
			if (distance < 0)
				return SECCOMP_RET_KILL_PROCESS;
			at += distance;
		}
	}
	return SECCOMP_RET_KILL_PROCESS;
}

static bool is_known(const struct sock_filter *instruction, unsigned after)
{
	uint32_t ignored;

	switch (instruction->code) {
	case BPF_RET | BPF_K:
	case BPF_ALU | BPF_AND | BPF_K:
		return true;
	case BPF_LD | BPF_W | BPF_ABS:
		return load_data(instruction->k, &(struct seccomp_data){ 0 }, &ignored);
	case BPF_JMP | BPF_JA:
		return instruction->k < after;
	}
	return BPF_CLASS(instruction->code) == BPF_JMP && BPF_SRC(instruction->code) == BPF_K &&
	       jump(instruction, 0) >= 0 && instruction->jt < after && instruction->jf < after;
}

bool seccomp_is_valid(const struct seccomp_program *program)
{
	for (unsigned i = 0; i < program->n; i++)
		if (!is_known(&program->instructions[i], program->n - i - 1))
			return false;
	return program->n && program->instructions[program->n - 1].code == (BPF_RET | BPF_K);
}
