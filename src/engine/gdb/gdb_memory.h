/* SPDX-License-Identifier: MIT */
/* The memory of a tracee. */
#ifndef ENGINE_GDB_MEMORY_H
#define ENGINE_GDB_MEMORY_H

#include "engine/gdb/gdb.h"

/* Forgets what was read: the tracee runs on. */
void gdb_memory_forget(struct gdb_engine *engine);
size_t gdb_memory_read(void *ctx, uint64_t address, void *buf, size_t len);
size_t gdb_memory_read_string(void *ctx, uint64_t address, void *buf, size_t len);
/* Reads the memory at these addresses in one exchange, so that it is there when decode asks. */
void gdb_memory_prepare(struct gdb_tracee *tracee, const uint64_t *addresses, size_t n);
size_t gdb_memory_write(struct gdb_tracee *tracee, uint64_t address, const void *bytes, size_t len);

#endif
