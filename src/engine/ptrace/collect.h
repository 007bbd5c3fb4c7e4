/* SPDX-License-Identifier: MIT */
/* Collects stops and ends of tracees by waitpid(2). */
#ifndef ENGINE_COLLECT_H
#define ENGINE_COLLECT_H

#include <sys/types.h>

struct ptrace_engine;

/*
 * Collects stops and ends. flags 0: waits if there are none; WNOHANG: does not wait. Returns 0 or
 * errno.
 */
int collect_stops(struct ptrace_engine *engine, int flags);
/* Puts a stop or the end of a tracee, as waitpid(2) reported it, into the queue. */
void collect_take_status(struct ptrace_engine *engine, pid_t tid, int status);

#endif
