/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the kernel program and the engine share besides plans and records: the state of a task, and counters. */
#ifndef ENGINE_BPF_WIRE_H
#define ENGINE_BPF_WIRE_H

#include "scry/capture.h"

enum {
	TASK_LAUNCHING = 1, /* the launched child before its execve: it executes code of scry */
	TASK_FRESH =
		2, /* it may be in a call since before its tracing began: an exit without an entry means nothing */
	TASK_EXCLUDED = 4, /* not traced, whatever selects it: scry itself */
	TASK_SELF = 8, /* scry, which asks for the level of its PID namespace */
	TASK_FAULT = 16, /* the entry of its call could not read all memory */
	TASK_EXECUTED = 32, /* its call has replaced its memory */
};

enum task_call {
	CALL_OUTSIDE, /* in no call */
	CALL_WANTED,
	CALL_UNWANTED,
};

/* The state of a task. A task is traced if it has one without TASK_EXCLUDED. */
struct task_state {
	uint32_t flags; /* TASK_* */
	uint32_t call; /* enum task_call */
	uint32_t abi; /* of the current call: see PLAN_ABIS */
	uint32_t index; /* of the current call in the table of calls */
	uint64_t nr, entered; /* of the current call */
	uint64_t lost; /* records that did not fit into the ring since the last one that did */
	struct plan plan; /* what the current record captures */
	uint32_t slot, unused; /* the machine that captures it */
};

/*
 * A machine is needed only while a program runs, so that there are few, and not one for each task. (Since Linux 7, storage of a
 * task cannot have as many bytes.)
 */
struct machine_slot {
	uint32_t busy; /* 1: a program uses the machine */
	uint32_t unused;
	struct plan_machine machine;
};
#define SLOTS_OF_CPU 4u /* machines for each CPU, where one program can preempt another */

/* A call in the table of calls. */
struct call_entry {
	struct plan plan;
	uint32_t wanted;
	uint32_t
		descriptors; /* bit n: argument n is a descriptor; bit PLAN_ARGUMENTS: the result is one */
	uint32_t multiplexes; /* argument 0 selects the call: socketcall, ipc */
};

/* Counters of a call for -c. */
struct count_key {
	uint64_t nr; /* with the flag bit of its ABI */
	uint32_t abi;
	uint32_t error; /* errno; 0: the call succeeded */
	uint64_t selector; /* argument 0 of a call that multiplexes; 0 of others */
};
struct count {
	uint64_t n;
	uint64_t total_ns, min_ns, max_ns; /* from entry to exit */
};
#define COUNT_KEYS 16384u

/* What the iterator reports of a task that it selects. */
struct marked_task {
	uint32_t tid, tgid;
};

#define NETLINK_SEEN \
	1u /* .more of the record of a call: this and the protocol of a netlink socket; 0: none was seen */
/* .more of the record of a signal */
enum {
	SIGNAL_DELIVERED,
	SIGNAL_IGNORED, /* discarded, because the task ignores it */
	SIGNAL_MADE, /* made for the task; if it ends the task, it is not delivered */
};
/*
 * What a descriptor of the next record's call refers to (-y). .args: the descriptor, the mode and the number of the inode, the
 * magic number of its file system, and 1 if the file was removed. The names of the path follow, the last one first,
 * each with a NUL.
 */
enum { RECORD_NAME = 100 };
#define NAME_ROOM 4096u /* bytes of a path; a power of two */
#define NAME_BYTES 256u /* of a name, with its NUL */
#define SIGINFO_BYTES 48u /* of struct kernel_siginfo, which begins as siginfo_t does */
#define EXEC_PATH_BYTES 4096u
/*
 * Some of the strings with which a program begins: its arguments, or its environment. A chunk has them, each with a NUL; its
 * address is where they are in the new memory. .args: the number of all strings, where the first one begins, and
 * EXEC_*. A later record with the same start goes on.
 */
enum { RECORD_STRINGS = 101 };
enum {
	EXEC_ENVIRONMENT = 1, /* the strings are the environment */
	EXEC_INTERPRETED =
		2, /* the arguments of a script: the kernel has put its interpreter before them */
};
#define EXEC_PIECES 32u /* records of RECORD_STRINGS for each vector at most */

#endif
