/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_REFUSAL_H
#define ENGINE_REFUSAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "scry/util.h"

/*
 * Appends to *why for which reason no engine can trace a thread or, with follow, its process: "; it
 * is a thread of the kernel". Returns false, and appends nothing, if there is none.
 */
bool refusal_explain_any(pid_t tid, bool follow, struct buf *why);

/* Returns a thread of a process that has not ended, unlike its leader perhaps; 0: there is none. */
pid_t refusal_find_living(pid_t tgid);

/*
 * Appends to *why the reason, as /proc shows it, for which PTRACE_SEIZE of a living thread failed
 * with EPERM: "; process 4711 (gdb) traces it already". may_trace: the thread allows scry what Yama
 * allows ancestors. Returns false, and appends nothing, if /proc shows no reason.
 */
bool refusal_explain(pid_t tid, bool may_trace, struct buf *why);

/*
 * Appends that a seccomp filter refuses ptrace(2), if it does, and what a container can do. Returns
 * false otherwise.
 */
bool refusal_explain_filter(struct buf *why);
/* Appends that CAP_SYS_PTRACE is needed and, if even root lacks it, how a container gets it. */
void refusal_add_capability(struct buf *why);
/* Appends that scry does not see all processes, if it is in a PID namespace. */
void refusal_add_namespace(struct buf *why);

#endif
