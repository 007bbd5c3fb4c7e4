/* SPDX-License-Identifier: MIT */
/* Files that give rights to the process that executes them, unless an ordinary user traces it. */
#ifndef ENGINE_RIGHTS_H
#define ENGINE_RIGHTS_H

#include <stdbool.h>
#include <sys/types.h>

struct ptrace_engine;

/*
 * True if execs have to be seen, because the filter takes rights away and no message has said so
 * yet.
 */
bool rights_watch_execs(const struct ptrace_engine *engine);
/* The process has executed a file. Says once if it would have gained rights. */
void rights_note_exec(struct ptrace_engine *engine, pid_t pid);

#endif
