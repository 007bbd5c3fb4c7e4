/* SPDX-License-Identifier: MIT */
/* Attaches to processes that run already. */
#ifndef ENGINE_ATTACH_H
#define ENGINE_ATTACH_H

struct ptrace_engine;

/* Attaches to all processes of the configuration. Returns 0, or the exit status with which scry must end. */
int attach_all(struct ptrace_engine *engine);

#endif
