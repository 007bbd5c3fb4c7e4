/* SPDX-License-Identifier: MIT */
/* The table of tracees, and the queue of tracees whose stop or end waits for the engine. */
#ifndef ENGINE_TRACEES_H
#define ENGINE_TRACEES_H

#include <sys/types.h>

struct ptrace_engine;
struct ptrace_tracee;

/* A new entry in the table of tracees. tgid -1: not known. */
struct ptrace_tracee *tracees_add(struct ptrace_engine *engine, pid_t tid, pid_t tgid);
/* Removes the tracee from the table and from all lists. */
void tracees_remove(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/*
 * Puts the tracee into the queue, or takes it out. Nothing happens if it is there already, or is
 * not there.
 */
void tracees_enqueue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void tracees_dequeue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);

#endif
