/* SPDX-License-Identifier: MIT */
/* A call: its entry, its exit, and its changes. */
#ifndef ENGINE_GDB_CALLS_H
#define ENGINE_GDB_CALLS_H

#include "engine/gdb/gdb.h"

/* Whether a call returns from a signal handler: it writes all registers. */
static inline bool gdb_calls_is_sigreturn(enum syscall_id id)
{
	return id == ID_rt_sigreturn || id == ID_sigreturn;
}

/*
 * Begins the call nr: fills in an event from the registers at its entry. Returns false if scry does
 * not know such calls.
 */
bool gdb_calls_enter(struct gdb_tracee *tracee, const struct registers *registers, uint64_t nr,
		     struct event *event);
/*
 * Begins a call at this instruction pointer if it was not selected. The stub reports such calls
 * because other ABIs of the process have the number for another call. Returns false if it was
 * selected, or if scry does not know it.
 */
bool gdb_calls_skip(struct gdb_tracee *tracee, uint64_t ip, uint64_t nr);
/* Reads what the result of the current call is. */
bool gdb_calls_read_result(struct gdb_tracee *tracee, int64_t *result, bool *is_error);
/* Fills in an event of the exit of the current call. */
void gdb_calls_leave(struct gdb_tracee *tracee, int64_t result, bool is_error, struct event *event);
/* Whether the stub can change calls. */
bool gdb_calls_can_change(const struct gdb_engine *engine, const struct gdb_machine *machine);
/* Applies the verdict to a call at its entry. */
void gdb_calls_change(struct gdb_tracee *tracee, const struct verdict *verdict);
/* Says to the stub at which calls of a process it must stop. */
void gdb_calls_choose(struct gdb_engine *engine, struct gdb_process *process);
/* Says to the stub which signals it need not report. */
void gdb_calls_choose_signals(struct gdb_engine *engine);

#endif
