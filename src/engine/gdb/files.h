/* SPDX-License-Identifier: MIT */
/* Files of the machine on which the stub runs. */
#ifndef ENGINE_GDB_FILES_H
#define ENGINE_GDB_FILES_H

#include "engine/gdb/gdb.h"

/* Sets what decode and stacks can ask. */
void gdb_files_set_fetch(struct gdb_engine *engine);
/* Closes the file that is kept open: a new program has another /proc/PID/maps. */
void gdb_files_forget(struct gdb_engine *engine);
/* Reads a file of the stub's machine, up to max bytes. Returns false if there is none. */
bool gdb_files_read(struct gdb_engine *engine, const char *path, size_t max, struct buf *file);
/* Returns whether the process of the stub is this one: the program is a part of the stub. */
bool gdb_files_stub_is(struct gdb_engine *engine, pid_t pid);
/*
 * Gets the first argument of the call that a stopped thread is in from /proc on the stub's machine.
 */
bool gdb_files_first_argument(struct gdb_tracee *tracee, uint64_t nr, uint64_t *value);
/* Gets an object of qXfer, up to max bytes. Returns false if the stub has none. */
bool gdb_files_transfer(struct gdb_engine *engine, const char *object, const char *name, size_t max,
			struct buf *file);

#endif
