/* SPDX-License-Identifier: MIT */
/* Launches the command. */
#ifndef ENGINE_LAUNCH_H
#define ENGINE_LAUNCH_H

#include <stdbool.h>

struct ptrace_engine;
struct ptrace_tracee;

/* Returns 0, or the exit status with which scry must end. */
int launch_command(struct ptrace_engine *engine);
/*
 * At a signal-delivery-stop before the execve. True: the child raised the signal since it could not
 * get the filter.
 */
bool launch_lost_filter(struct ptrace_engine *engine, struct ptrace_tracee *tracee);
/* The command ended before its execve: prints why. */
void launch_failed(struct ptrace_engine *engine);

#endif
