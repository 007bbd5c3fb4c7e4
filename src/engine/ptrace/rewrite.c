/* SPDX-License-Identifier: MIT */
/* Rewrites a call at a stop: another call, another result, other bytes in memory. */
#include "engine/ptrace/rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include "engine/ptrace/ptrace.h"
#include "engine/ptrace/stopped_call.h"
#include "scry/proc.h"
#include "scry/util.h"

/* include/uapi/linux/ptrace.h, since Linux 6.16. */
#ifndef PTRACE_SET_SYSCALL_INFO
#define PTRACE_SET_SYSCALL_INFO 0x4212
#endif

static bool get_info(pid_t tid, struct __ptrace_syscall_info *info)
{
	*info = (struct __ptrace_syscall_info){ 0 };
	return ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(*info), info) > 0;
}

static bool set_info(pid_t tid, struct __ptrace_syscall_info *info)
{
	return !ptrace(PTRACE_SET_SYSCALL_INFO, tid, sizeof(*info), info);
}

static void warn_failure(const struct ptrace_tracee *tracee, const char *what)
{
	if (errno != ESRCH)
		warn_errno("cannot change %s of process %d", what, tracee->base.tid);
}

/*
 * For the entry, and for a stop of a filter: its info has the same members. Returns false if the
 * kernel cannot do it.
 */
static bool replace_call(pid_t tid, int64_t nr)
{
	struct __ptrace_syscall_info info;
	const struct abi *abi;

	if (!get_info(tid, &info))
		return true;
	abi = abi_find(info.arch, info.entry.nr);
	info.entry.nr = (uint64_t)nr;
	return set_info(tid, &info) || registers_set_number(tid, abi, nr);
}

bool rewrite_argument(pid_t tid, unsigned index, uint64_t value)
{
	struct __ptrace_syscall_info info;
	const struct abi *abi;

	if (!get_info(tid, &info))
		return false;
	abi = abi_find(info.arch, info.entry.nr);
	info.entry.args[index] = value;
	return set_info(tid, &info) || registers_set_argument(tid, abi, index, value);
}

/*
 * A call that is skipped does not change the register of the result, so that the result can be
 * there at the entry. It is right then even if scry ends before the exit, where the tracee would
 * see ENOSYS otherwise. On a machine where the number is in that register (s390) it cannot be
 * there.
 */
static bool skip_call(const struct ptrace_tracee *tracee)
{
	pid_t tid = tracee->base.tid;
	const struct abi *abi = tracee->call.abi;

	return tracee->call.set_result && registers_can_preset(tid, abi) &&
	       registers_set_result(tid, abi, tracee->call.result) &&
	       registers_set_number(tid, abi, -1);
}

void rewrite_enter(struct ptrace_tracee *tracee, const struct verdict *verdict)
{
	tracee->call.set_result = verdict->set_result;
	tracee->call.is_error = verdict->is_error;
	tracee->call.result = verdict->result;
	tracee->call.refused = tracee->call.refused && !verdict->replace;
	if (!verdict->replace || (verdict->instead == -1 && skip_call(tracee)))
		return;
	if (!replace_call(tracee->base.tid, verdict->instead))
		warn_failure(tracee, "the system call");
}

/*
 * On arm64 and arm the result of a call that is skipped is what its register has: the first
 * argument.
 */
void rewrite_refuse(pid_t tid)
{
	struct __ptrace_syscall_info info;
	const struct abi *abi;

	if (!get_info(tid, &info))
		return;
	abi = abi_find(info.arch, info.entry.nr);
	replace_call(tid, -1);
	if (registers_can_preset(tid, abi))
		registers_set_result(tid, abi, -ENOSYS);
}

void rewrite_replace(pid_t tid, enum syscall_id id)
{
	struct __ptrace_syscall_info info;
	const struct abi *abi;

	if (!get_info(tid, &info))
		return;
	abi = abi_find(info.arch, info.entry.nr);
	if (abi)
		replace_call(tid, abi_number(abi, id));
}

void rewrite_result(pid_t tid, const struct abi *abi, struct __ptrace_syscall_info *info,
		    int64_t result)
{
	info->exit.rval = result;
	info->exit.is_error = false;
	if (!set_info(tid, info))
		registers_set_result(tid, abi, result);
}

void rewrite_exit(struct ptrace_tracee *tracee, struct event *event)
{
	struct __ptrace_syscall_info info;

	if (!tracee->call.set_result || !get_info(tracee->base.tid, &info))
		return;
	tracee->call.set_result = false;
	info.exit.rval = tracee->call.result;
	info.exit.is_error = tracee->call.is_error;
	if (!set_info(tracee->base.tid, &info) &&
	    !registers_set_result(tracee->base.tid, tracee->call.abi, tracee->call.result)) {
		warn_failure(tracee, "the result");
		return;
	}
	event->result = tracee->call.result;
	event->is_error = tracee->call.is_error;
}

/* process_vm_writev(2) cannot change what the tracee itself may only read. */
size_t rewrite_poke(struct engine *engine, struct tracee *tracee, uint64_t address,
		    const void *bytes, size_t len)
{
	int fd = proc_open_memory(tracee->tid, O_WRONLY);
	ssize_t written;

	(void)engine;
	if (fd < 0)
		return 0;
	written = pwrite(fd, bytes, len, (off_t)address);
	close(fd);
	return written > 0 ? (size_t)written : 0;
}
