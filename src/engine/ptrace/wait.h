/* SPDX-License-Identifier: MIT */
/* Waits for stops, and keeps those that are not dealt with. */
#ifndef ENGINE_WAIT_H
#define ENGINE_WAIT_H

#include <sys/types.h>

#include "scry/engine.h"

struct ptrace_engine;
struct ptrace_tracee;

/*
 * The next tracee in the queue. Returns NULL if there is none; *status is then what .next returns.
 */
struct ptrace_tracee *wait_next(struct ptrace_engine *engine, enum engine_status *status);
/*
 * Collects stops and ends. flags 0: waits if there are none; WNOHANG: does not wait. Returns 0 or
 * errno.
 */
int wait_collect(struct ptrace_engine *engine, int flags);
/* Puts a stop or the end of a tracee, as waitpid(2) reported it, into the queue. */
void wait_take_status(struct ptrace_engine *engine, pid_t tid, int status);
/*
 * Puts the tracee into the queue, or takes it out. Nothing happens if it is there already, or is
 * not there.
 */
void wait_enqueue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
void wait_dequeue(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* A new entry in the table of tracees. tgid -1: not known. */
struct ptrace_tracee *wait_add(struct ptrace_engine *engine, pid_t tid, pid_t tgid);
/* Removes the tracee from the table and from all lists. */
void wait_forget(struct ptrace_engine *engine, struct ptrace_tracee *tracee);

#endif
