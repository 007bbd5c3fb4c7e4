/* SPDX-License-Identifier: MIT */
#ifndef ENGINE_REFUSAL_H
#define ENGINE_REFUSAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "scry/util.h"

/*
 * Appends to *why what /proc tells about the reason for which PTRACE_SEIZE of a living thread failed with EPERM:
 * "; process 4711 (gdb) traces it already". may_trace: the thread allows scry what Yama allows ancestors. Returns
 * false, with nothing appended, if /proc tells nothing.
 */
bool refusal_explain(pid_t tid, bool may_trace, struct buf *why);

#endif
