/* SPDX-License-Identifier: MIT */
/* Where the arguments of a call are. Linux 6.16 has PTRACE_SET_SYSCALL_INFO; older ones need this. */
#include <elf.h>
#include <stddef.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "engine/ptrace/ptrace.h"

#if defined(__x86_64__)
#define REGISTER(name) offsetof(struct user_regs_struct, name)

bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value)
{
	static const size_t syscall_registers[] = { REGISTER(rdi), REGISTER(rsi), REGISTER(rdx),
						    REGISTER(r10), REGISTER(r8),  REGISTER(r9) };
	static const size_t int80_registers[] = { REGISTER(rbx), REGISTER(rcx), REGISTER(rdx),
						  REGISTER(rsi), REGISTER(rdi), REGISTER(rbp) };
	const size_t *registers = abi->id == ABI_i386 ? int80_registers : syscall_registers;

	return !ptrace(PTRACE_POKEUSER, tid, registers[index], value);
}
#elif defined(__aarch64__)
bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value)
{
	struct user_regs_struct registers;
	struct iovec all = { .iov_base = &registers, .iov_len = sizeof(registers) };

	(void)abi;
	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &all))
		return false;
	registers.regs[index] = value;
	return !ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &all);
}
#endif
