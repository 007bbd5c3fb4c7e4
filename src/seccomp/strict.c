/* SPDX-License-Identifier: MIT */
/*
 * Strict mode as a filter. The kernel refuses strict mode (EINVAL) to a process that has a filter,
 * so the engine installs this program instead: seccomp(2), SECCOMP_SET_MODE_STRICT.
 */
#include <stddef.h>
#include <stdlib.h>

#include "scry/arch.h"
#include "scry/seccomp.h"
#include "scry/util.h"

#define CALLS 4

struct program_builder {
	struct seccomp_program *program;
	struct sock_filter *end;
};

static void append(struct program_builder *builder, struct sock_filter instruction)
{
	*builder->end++ = instruction;
	builder->program->n++;
}

/* Allows four calls of one audit architecture. Every other call of it is traced. */
static void append_abi(struct program_builder *builder, const struct abi *abi)
{
	/* kernel/seccomp.c, mode1_syscalls: 32-bit ABIs return from signals by sigreturn. */
	bool has_sigreturn = abi_number(abi, ID_sigreturn) >= 0;
	const enum syscall_id allowed[CALLS] = { ID_read, ID_write, ID_exit,
						 has_sigreturn ? ID_sigreturn : ID_rt_sigreturn };

	append(builder, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						     offsetof(struct seccomp_data, arch)));
	append(builder, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, abi->audit_arch, 0,
						     CALLS + 3));
	append(builder, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
						     offsetof(struct seccomp_data, nr)));
	for (unsigned i = 0; i < CALLS; i++)
		append(builder, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
							     (uint32_t)abi_number(abi, allowed[i]),
							     (uint8_t)(CALLS - i), 0));
	append(builder, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_STRICT));
	append(builder, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

void seccomp_compile_strict(struct seccomp_program *program)
{
	struct program_builder builder = { .program = program };
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	*program = (struct seccomp_program){
		.instructions = xmalloc((n * (CALLS + 5) + 1) * sizeof(*program->instructions)),
	};
	builder.end = program->instructions;
	/* x32 shares its audit architecture with x86_64. Its numbers differ from the four. */
	for (size_t i = 0; i < n; i++)
		if (!abis[i]->nr_flag)
			append_abi(&builder, abis[i]);
	append(&builder, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_STRICT));
}
