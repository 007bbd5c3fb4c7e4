/* SPDX-License-Identifier: MIT */
/* Vocabulary: one system call of one tracee, from its entry to its exit. */
#ifndef SCRY_CALL_H
#define SCRY_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "scry/abi.h"

struct syscall;

#define CALL_ARGS 6

struct call {
	const struct abi *abi;	/* of the entry: an exit has the ABI of its entry */
	uint64_t nr;		/* as the tracee gave it, nr_flag included */
	uint16_t id;		/* enum syscall_id; 0: unknown number */
	bool raw;		/* -e raw: shown as numbers */
	bool args_unread;	/* decode_resolve(): they are in memory that cannot be read */
	bool returned;		/* the result below holds, */
	bool is_error;		/* -errno came back */
	bool injected_args : 1, injected_result : 1, delayed : 1;	/* -e inject did that */
	const struct syscall *row;	/* NULL: no row */
	const char *name;	/* "openat"; NULL: unknown number */
	uint64_t args[CALL_ARGS];
	uint64_t ip;		/* instruction pointer at the entry */
	uint64_t sp;		/* stack pointer at the entry */
	int64_t result;		/* as the register has it, sign-extended: -2 for ENOENT */
	struct timespec entered;	/* CLOCK_REALTIME */
	uint64_t entered_ns;	/* CLOCK_MONOTONIC */
	uint64_t returned_ns;
};

#endif
