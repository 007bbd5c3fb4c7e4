/* SPDX-License-Identifier: MIT */
/* Rewrites a call at a stop: another call, another result, other bytes in memory. */
#ifndef ENGINE_REWRITE_H
#define ENGINE_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/abi.h"
#include "scry/arch.h"

struct __ptrace_syscall_info;
struct engine;
struct event;
struct ptrace_tracee;
struct tracee;
struct verdict;

/* At the entry: replaces the call, or notes a result for it, as the verdict says. */
void rewrite_enter(struct ptrace_tracee *tracee, const struct verdict *verdict);
/*
 * At the exit: sets the result that the verdict of the entry demanded, in the registers and in the
 * event.
 */
void rewrite_exit(struct ptrace_tracee *tracee, struct event *event);
/* At the entry: the call is skipped. It fails with ENOSYS, unless arch.skipped_returns_number. */
void rewrite_refuse(pid_t tid);
/* At the entry: another call is made, with the same arguments. */
void rewrite_replace(pid_t tid, enum syscall_id id);
/*
 * At the entry: changes an argument. Returns false with errno set: ENOSYS if the kernel has no
 * means.
 */
bool rewrite_argument(pid_t tid, unsigned index, uint64_t value);
/* At the exit: the call succeeds with this result, which becomes that of *info, too. */
void rewrite_result(pid_t tid, const struct abi *abi, struct __ptrace_syscall_info *info,
		    int64_t result);
/* The operation .poke of struct engine_ops. */
size_t rewrite_poke(struct engine *engine, struct tracee *tracee, uint64_t address,
		    const void *bytes, size_t len);

#endif
