/* SPDX-License-Identifier: MIT */
/* The call of a stopped tracee in its registers. */
#ifndef ENGINE_STOPPED_CALL_H
#define ENGINE_STOPPED_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/arch.h"

/* The general registers of a stopped tracee, and where its call is in them. */
struct stopped_call {
	const struct call_registers *at;
	struct registers registers;
	/*
	 * the number that the machine shows elsewhere, -1: none. See arch.number_shown, arch.kept
	 */
	int64_t shown;
	uint64_t kept; /* the argument that arch.kept.error shows */
};

/*
 * Reads the registers of a tracee in a call of that ABI. abi NULL: of the ABI that the process was
 * built for. Returns false with errno set: ESRCH if the tracee was killed, ENOSYS if scry does not
 * know such registers.
 */
bool stopped_call_read(struct stopped_call *call, pid_t tid, const struct abi *abi);
bool stopped_call_write(const struct stopped_call *call, pid_t tid);

/*
 * At the entry: changes the number, which may be -1, or an argument. Return false with errno set,
 * ENOSYS if the kernel has no means.
 */
bool registers_set_number(pid_t tid, const struct abi *abi, int64_t nr);
bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value);
/*
 * At the entry: reads the arguments that the ABI passes in memory (abi.stack_args) into args; sp is
 * the stack pointer. Leaves args if that memory cannot be read.
 */
void registers_read_stack_args(pid_t tid, const struct abi *abi, uint64_t sp,
			       uint64_t args[CALL_ARGS]);
/*
 * At the exit: changes an argument back in the registers that the tracee sees, unless the result or
 * the mark of an error is there now.
 */
void registers_restore_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value);
/* Returns whether a result that is set at the entry of a skipped call stays. */
bool registers_can_preset(pid_t tid, const struct abi *abi);
/* result: -errno for an error. At the entry of a call that is skipped, the result stays. */
bool registers_set_result(pid_t tid, const struct abi *abi, int64_t result);

/*
 * Changes the registers of a tracee at the exit of a call: with them the tracee executes its
 * instruction again, and so makes the call nr with three arguments, and 0 for the others: prctl(2)
 * looks at all of them.
 */
void stopped_call_prepare(struct stopped_call *call, int64_t nr, const uint64_t args[3]);
/*
 * At the entry of the call that stopped_call_prepare() has prepared: makes it the call nr, if the
 * registers alone cannot, because the instruction has a number in itself. Returns false with errno
 * set.
 */
bool stopped_call_is_made(const struct stopped_call *call, pid_t tid, const struct abi *abi,
			  int64_t nr);
/* With these registers the tracee makes its call, of that number and first argument, once more. */
void stopped_call_restart(struct stopped_call *call, int64_t nr, uint64_t first_argument);
/* The number of the call that the tracee is in; -1: none. */
int64_t stopped_call_number(const struct stopped_call *call);
/* -errno for an error. */
int64_t stopped_call_result(const struct stopped_call *call);
void stopped_call_set_result(struct stopped_call *call, int64_t result);
uint64_t stopped_call_stack_pointer(const struct stopped_call *call);

#endif
