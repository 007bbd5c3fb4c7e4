/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_REFUSAL_H
#define ENGINE_REFUSAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "scry/util.h"

/*
 * Appends to *why the reason, as /proc shows it, for which PTRACE_SEIZE of a living thread failed with EPERM:
 * "; process 4711 (gdb) traces it already". may_trace: the thread allows scry what Yama allows ancestors. Returns
 * false, and appends nothing, if /proc shows no reason.
 */
bool refusal_explain(pid_t tid, bool may_trace, struct buf *why);

#endif
