/* SPDX-License-Identifier: MIT */
/* From the connection to a stopped program. */
#ifndef ENGINE_GDB_OPEN_H
#define ENGINE_GDB_OPEN_H

#include "engine/gdb/gdb.h"

/*
 * Connects, asks what the stub can do, and starts the program or attaches to it. Returns false
 * after a message.
 */
bool gdb_open_stub(struct gdb_engine *engine);
/*
 * Gets the description of the machine of a process. Returns false with *why, which the caller
 * frees.
 */
bool gdb_open_machine(struct gdb_engine *engine, struct gdb_process *process, char **why);
struct gdb_process *gdb_open_process(struct gdb_engine *engine, pid_t pid);
struct gdb_process *gdb_open_find_process(const struct gdb_engine *engine, pid_t pid);
void gdb_open_forget_process(struct gdb_engine *engine, struct gdb_process *gone);

#endif
