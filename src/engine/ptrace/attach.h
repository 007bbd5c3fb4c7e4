/* SPDX-License-Identifier: MIT */
/* Attaches to processes that run already. */
#ifndef ENGINE_ATTACH_H
#define ENGINE_ATTACH_H

#include <stdbool.h>
#include <sys/types.h>

struct ptrace_engine;

/*
 * Returns false if a process has ended, or if scry traces it already, even if no event has reported
 * it yet.
 */
bool attach_is_needed(pid_t pid);
/* Attaches to a process. Returns false after a message. */
bool attach_process(struct ptrace_engine *engine, pid_t pid);
/*
 * Attaches to all processes of the configuration. Returns 0, or the exit status with which scry
 * must end.
 */
int attach_all(struct ptrace_engine *engine);

#endif
