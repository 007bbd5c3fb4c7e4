/* SPDX-License-Identifier: MIT */
/*
 * The structs of the gdb engine, which traces by the remote protocol of GDB. doc/engine-gdb.md
 * describes it.
 */
#ifndef ENGINE_GDB_GDB_H
#define ENGINE_GDB_GDB_H

#include "engine/gdb/description.h"
#include "engine/gdb/link.h"
#include "engine/process/signals.h"
#include "scry/engine.h"

/* What a stub can do: its reply to qSupported. */
struct gdb_features {
	bool multiprocess, non_stop, no_acks, thread_events, fork_events, vfork_events, exec_events;
	bool catches_calls, passes_signals, siginfo, auxv, descriptions, resumes_threads;
	bool environment, environment_reset, shell, randomization;
	size_t packet_size; /* the maximum length of a packet that it takes */
};

/* What /proc/PID of the stub's machine is. */
enum gdb_names {
	NAMES_UNKNOWN, /* not looked at yet */
	NAMES_NONE, /* not that of the process: it is not asked */
	NAMES_OF_PROCESS, /* that of the process */
	/*
	 * that of the stub, of which the program is a part (user mode of qemu): only descriptors
	 * are those of the program
	 */
	NAMES_OF_STUB,
};

struct gdb_process {
	struct gdb_process *next;
	pid_t pid;
	const struct gdb_machine *machine;
	enum gdb_names names;
	size_t n_tracees;
	size_t n_threads; /* at the start */
	bool is_gone; /* it has ended, and is freed with its last tracee */
};

enum gdb_stage {
	GDB_OUTSIDE, /* between two calls */
	GDB_IN_CALL,
	GDB_IN_EXEC, /* execve has succeeded, and its return comes next */
};

struct gdb_tracee {
	struct tracee base;
	struct gdb_engine *engine;
	struct gdb_process *process;
	enum gdb_stage stage;
	bool is_stopped;
	bool is_ended; /* the event of its end is in the queue */
	bool has_next_stop; /* it has stopped again, and that stop waits */
	bool want_exit, set_result, is_error; /* of the current call: as in struct verdict */
	/* what the stub said at the entry of the current call: "syscall_return" */
	bool entry_returns;
	const struct abi *abi; /* of the current call */
	uint64_t nr;
	uint64_t ip;
	uint64_t args[CALL_ARGS];
	int64_t result; /* to be set at its exit */
	uint64_t due_ns; /* the tracee stays stopped until then; 0: it does not */
	int due_signal; /* that it gets then */
};

/* What becomes of the tracee when its event is over. */
enum gdb_after {
	GDB_STAYS, /* another event of it follows, or nothing */
	GDB_RESUMES,
	GDB_GOES, /* it is forgotten */
};

struct gdb_queued {
	struct event event;
	enum gdb_after after;
};

/* The replies that are still to come, in their order. */
enum gdb_owed {
	OWED_REPLY, /* gdb_ask_reply() returns it */
	OWED_NOTHING, /* the reply does not matter */
	OWED_SELECTION, /* of "H" */
	OWED_STOP, /* all-stop: the program runs, and the reply is its next stop */
	OWED_NEXT_STOP, /* of "vStopped" */
};

#define GDB_OWED_MAX 256

/*
 * Memory that was read at the current stop: blocks of this size, whose addresses are multiples of
 * it.
 */
#define GDB_BLOCK 512u
#define GDB_BLOCKS 256

struct gdb_block {
	uint64_t address;
	bool is_readable;
	unsigned char bytes[GDB_BLOCK];
};

/* Whether the instruction before an address makes calls of another ABI than the process has. */
#define GDB_SEEN 1024
struct gdb_seen {
	uint64_t ip;
	pid_t pid;
	bool is_other;
};

/* Sockets by their inodes. */
#define GDB_SOCKETS 64
struct gdb_socket {
	uint64_t inode;
	int protocol; /* of netlink; -1: it is another socket */
};

/*
 * Whether the register of the result says that a call begins: struct call_registers, .marks_entry.
 * An emulator may not do that.
 */
enum gdb_marks { MARKS_UNKNOWN, MARKS_ARE_SET, MARKS_ARE_NOT_SET };

struct gdb_engine {
	struct engine base;
	struct gdb_link link;
	struct gdb_features features;
	struct gdb_machine *machines; /* a list */
	struct gdb_process *processes; /* a list */
	const struct gdb_machine *machine; /* that of the first process */
	struct signals given; /* the signals that scry was started with */
	bool non_stop; /* each thread stops for itself */
	bool is_emulator; /* the program is a part of the stub: user mode of qemu */
	pid_t selected; /* the thread of "Hg"; 0: none */
	bool selection_failed;
	bool lacks_single; /* the stub does not know "p", which gets one register */
	enum gdb_owed owed[GDB_OWED_MAX]; /* a ring */
	unsigned owed_first, n_owed;
	bool has_note; /* a notification came, and its further stops were not asked for */
	bool is_running; /* all-stop: it is, and its next stop is owed */
	struct buf *stops; /* replies and notifications that were not dealt with: a ring */
	size_t stops_first, n_stops, stops_capacity;
	struct gdb_queued *queue;
	size_t queue_begin, queue_end, queue_capacity;
	enum gdb_after after; /* of the event that next() has returned */
	struct gdb_block *blocks;
	unsigned n_blocks;
	pid_t blocks_of; /* the thread at whose stop they were read */
	struct fetch_ops fetch_ops;
	struct gdb_socket sockets[GDB_SOCKETS];
	struct buf interfaces; /* lines with the index and the name of each */
	uint64_t interfaces_ns; /* when they were read; 0: not yet */
	pid_t interfaces_of; /* in whose network namespace they are */
	bool files_tried, files_there; /* vFile */
	char *file_path; /* the file that is open for the stacks of file(); NULL: none is */
	int64_t file_fd; /* its number at the stub */
	struct registers registers; /* of the current stop of a thread */
	pid_t registers_of; /* that thread; 0: none */
	struct gdb_seen seen[GDB_SEEN];
	enum gdb_marks marks;
	bool lacks_first; /* a first argument is unknown, and a message has said so */
	pid_t command; /* the process whose status is that of scry; 0: none */
	int command_status;
	size_t n_delayed;
	unsigned n_strange_ends; /* of processes that are not known, or have ended before */
	bool stopping; /* stop() was called */
	bool over; /* nothing more is reported but what is in the queue */
	bool failed;
	bool timer_on;
	int interrupted_by;
};

static inline struct gdb_engine *gdb_of(struct engine *engine)
{
	return (struct gdb_engine *)engine;
}

#endif
