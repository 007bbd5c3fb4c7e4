/* SPDX-License-Identifier: MIT */
/* The registers of a stopped tracee. */
#ifndef ENGINE_REGISTERS_H
#define ENGINE_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

struct abi;

/* At the entry or the exit of a call of that ABI: sets an argument of the call. */
bool registers_set_argument(pid_t tid, const struct abi *abi, unsigned index, uint64_t value);
/* All general registers of a stopped tracee. False: it was killed. */
bool registers_get(pid_t tid, struct user_regs_struct *registers);
bool registers_set(pid_t tid, const struct user_regs_struct *registers);
/*
 * Changes the registers of a tracee at the exit of a call: with them the tracee executes its instruction again, and so
 * makes the call nr of that ABI with three arguments.
 */
void registers_prepare_call(struct user_regs_struct *registers, const struct abi *abi, int64_t nr,
			    const uint64_t args[3]);
/* With these registers the tracee makes its call, of that number, once more. */
void registers_prepare_restart(struct user_regs_struct *registers, int64_t nr);
/* True if the tracee stopped when its call failed with EINTR. *nr: the number of the call. */
bool registers_interrupted_call(const struct user_regs_struct *registers, int64_t *nr);
/* True if the kernel will resume the call of the tracee by restart_syscall(2). *nr: the number of the call. */
bool registers_resumable_call(const struct user_regs_struct *registers, int64_t *nr);
/* result: -errno for an error. */
void registers_set_result(struct user_regs_struct *registers, int64_t result);
uint64_t registers_stack_pointer(const struct user_regs_struct *registers);

#endif
