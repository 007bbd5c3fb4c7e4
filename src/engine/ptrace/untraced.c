/* SPDX-License-Identifier: MIT */
/*
 * Stops of filtered tracees at which the engine has to change the call. With CLONE_UNTRACED a child
 * would have the filter and no tracer, and its traced calls would fail.
 */
#include "engine/ptrace/untraced.h"

#include <linux/sched.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stopped_call.h"
#include "engine/ptrace/remote.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/sandbox.h"
#include "scry/arch.h"

/* The flags of clone3 are the first member of its struct. */
static bool set_memory(pid_t tid, uint64_t address, uint64_t flags)
{
	struct iovec local = { .iov_base = &flags, .iov_len = sizeof(flags) };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)address, .iov_len = sizeof(flags) };

	if (process_vm_writev(tid, &local, 1, &remote, 1, 0) == sizeof(flags))
		return true;
	/*
	 * The kernel pokes a word of the tracer. Where that has 32 bits, it is the lower half of
	 * the flags, which has the flag.
	 */
	return !ptrace(PTRACE_POKEDATA, tid, address, (unsigned long)flags);
}

static bool get_memory(pid_t tid, uint64_t address, uint64_t *flags)
{
	struct iovec local = { .iov_base = flags, .iov_len = sizeof(*flags) };
	struct iovec remote = { .iov_base = (void *)(uintptr_t)address, .iov_len = sizeof(*flags) };

	return process_vm_readv(tid, &local, 1, &remote, 1, 0) == sizeof(*flags);
}

static bool clear_memory(pid_t tid, uint64_t address)
{
	uint64_t flags;

	return get_memory(tid, address, &flags) && flags & CLONE_UNTRACED &&
	       set_memory(tid, address, flags & ~(uint64_t)CLONE_UNTRACED);
}

unsigned untraced_argument(const struct abi *abi, uint64_t nr)
{
	return abi && abi_syscall(abi, nr) == ID_clone ? abi->clone_flags : 0;
}

static bool clear(pid_t tid, const struct abi *abi, uint64_t nr, uint64_t arg)
{
	switch (abi_syscall(abi, nr)) {
	case ID_clone:
		return arg & CLONE_UNTRACED &&
		       rewrite_argument(tid, abi->clone_flags, arg & ~(uint64_t)CLONE_UNTRACED);
	case ID_clone3:
		return clear_memory(tid, arg);
	default:
		return false;
	}
}

bool untraced_judge(pid_t tid, const struct __ptrace_syscall_info *info)
{
	if (info->seccomp.ret_data == SECCOMP_TRACE_DATA)
		return false;
	if (info->seccomp.ret_data == SECCOMP_STRICT_DATA)
		sandbox_kill(tid);
	else if (arch_of_machine()->skipped_returns_number)
		return true;
	else
		rewrite_refuse(tid);
	return false;
}

int untraced_filter(pid_t tid, int status)
{
	struct __ptrace_syscall_info info;
	const struct abi *abi;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_SECCOMP)
		return status;
	abi = abi_find(info.arch, info.seccomp.nr);
	if (untraced_judge(tid, &info) && remote_refuse(tid, abi, &status))
		return status;
	if (info.seccomp.ret_data != SECCOMP_TRACE_DATA || !abi)
		return status;
	clear(tid, abi, info.seccomp.nr,
	      info.seccomp.args[untraced_argument(abi, info.seccomp.nr)]);
	sandbox_grant_strict(tid, &status);
	return status;
}

bool untraced_clear_known(struct ptrace_tracee *tracee)
{
	return tracee->call.abi &&
	       clear(tracee->base.tid, tracee->call.abi, tracee->call.nr, tracee->call.flags);
}

/*
 * Puts the flag back into the memory of the parent. A child with memory of its own keeps what
 * clone(2) copied.
 */
void untraced_restore(struct ptrace_tracee *tracee)
{
	pid_t tid = tracee->base.tid;
	uint64_t flags;

	tracee->call.untraced = false;
	if (abi_syscall(tracee->call.abi, tracee->call.nr) == ID_clone)
		registers_restore_argument(tid, tracee->call.abi, tracee->call.abi->clone_flags,
					   tracee->call.flags);
	else if (get_memory(tid, tracee->call.flags, &flags))
		set_memory(tid, tracee->call.flags, flags | CLONE_UNTRACED);
}
