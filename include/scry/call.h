/* SPDX-License-Identifier: MIT */
/* Shared types: one system call of one tracee, from its entry to its exit. */
#ifndef SCRY_CALL_H
#define SCRY_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "scry/abi.h"
#include "scry/request.h"

struct syscall;

#define CALL_ARGS 6
#define ERRNO_MAX 4095 /* Linux reports errors as results from -4095 to -1. */
#define ERROR_NOT_RUN 4096u /* stands for the error of a call that did not run */

struct call {
	const struct abi *abi;	/* the ABI at the entry; it holds for the exit too */
	/* the number that the tracee passed, with the flag bits of its ABI */
	uint64_t nr;
	uint16_t id;		/* enum syscall_id; 0: unknown number */
	bool raw;		/* -e raw: arguments are shown as numbers */
	bool args_unread;	/* decode_resolve() could not read the arguments from memory */
	/* the call has returned: is_error, result and returned_ns are valid */
	bool returned;
	bool is_error;		/* the call failed: call_errno() */
	/*
	 * it failed because a seccomp filter has refused it by SIGSYS. The result is what the
	 * register had before: the number of the call or its first argument
	 */
	bool not_run;
	/* a multiplexer stores the result of the call at result_at instead of returning it */
	bool result_stored;
	bool result_unread;	/* the result is in memory that cannot be read */
	/* the register has the 32 bits of the result without its sign: CALL_ERRNO_32 */
	bool errno_32;
	/* changes made by -e inject */
	bool injected_args : 1, injected_result : 1, delayed : 1;
	/* --try-policy: what the profile does to the call ("EPERM"); NULL: it allows it */
	const char *denied;
	/* NULL: a system call; else .nr is the number of an operation of io_uring */
	const struct request *request;
	const struct syscall *row;	/* NULL: the table has no row for the call */
	const char *name;	/* "openat"; NULL: unknown number */
	/* restart_syscall: the call that it resumes; NULL: the engine does not know it */
	const char *resumed;
	uint64_t args[CALL_ARGS];
	uint64_t ip;		/* instruction pointer at the entry */
	uint64_t sp;		/* stack pointer at the entry */
	int64_t result;		/* the result register, sign-extended: -2 for ENOENT */
	uint64_t result_at;
	struct timespec entered;	/* CLOCK_REALTIME */
	uint64_t entered_ns;	/* CLOCK_MONOTONIC */
	uint64_t returned_ns;	/* CLOCK_MONOTONIC */
	/*
	 * --sample: the number of selected calls that this one counts for; 0: all calls are shown;
	 * or:
	 */
	uint32_t stands_for;
#define STANDS_FOR_UNKNOWN UINT32_MAX	/* a recording of a part of the calls, which does not say how large the part was then */
};

/* Returns how many calls a call counts for: 1 if that is not known. */
static inline uint64_t call_stands_for(const struct call *call)
{
	return call->stands_for && call->stands_for != STANDS_FOR_UNKNOWN ? call->stands_for : 1;
}

/* Returns the errno of a call that failed; ERROR_NOT_RUN: it did not run. */
static inline unsigned call_errno(const struct call *call)
{
	return call->not_run ? ERROR_NOT_RUN : (unsigned)-call->result;
}

/* Whether the register of the result has -errno. */
static inline bool call_has_errno(const struct call *call)
{
	return call->is_error &&
	       (!call->not_run || (call->result < 0 && call->result >= -ERRNO_MAX));
}

/* n calls took total_ns, and each of them min_ns to max_ns. */
struct call_times {
	uint64_t n;
	struct call_time {
		uint64_t total_ns, min_ns, max_ns;
	} wall, system;		/* from entry to exit; CPU time in the kernel */
};

#endif
