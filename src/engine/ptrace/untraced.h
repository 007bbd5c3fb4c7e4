/* SPDX-License-Identifier: MIT */
/* Stops of filtered tracees at which the engine has to change the call. */
#ifndef ENGINE_UNTRACED_H
#define ENGINE_UNTRACED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct abi;
struct __ptrace_syscall_info;
struct ptrace_tracee;

/*
 * The tracee is at the stop of a filter's SECCOMP_RET_TRACE. The call is refused if the filter is
 * the tracee's own, as it would be without a tracer, and fatal if the filter stands for strict
 * mode. True: it has to be refused with remote_refuse().
 */
bool untraced_judge(pid_t tid, const struct __ptrace_syscall_info *info);
/*
 * The same for a tracee that is not reported. Besides, CLONE_UNTRACED is taken away from the call,
 * since a child must not have the filter and no tracer, and strict mode is granted. status is that
 * of the stop. Returns that of the stop in which the tracee is then.
 */
int untraced_filter(pid_t tid, int status);
/*
 * The index of the argument that has the flags of clone(2), or points to those of clone3(2). abi
 * may be NULL.
 */
unsigned untraced_argument(const struct abi *abi, uint64_t nr);
/* Takes CLONE_UNTRACED away from the current call. True: untraced_restore() is due at the exit. */
bool untraced_clear_known(struct ptrace_tracee *tracee);
void untraced_restore(struct ptrace_tracee *tracee);

#endif
