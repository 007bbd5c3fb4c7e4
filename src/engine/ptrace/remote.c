/* SPDX-License-Identifier: MIT */
/* System calls that the engine makes in a stopped tracee. */
#include "engine/ptrace/remote.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "engine/ptrace/crash_signals.h"
#include "engine/ptrace/rewrite.h"
#include "engine/ptrace/stop.h"
#include "scry/arch.h"
#include "scry/util.h"

/* linux/ptrace.h, since 3.11; glibc has them as an enum, musl does not have all. */
#ifndef PTRACE_GETSIGMASK
#define PTRACE_GETSIGMASK 0x420a
#define PTRACE_SETSIGMASK 0x420b
#endif

static bool set_signal_mask(pid_t tid, const struct signal_mask *mask)
{
	return !ptrace_at_stop(PTRACE_SETSIGMASK, tid, abi_native()->sigset_size, (uintptr_t)mask);
}

/*
 * With the registers and the signal mask of a remote call the tracee must not go on. A signal that
 * would make the tracer the keeper waits; if scry itself crashes now, the kernel ends it, and the
 * tracees with it.
 */
static void hold_signals(struct remote *remote)
{
	remote->held = true;
	crash_signals_block(&remote->before);
}

static void release_signals(struct remote *remote)
{
	if (remote->held)
		sigprocmask(SIG_SETMASK, &remote->before, NULL);
	remote->held = false;
}

bool remote_begin(struct remote *remote, pid_t tid, const struct abi *abi)
{
	const struct signal_mask all = { { UINT64_MAX, UINT64_MAX } };

	*remote = (struct remote){ .tid = tid, .abi = abi };
	hold_signals(remote);
	if (stopped_call_read(&remote->call, tid, abi) &&
	    !ptrace_at_stop(PTRACE_GETSIGMASK, tid, abi_native()->sigset_size,
			    (uintptr_t)&remote->signal_mask) &&
	    set_signal_mask(tid, &all))
		return true;
	release_signals(remote);
	return false;
}

/*
 * Lets the tracee run to its next syscall-stop. A stop in between that the filter of scry makes
 * does not matter.
 */
static bool run_to_syscall_stop(struct remote *remote)
{
	pid_t tid;

	do {
		if (ptrace_at_stop(PTRACE_SYSCALL, remote->tid, 0, 0) && errno != ESRCH)
			return false;
		do
			tid = waitpid(remote->tid, &remote->status, __WALL);
		while (tid < 0 && errno == EINTR);
		if (tid < 0)
			return false;
	} while (WIFSTOPPED(remote->status) &&
		 STATUS_EVENT(remote->status) == PTRACE_EVENT_SECCOMP);
	return WIFSTOPPED(remote->status) && !STATUS_EVENT(remote->status) &&
	       WSTOPSIG(remote->status) == SYSCALL_STOP;
}

/* At the PTRACE_EVENT_SECCOMP stop of a call: skips it. result is what remote_end() leaves. */
static bool skip_call(struct remote *remote, int64_t result)
{
	rewrite_refuse(remote->tid);
	stopped_call_set_result(&remote->call, result);
	return run_to_syscall_stop(remote);
}

bool remote_begin_instead(struct remote *remote, pid_t tid, const struct abi *abi)
{
	return remote_begin(remote, tid, abi) && skip_call(remote, 0);
}

bool remote_refuse(pid_t tid, const struct abi *abi, int *status)
{
	struct remote remote;

	if (!remote_begin(&remote, tid, abi))
		return false;
	skip_call(&remote, -ENOSYS);
	remote_end(&remote);
	*status = remote.status;
	return true;
}

static bool copy_memory(const struct remote *remote, uint64_t address, void *bytes, size_t len,
			bool write)
{
	struct iovec here = { .iov_base = bytes, .iov_len = len };
	struct iovec there = { .iov_base = (void *)(uintptr_t)address, .iov_len = len };

	return (write ? process_vm_writev(remote->tid, &here, 1, &there, 1, 0)
		      : process_vm_readv(remote->tid, &here, 1, &there, 1, 0)) == (ssize_t)len;
}

static bool write_memory(const struct remote *remote, uint64_t address, const void *bytes,
			 size_t len)
{
	return copy_memory(remote, address, (void *)(uintptr_t)bytes, len, true);
}

/*
 * Reads len bytes of the tracee's memory into saved, then writes bytes there. False: nothing was
 * written.
 */
static bool replace_memory(const struct remote *remote, uint64_t address, const void *bytes,
			   void *saved, size_t len)
{
	/* Writing the old bytes first shows that all of them can be put back. */
	return copy_memory(remote, address, saved, len, false) &&
	       copy_memory(remote, address, saved, len, true) &&
	       write_memory(remote, address, bytes, len);
}

static bool make_call(struct remote *remote, int64_t nr, const uint64_t args[3], int64_t *result)
{
	struct stopped_call call = remote->call;
	struct __ptrace_syscall_info info;

	stopped_call_prepare(&call, nr, args);
	if (!stopped_call_write(&call, remote->tid) || !run_to_syscall_stop(remote) ||
	    !stopped_call_is_made(&call, remote->tid, remote->abi, nr) ||
	    !run_to_syscall_stop(remote) ||
	    ptrace_at_stop(PTRACE_GET_SYSCALL_INFO, remote->tid, sizeof(info), (uintptr_t)&info) <=
		    0)
		return false;
	*result = info.exit.rval;
	return true;
}

/* The arguments after the third are 0, also those in memory. */
bool remote_call(struct remote *remote, int64_t nr, const uint64_t args[3], int64_t *result)
{
	const uint32_t zeros[2] = { 0 };
	uint64_t address = stopped_call_stack_pointer(&remote->call) + remote->abi->stack_args;
	uint32_t saved[2];
	bool made;

	if (!remote->abi->stack_args ||
	    !replace_memory(remote, address, zeros, saved, sizeof(saved)))
		return make_call(remote, nr, args, result);
	made = make_call(remote, nr, args, result);
	write_memory(remote, address, saved, sizeof(saved));
	return made;
}

void remote_end(struct remote *remote)
{
	stopped_call_write(&remote->call, remote->tid);
	set_signal_mask(remote->tid, &remote->signal_mask);
	release_signals(remote);
}

/*
 * The x86-64 psABI lets leaf functions use 128 bytes below the stack pointer; no other ABI of Linux
 * has more than 288.
 */
#define RED_ZONE 512
#define ALIGNMENT 16

/*
 * The address of len bytes in the tracee's stack, below the bytes that its code may use. They need
 * not be mapped.
 */
static uint64_t scratch_address(const struct remote *remote, size_t len)
{
	uint64_t top = stopped_call_stack_pointer(&remote->call) - RED_ZONE;

	return (top - len) & ~(uint64_t)(ALIGNMENT - 1);
}

/*
 * Appends a struct sock_fprog and the program that it points to, as they lie in the tracee's
 * memory.
 */
static void put_program(struct buf *image, const struct abi *abi, uint64_t address,
			const struct seccomp_program *program)
{
	/* struct sock_fprog: a length of 16 bits, then an aligned pointer. */
	unsigned char header[2 * sizeof(uint64_t)] = { 0 };
	uint16_t n = (uint16_t)program->n;
	size_t size = 2u * abi->pointer_size;
	uint64_t instructions = address + size;
	uint32_t narrow = (uint32_t)instructions;

	memcpy(header, &n, sizeof(n));
	if (abi->pointer_size == sizeof(narrow))
		memcpy(header + sizeof(narrow), &narrow, sizeof(narrow));
	else
		memcpy(header + sizeof(instructions), &instructions, sizeof(instructions));
	buf_put(image, header, size);
	buf_put(image, program->instructions, program->n * sizeof(*program->instructions));
}

bool remote_install_filter(struct remote *remote, const struct seccomp_program *program,
			   unsigned long flags, int64_t *result)
{
	size_t len = 2u * remote->abi->pointer_size + program->n * sizeof(*program->instructions);
	uint64_t address = scratch_address(remote, len);
	const uint64_t args[3] = { SECCOMP_SET_MODE_FILTER, flags, address };
	struct buf image = { 0 }, saved = { 0 };
	bool made;

	put_program(&image, remote->abi, address, program);
	buf_fill(&saved, 0, len);
	*result = -EFAULT;
	if (!replace_memory(remote, address, image.data, saved.data, len)) {
		made = true;
	} else {
		made = remote_call(remote, abi_number(remote->abi, ID_seccomp), args, result);
		write_memory(remote, address, saved.data, len);
	}
	buf_free(&image);
	buf_free(&saved);
	return made;
}
