/* SPDX-License-Identifier: MIT */
/* Pending children: those that stopped before their parents reported them. */
#ifndef ENGINE_PENDING_H
#define ENGINE_PENDING_H

struct ptrace_engine;
struct ptrace_tracee;

/* The child waits until its parent reports it. */
void pending_begin(struct ptrace_engine *engine, struct ptrace_tracee *child);
/*
 * A tracee ended, perhaps before it could report its child: all pending children are reported
 * without a parent.
 */
void pending_end_all(struct ptrace_engine *engine);
/*
 * Has to be called every 100 ms while children are pending. A child that was made with CLONE_PTRACE
 * and CLONE_UNTRACED is never reported by its parent: the kernel attaches the tracer to it, and
 * that is all.
 */
void pending_tick(struct ptrace_engine *engine);

#endif
