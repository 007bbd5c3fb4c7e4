/* SPDX-License-Identifier: MIT */
/* Numbers of signals. */
#ifndef ENGINE_GDB_SIGNALS_H
#define ENGINE_GDB_SIGNALS_H

#include "engine/gdb/gdb.h"

/* Convert the number of a signal in packets to that of the machine, and back. 0: there is none. */
int gdb_signal_from(const struct abi *abi, unsigned number);
unsigned gdb_signal_to(const struct abi *abi, int signal);

#endif
