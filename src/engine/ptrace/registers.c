/* SPDX-License-Identifier: MIT */
/* The registers of a stopped tracee. PTRACE_SET_SYSCALL_INFO, since Linux 6.16, cannot be used between two calls. */
#include "engine/ptrace/registers.h"

#include <elf.h>
#include <errno.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>

#include "scry/abi.h"
#include "scry/arch.h"

/* linux/errno.h of the kernel, not of its UAPI. ptrace(2) shows it before the kernel restarts the call. */
#define ERESTART_RESTARTBLOCK 516

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

bool registers_get(pid_t tid, struct user_regs_struct *registers)
{
	return !ptrace(PTRACE_GETREGS, tid, NULL, registers);
}

bool registers_set(pid_t tid, const struct user_regs_struct *registers)
{
	return !ptrace(PTRACE_SETREGS, tid, NULL, registers);
}

/* The length of the instructions "syscall" and "int $0x80". The kernel restarts calls by the same step back. */
#define INSTRUCTION_LENGTH 2

void registers_prepare_call(struct user_regs_struct *registers, const struct abi *abi, int64_t nr,
			    const uint64_t args[3])
{
	bool int80 = abi->id == ABI_i386;

	registers->rip -= INSTRUCTION_LENGTH;
	registers->rax = (uint64_t)nr;
	/* -1: the tracee is in no call that the kernel could restart. */
	registers->orig_rax = UINT64_MAX;
	*(int80 ? &registers->rbx : &registers->rdi) = args[0];
	*(int80 ? &registers->rcx : &registers->rsi) = args[1];
	registers->rdx = args[2];
}

void registers_prepare_restart(struct user_regs_struct *registers, int64_t nr)
{
	registers->rip -= INSTRUCTION_LENGTH;
	registers->rax = (uint64_t)nr;
}

bool registers_interrupted_call(const struct user_regs_struct *registers, int64_t *nr)
{
	*nr = (int64_t)registers->orig_rax;
	return *nr >= 0 && (int64_t)registers->rax == -EINTR;
}

bool registers_resumable_call(const struct user_regs_struct *registers, int64_t *nr)
{
	*nr = (int64_t)registers->orig_rax;
	return *nr >= 0 && (int64_t)registers->rax == -ERESTART_RESTARTBLOCK;
}

void registers_set_result(struct user_regs_struct *registers, int64_t result)
{
	registers->rax = (uint64_t)result;
}

uint64_t registers_stack_pointer(const struct user_regs_struct *registers)
{
	return registers->rsp;
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

bool registers_get(pid_t tid, struct user_regs_struct *registers)
{
	struct iovec all = { .iov_base = registers, .iov_len = sizeof(*registers) };

	return !ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &all);
}

bool registers_set(pid_t tid, const struct user_regs_struct *registers)
{
	struct iovec all = { .iov_base = (void *)(uintptr_t)registers,
			     .iov_len = sizeof(*registers) };

	return !ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &all);
}

/* The length of the instruction "svc #0". */
#define INSTRUCTION_LENGTH 4

void registers_prepare_call(struct user_regs_struct *registers, const struct abi *abi, int64_t nr,
			    const uint64_t args[3])
{
	(void)abi;
	registers->pc -= INSTRUCTION_LENGTH;
	registers->regs[8] = (uint64_t)nr;
	for (unsigned i = 0; i < 3; i++)
		registers->regs[i] = args[i];
}

void registers_prepare_restart(struct user_regs_struct *registers, int64_t nr)
{
	registers->pc -= INSTRUCTION_LENGTH;
	registers->regs[8] = (uint64_t)nr;
}

bool registers_interrupted_call(const struct user_regs_struct *registers, int64_t *nr)
{
	*nr = (int64_t)registers->regs[8];
	return (int64_t)registers->regs[0] == -EINTR;
}

bool registers_resumable_call(const struct user_regs_struct *registers, int64_t *nr)
{
	*nr = (int64_t)registers->regs[8];
	return (int64_t)registers->regs[0] == -ERESTART_RESTARTBLOCK;
}

void registers_set_result(struct user_regs_struct *registers, int64_t result)
{
	registers->regs[0] = (uint64_t)result;
}

uint64_t registers_stack_pointer(const struct user_regs_struct *registers)
{
	return registers->sp;
}
#endif
