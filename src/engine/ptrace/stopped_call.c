/* SPDX-License-Identifier: MIT */
/*
 * The call of a stopped tracee in its registers. PTRACE_SET_SYSCALL_INFO, since Linux 6.16, cannot
 * be used between two calls.
 */
#include "engine/ptrace/stopped_call.h"

#include <elf.h>
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

/* s390: the lower half is the number, 0 between two calls. */
static int64_t number_in_set(pid_t tid, uint16_t set)
{
	int code = 0;
	struct iovec bytes = { .iov_base = &code, .iov_len = sizeof(code) };

	if (ptrace(PTRACE_GETREGSET, tid, set, &bytes) || !(code & UINT16_MAX))
		return -1;
	return code & UINT16_MAX;
}

/*
 * arch/mips/kernel/scall64-n64.S: a call that fails puts its number into r0, which is 0 otherwise,
 * and a3 into r26.
 */
static void read_kept(struct stopped_call *call, pid_t tid, const struct arch *arch)
{
	long number = ptrace(PTRACE_PEEKUSER, tid, arch->kept.number, NULL);

	call->shown = number > 0 ? number : -1;
	call->kept = (unsigned long)ptrace(PTRACE_PEEKUSER, tid, arch->kept.error, NULL);
}

bool stopped_call_read(struct stopped_call *call, pid_t tid, const struct abi *abi)
{
	const struct arch *arch = arch_of_machine();
	struct iovec all = { .iov_base = call->registers.bytes,
			     .iov_len = sizeof(call->registers.bytes) };

	if (ptrace(PTRACE_GETREGSET, tid, NT_PRSTATUS, &all))
		return false;
	call->registers.size = all.iov_len;
	call->at = arch_find_call(arch, abi, all.iov_len);
	if (arch->number_shown)
		call->shown = number_in_set(tid, arch->number_shown);
	else if (arch->kept.error)
		read_kept(call, tid, arch);
	if (!call->at)
		errno = ENOSYS;
	return call->at;
}

bool stopped_call_write(const struct stopped_call *call, pid_t tid)
{
	struct iovec all = { .iov_base = (void *)(uintptr_t)call->registers.bytes,
			     .iov_len = call->registers.size };

	return !ptrace(PTRACE_SETREGSET, tid, NT_PRSTATUS, &all);
}

static uint64_t get(const struct stopped_call *call, unsigned index)
{
	return registers_get(&call->registers, call->at->width, index);
}

static void put_register(struct stopped_call *call, unsigned index, uint64_t value)
{
	registers_put(&call->registers, call->at->width, index, value);
}

bool registers_set_number(pid_t tid, const struct abi *abi, int64_t nr)
{
	const struct arch *arch = arch_of_machine();
	struct stopped_call call;
	int number = (int)nr;
	struct iovec set = { .iov_base = &number, .iov_len = sizeof(number) };

	if (arch->number_set)
		return !ptrace(PTRACE_SETREGSET, tid, arch->number_set, &set);
	if (arch->number_request)
		return !ptrace(arch->number_request, tid, NULL, number);
	if (!stopped_call_read(&call, tid, abi))
		return false;
	put_register(&call, call.at->current, (uint64_t)nr);
	return stopped_call_write(&call, tid);
}

bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value)
{
	struct stopped_call call;

	if (!stopped_call_read(&call, tid, abi))
		return false;
	if (call.at->args[index] == NO_REGISTER) {
		errno = ENOSYS;
		return false;
	}
	put_register(&call, call.at->args[index], value);
	if (!index && call.at->filtered_first)
		put_register(&call, call.at->filtered_first, value);
	return stopped_call_write(&call, tid);
}

void registers_restore_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value)
{
	struct stopped_call call;

	if (!stopped_call_read(&call, tid, abi) || call.at->args[index] == call.at->result ||
	    (call.at->error_bits && call.at->args[index] == call.at->error))
		return;
	put_register(&call, call.at->args[index], value);
	stopped_call_write(&call, tid);
}

/*
 * o32 of mips: syscall(2) has the number of the call as its first argument, and one argument less
 * in registers.
 */
void registers_read_stack_args(pid_t tid, const struct abi *abi, uint64_t sp,
			       uint64_t args[CALL_ARGS])
{
	uint32_t words[3] = { 0 };
	struct iovec local = { .iov_base = words, .iov_len = sizeof(words) };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)(sp + abi->stack_args),
				.iov_len = sizeof(words) };
	struct stopped_call call;
	size_t first = 4;

	if (stopped_call_read(&call, tid, abi) &&
	    (int64_t)get(&call, call.at->number) == abi_number(abi, ID_syscall))
		first = 3;
	if (process_vm_readv(tid, &local, 1, &remote, 1, 0) < 0)
		return;
	for (size_t i = 0; first + i < CALL_ARGS; i++)
		args[first + i] = words[i];
}

bool registers_set_result(pid_t tid, const struct abi *abi, int64_t result)
{
	struct stopped_call call;

	if (!stopped_call_read(&call, tid, abi))
		return false;
	stopped_call_set_result(&call, result);
	return stopped_call_write(&call, tid);
}

bool registers_can_preset(pid_t tid, const struct abi *abi)
{
	struct stopped_call call;

	return stopped_call_read(&call, tid, abi) && call.at->current != call.at->result;
}

static void step_back(struct stopped_call *call, int64_t nr)
{
	put_register(call, call->at->ip,
		     get(call, call->at->ip) - registers_instruction(&call->registers, call->at));
	put_register(call, call->at->number, (uint64_t)nr);
}

void stopped_call_prepare(struct stopped_call *call, int64_t nr, const uint64_t args[3])
{
	step_back(call, nr);
	/* -1: the tracee is in no call that the kernel could restart. */
	if (call->at->current != call->at->number && call->at->current != call->at->result)
		put_register(call, call->at->current, UINT64_MAX);
	put_register(call, call->at->first, args[0]);
	for (unsigned i = 1; i < CALL_ARGS; i++)
		if (call->at->args[i] != NO_REGISTER)
			put_register(call, call->at->args[i], i < 3 ? args[i] : 0);
}

bool stopped_call_is_made(const struct stopped_call *call, pid_t tid, const struct abi *abi,
			  int64_t nr)
{
	return call->at->number != NO_REGISTER || registers_set_number(tid, abi, nr);
}

void stopped_call_restart(struct stopped_call *call, int64_t nr, uint64_t first_argument)
{
	step_back(call, nr);
	/*
	 * The result and the mark of an error have overwritten at most these two registers of the
	 * call.
	 */
	if (call->at->first == call->at->result)
		put_register(call, call->at->first, first_argument);
	if (arch_of_machine()->kept.error)
		put_register(call, call->at->error, call->kept);
}

int64_t stopped_call_number(const struct stopped_call *call)
{
	const struct call_registers *at = call->at;

	if (arch_of_machine()->number_shown || arch_of_machine()->kept.error)
		return call->shown;
	return (int64_t)get(call, at->current == NO_REGISTER ? at->number : at->current);
}

/* The bits by which this call shows that it has failed; 0: the result is -errno. */
static uint64_t error_bits(const struct stopped_call *call)
{
	const struct call_registers *at = call->at;

	if (at->plain_trap && (get(call, at->trap) & ~UINT64_C(0xf)) == at->plain_trap)
		return 0;
	return at->error_bits;
}

int64_t stopped_call_result(const struct stopped_call *call)
{
	int64_t result = (int64_t)get(call, call->at->result);
	uint64_t bits = error_bits(call);

	return bits && get(call, call->at->error) & bits ? -result : result;
}

void stopped_call_set_result(struct stopped_call *call, int64_t result)
{
	uint64_t bits = error_bits(call), flags = get(call, call->at->error);
	/* As MAX_ERRNO of linux/err.h. */
	bool failed = bits && result < 0 && result >= -4095;

	if (bits)
		put_register(call, call->at->error, (flags & ~bits) | (failed ? bits & -bits : 0));
	put_register(call, call->at->result, (uint64_t)(failed ? -result : result));
}

uint64_t stopped_call_stack_pointer(const struct stopped_call *call)
{
	uint64_t sp = get(call, call->at->sp);

	/* A 32-bit address is no negative number. */
	return call->at->width == sizeof(uint32_t) ? (uint32_t)sp : sp;
}
