/* SPDX-License-Identifier: MIT */
/* The PTRACE_O_* of tracees. */
#ifndef ENGINE_OPTIONS_H
#define ENGINE_OPTIONS_H

struct ptrace_engine;
struct ptrace_tracee;

/* The options of a new tracee. */
unsigned long options_new(const struct ptrace_engine *engine);
/* Sets the options of a thread at its first stop, and when it has become a thread-group leader. */
void options_choose(const struct ptrace_engine *engine, const struct ptrace_tracee *tracee);

#endif
