/* SPDX-License-Identifier: MIT */
/*
 * Shared types: records, which the program of the bpf engine writes to its ring, and the chunks of
 * memory that follow them. A kind of record says which member of the union it has.
 *
 * This file is shared with BPF programs. All of it is in the byte order and the layout of the
 * machine that runs both sides.
 */
#ifndef SCRY_KERNEL_RECORD_H
#define SCRY_KERNEL_RECORD_H

#ifdef __bpf__
/* The C library's headers for the machine itself do not work for this target. */
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
#else
#include <stdint.h>
#endif

#define PLAN_ARGUMENTS 6u /* registers of a call */

enum record_kind {
	RECORD_NONE,
	/* .call */
	RECORD_ENTRY, /* the arguments of a call, and what the plan of its entry captured */
	RECORD_EXIT, /* its result, and what the plan of its exit captured */
	RECORD_MORE, /* chunks that belong to the next record of this thread */
	/* .signal */
	RECORD_SIGNAL,
	/* .task */
	RECORD_NEW, /* a thread was made; the names in .task are there if they are wanted */
	RECORD_TASK,
	/* .end */
	RECORD_END, /* a thread ends */
	/* .stop */
	RECORD_STOP, /* job control has stopped a thread: a group-stop */
	/* .exec */
	RECORD_EXEC, /* a thread has executed a program; a chunk may have the path of that */
	RECORD_PROGRAM, /* where it was loaded (-k): a chunk has the words of its auxiliary vector */
	RECORD_LEFT, /* the user may not see the task any more: guard.bpf.h */
	/* .strings */
	RECORD_STRINGS,
	/* .started */
	RECORD_STARTED,
	/* .name */
	RECORD_NAME, /* the names of a path follow, the last one first, each with a NUL */
	RECORD_DETAIL, /* a struct descriptor_detail follows (-yy); comes right after RECORD_NAME */
	/* .stack */
	RECORD_STACK,
	/* .network */
	RECORD_NETWORK,
	/* .request, .result */
	RECORD_REQUEST, /* the kernel has taken a request of io_uring from its ring */
	RECORD_RESULT, /* a request has a result */
	RECORD_KINDS,
};

/* Flags of a record of a call, a request or a result. */
enum {
	RECORD_FAULT = 1, /* memory could not be read that the call says is there */
	RECORD_LATE = 2, /* it has chunks with CHUNK_LATE */
	/* an exit without an entry: .time and the arguments are those at the exit */
	RECORD_NO_ENTRY = 4,
	/* memory was not read because the record or the plan was full: there are bounds for both */
	RECORD_CUT = 8,
	/* the exit of a thread that a SIGKILL ends: a ptrace engine sees no such exit */
	RECORD_DYING = 16,
	/* absent memory was made resident: what the record lacks cannot be read */
	RECORD_TOUCHED = 32,
	RECORD_SEEN = 64, /* the exit of a call in which the task was when scry attached to it */
	/* with RECORD_NO_ENTRY: the entry was seen, and the record is of both sides */
	RECORD_HELD = 128,
	/* with RECORD_NO_ENTRY: a seccomp filter has refused the call by SIGSYS */
	RECORD_NOT_RUN = 256,
};

/* A call. */
struct record_call {
	uint64_t args[PLAN_ARGUMENTS];
	int64_t result; /* sign-extended */
	uint64_t nr; /* the number of the call, with the flag bit of its ABI */
	uint64_t returned; /* ns, CLOCK_MONOTONIC; 0 unless asked for */
	union {
		uint64_t ip;
		/*
		 * an exit without RECORD_NO_ENTRY: the CPU time of the call, if that is asked for
		 */
		uint64_t cpu_ns;
	};
	union {
		uint64_t sp;
		/* RECORD_HELD: the CPU time of the call, if that is asked for */
		uint64_t held_cpu_ns;
	};
	uint16_t netlink; /* the protocol of a netlink socket that the plan asked for, + 1; 0: none */
	uint16_t events; /* the number of a descriptor of events, + 1 (EVENT_DESCRIPTORS); 0: none */
	uint32_t names; /* bit n: name n that the engine keeps of the task holds at this record */
};

#define SIGINFO_BYTES 48u /* of struct kernel_siginfo, which begins as siginfo_t does */

enum signal_how {
	SIGNAL_DELIVERED,
	SIGNAL_IGNORED, /* discarded, because the task ignores it */
	SIGNAL_MADE, /* made for the task, which it ends: it is not delivered */
};

struct record_signal {
	int32_t number;
	uint32_t how; /* enum signal_how */
	uint64_t ip;
	uint64_t siginfo[SIGINFO_BYTES / 8];
};

#define TASK_COMM_BYTES 16u
#define TASK_LEVELS 4u
/* A struct pid_namespace has more than 64 bytes, and a number 22 bits (PID_MAX_LIMIT). */
#define TASK_NUMBER_BITS 22
#define TASK_LEVEL(space, number) ((uint64_t)(space) >> 6 << TASK_NUMBER_BITS | (number))

/*
 * The command name of a task, its real user, and its numbers in PID namespaces. It comes before the
 * first event of a task, and before the first one after the name has changed, or the user or the
 * parent if those are wanted.
 */
struct record_task {
	uint64_t comm[TASK_COMM_BYTES / 8]; /* padded with zeros */
	/*
	 * A word for each PID namespace of the task below that of scry, its own first, TASK_LEVELS
	 * at most: TASK_LEVEL(the address of the namespace in the kernel, the number there); 0: no
	 * more.
	 */
	uint64_t levels[TASK_LEVELS];
	uint32_t user; /* by its number in the initial user namespace */
	uint32_t parent; /* the process, if parents are wanted; 0: it has no number here */
	uint32_t maker; /* RECORD_NEW: the thread that has made this one */
	/* 1: another task may have given the name, and the record does not begin a tracee */
	uint32_t renamed;
};

struct record_end {
	int32_t status; /* as of waitpid(2) */
};

struct record_stop {
	int32_t signal;
};

/*
 * A thread executes a program, or loses its rights to be seen by that. The kernel may have given it
 * the number of its leader.
 */
struct record_exec {
	uint32_t former; /* its number before */
};

enum {
	EXEC_ENVIRONMENT = 1, /* the strings are the environment */
	/* The arguments of a script: the kernel has put its interpreter before them. */
	EXEC_INTERPRETED = 2,
};

/*
 * Some of the strings with which a program begins: its arguments, or its environment. A chunk has
 * them, each with a NUL; its address is where they are in the new memory. A later record with the
 * same start goes on.
 */
struct record_strings {
	uint32_t former; /* as in struct record_exec */
	uint32_t how; /* EXEC_* */
	uint64_t count; /* the number of all strings */
	uint64_t start; /* where the first one begins */
};

/* The task has executed a program that scry waits for (--wait), and is traced from now on. */
struct record_started {
	uint64_t comm[TASK_COMM_BYTES / 8]; /* 15 bytes and zeros */
	uint64_t file[TASK_COMM_BYTES / 8]; /* the name of the file of the program, likewise */
};

/* Instead of a descriptor: the file of the program that the task has executed (RECORD_PROGRAM). */
#define NAME_OF_PROGRAM (-101)

enum {
	NAME_REMOVED = 1, /* the file was removed, or never was in a directory */
	NAME_CUT = 2, /* the path is longer than the program follows it: it is not known */
	NAME_ONCE = 4, /* the name holds for this call only: the engine does not keep it */
	NAME_LATE = 256, /* the plan of the entry has found the descriptor at the exit */
};

/* What a descriptor refers to (-y). Such records come before the record that needs them. */
struct record_name {
	int32_t fd;
	uint32_t mode; /* of the inode */
	uint64_t inode; /* its number */
	uint64_t magic; /* of its file system */
	uint32_t flags; /* NAME_* */
	/*
	 * enum record_kind: the first record of the call or the request that needs it. An exit
	 * without an entry counts as RECORD_ENTRY.
	 */
	uint32_t of;
	uint32_t former; /* NAME_OF_PROGRAM: as in struct record_exec */
	uint32_t unused;
};

/* Registers that a function saves. */
struct saved_registers {
	uint64_t bx, bp, r12, r13, r14, r15;
};

/*
 * A piece of the stack of a task (-k), and registers, before the record of a call or a signal. A
 * chunk has the memory, which begins at the stack pointer.
 */
struct record_stack {
	struct saved_registers saved;
	uint64_t di; /* has the return address in vfork(3) */
	uint64_t cs, ip, sp;
	uint32_t of; /* enum record_kind: the record that comes next */
	uint32_t goes_on; /* 1: the memory goes on where that of the record before ends */
};

/*
 * The network namespace of a task. It comes before the first call of the task that may have numbers
 * of interfaces, and before the first one after the task has entered another namespace.
 */
struct record_network {
	uint64_t cookie; /* SO_NETNS_COOKIE, which is never used again */
};

/* Members of an SQE that are arguments for plans: indexes of .args. */
enum request_register {
	REQUEST_FD,
	REQUEST_ADDR,
	REQUEST_LEN,
	REQUEST_OFF,
	REQUEST_OP_FLAGS,
	REQUEST_ADDR3,
};

/* .traits of a request or of its result. */
enum {
	RESULT_WORKER = 1,
	RESULT_POLLED = 2,
	RESULT_SQPOLL = 4,
	RESULT_LINKED = 8,
	RESULT_DEFERRED = 16,
	RESULT_LINK_FAILED = 32,
	RESULT_OVERFLOW = 64,
	RESULT_SILENT = 128, /* the request has no result, and this record says that it is over */
	/* It may have several results, which are descriptors: for the program alone. */
	RESULT_SEVERAL = 256,
};

/* A request of io_uring. */
struct record_request {
	uint64_t args[PLAN_ARGUMENTS]; /* by enum request_register */
	uint64_t user_data;
	uint64_t ring; /* the address of the ring in the kernel */
	uint64_t after; /* RESULT_LINKED: the user_data of the request that it is linked to */
	uint64_t buffer_and_file; /* the word of the SQE behind user_data */
	uint32_t operation; /* the first four bytes of the SQE */
	int32_t ring_fd; /* -1: not known */
	uint32_t traits; /* RESULT_* */
	uint32_t names; /* as in struct record_call */
};

/* Its result. */
struct record_result {
	uint64_t args[PLAN_ARGUMENTS]; /* of the request */
	int64_t result;
	uint64_t user_data;
	uint64_t ring; /* as in struct record_request */
	uint32_t opcode;
	uint32_t flags; /* of the CQE */
	uint64_t unused;
	uint32_t traits; /* RESULT_* */
	uint32_t names; /* as in struct record_call */
};

/* What the kernel reports. 128 bytes; chunks follow, or what the kind says. */
struct bpf_record {
	uint32_t len; /* bytes, with this header and what follows */
	uint8_t kind; /* enum record_kind */
	uint8_t abi; /* of a call, a request or a result: the index of the ABI: see PLAN_ABIS */
	uint16_t flags; /* RECORD_* */
	uint32_t tid, tgid; /* in the initial PID namespace */
	/*
	 * ns, CLOCK_MONOTONIC. A call: when it began; 0 unless asked for. Some records without an
	 * event: 0.
	 */
	uint64_t time;
	/* records of this thread that did not fit into the ring since its previous one */
	uint64_t lost;
	union {
		struct record_call call;
		struct record_signal signal;
		struct record_task task;
		struct record_end end;
		struct record_stop stop;
		struct record_exec exec;
		struct record_strings strings;
		struct record_started started;
		struct record_name name;
		struct record_stack stack;
		struct record_network network;
		struct record_request request;
		struct record_result result;
	};
};
_Static_assert(sizeof(struct bpf_record) == 128, "a record has a fixed size");

/*
 * Plans and the program use .call.args, .call.result and .call.names for requests and results, too.
 * A plan of an entry, and so that of a request, uses no result.
 */
#define RECORD_SAME(kind, member)                                           \
	_Static_assert(__builtin_offsetof(struct record_##kind, member) ==  \
			       __builtin_offsetof(struct record_call, member), \
		       "." #kind "." #member " lies where .call." #member " does")
RECORD_SAME(request, args);
RECORD_SAME(request, names);
RECORD_SAME(result, args);
RECORD_SAME(result, result);
RECORD_SAME(result, names);
#undef RECORD_SAME

/* Chunks. */

enum {
	CHUNK_FAULT = 1, /* the byte at .address could not be read; .len is 0 */
	CHUNK_LATE = 2, /* read at the exit of the call by the plan of its entry */
};

/* Memory of the tracee. 16 bytes; .len bytes follow, and padding up to a multiple of 8. */
struct plan_chunk {
	uint64_t address;
	uint32_t len; /* bytes, without padding */
	uint32_t flags; /* CHUNK_* */
};

#endif
