/* SPDX-License-Identifier: MIT */
/* The general registers of a stopped thread. */
#ifndef ENGINE_GDB_REGISTERS_H
#define ENGINE_GDB_REGISTERS_H

#include "engine/gdb/gdb.h"

/* Gets one register. Returns false if the stub does not know requests for one register. */
bool gdb_registers_ask(struct gdb_tracee *tracee, unsigned index, uint64_t *value);
/* Sets one register. Returns false if that is impossible. */
bool gdb_registers_write(struct gdb_tracee *tracee, unsigned index, uint64_t value);

/*
 * Reads the general registers of a stopped thread, once for each stop. Returns false if that is
 * impossible.
 */
bool gdb_registers_read(struct gdb_tracee *tracee, struct registers *registers);
/*
 * Takes the instruction pointer from the digits of a register. Returns false if the register is
 * another one.
 */
bool gdb_registers_take_ip(const struct gdb_machine *machine, unsigned number, const char *digits,
			   size_t len, uint64_t *ip);
/* Returns the instruction pointer; 0: it cannot be read. */
uint64_t gdb_registers_read_ip(struct gdb_tracee *tracee);

#endif
