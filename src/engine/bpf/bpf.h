/* SPDX-License-Identifier: MIT */
/* The state of the bpf engine and of its tracees. */
#ifndef ENGINE_BPF_BPF_H
#define ENGINE_BPF_BPF_H

#include "engine/bpf/kernel/wire.h"
#include "engine/bpf/ring.h"
#include "engine/process/limits.h"
#include "engine/process/signals.h"
#include "scry/engine.h"
#include "scry/plan.h"
#include "scry/util.h"

struct bpf_stacks;
struct drain;
struct hold;
struct engine_program;

/* What RECORD_TASK says of a thread, and may be another thing at its next event. */
struct bpf_name_and_user {
	char comm[TASK_COMM_BYTES + 1]; /* "": not known */
	uint32_t user; /* the real user, if .comm is known and the config asks for users */
	pid_t parent; /* the same of the parent; 0: it has no number in the PID namespace of scry */
};

/* What RECORD_TASK says of a thread. */
struct bpf_identity {
	bool known;
	struct bpf_name_and_user now; /* as of the last record */
	uint64_t levels[TASK_LEVELS]; /* as in the record */
};

/* A network interface that was seen. */
struct bpf_interface {
	uint64_t network; /* the cookie of its namespace; 0: the place is free */
	int index;
	char name[16]; /* IFNAMSIZ */
};

#define BPF_INTERFACES 256 /* a power of two */

/* Which stack of a tracee an event has. */
enum bpf_stack_side {
	BPF_STACK_CALL, /* that of the entry of the current call */
	BPF_STACK_SIGNAL,
	BPF_STACK_SIDES,
	BPF_STACK_NONE = BPF_STACK_SIDES,
};

/* A thread that the program traces. */
struct bpf_tracee {
	struct tracee base;
	struct bpf_engine *engine;
	struct chunks entry; /* captured at the entry of the current call */
	struct chunks late; /* captured at its exit by the plan of the entry */
	struct chunks exit; /* captured at its exit, with what is in late */
	/* captured when a request of io_uring was taken, and when it had its result */
	struct chunks request, result;
	struct chunks more, more_late; /* of parts that come before their record */
	struct bpf_record held; /* the entry of the current call, while in_call is CALL_HELD */
	struct bpf_name_and_user held_now; /* the command name and the user at that entry */
	struct bpf_identity identity;
	uint64_t network; /* the cookie of its network namespace; 0: unknown */
	enum bpf_call {
		CALL_NONE,
		CALL_HELD, /* the entry waits for memory that is read at the exit */
		CALL_REPORTED, /* EVENT_ENTER was reported, and EVENT_EXIT is wanted */
		CALL_REFUSED, /* EVENT_ENTER was reported, and EVENT_EXIT is not wanted */
	} in_call;
	/* Of the command: whether it has called execve. */
	enum { LAUNCH_DONE, LAUNCH_BEGINS, LAUNCH_CALLED } launch;
	struct bpf_names { /* what descriptors refer to */
		struct bpf_name {
			int fd;
			mode_t mode;
			uint64_t inode;
			bool removed;
			char *path; /* malloc'ed; NULL: /proc shows another text than the program */
			struct descriptor_detail *detail; /* malloc'ed; NULL: none */
		} * list; /* names with NAME_ONCE, of the current call */
		size_t n, capacity;
		bool next; /* they are those of the next call */
		bool lost; /* records were lost since the last call began */
		bool lacks; /* those may have been names of the current call */
		struct bpf_name *kept; /* NAMES_KEPT; NULL: none was reported */
		uint32_t held; /* bit n: kept[n] holds in the current call */
		/*
		 * The last n_requested names of the list belong to a request of io_uring: the last
		 * one, or if that was reported, the next one.
		 */
		size_t n_requested;
		bool requested; /* it was reported */
		uint32_t held_by_request; /* as .held */
		struct bpf_name *last; /* the name to which a detail belongs; NULL: none */
	} names;
	struct bpf_stacks *stacks; /* NULL: none was reported */
	struct bpf_strings *strings; /* of the program that it executes; NULL: none */
	enum {
		LATE_NOT, /* the exit of the current call has not run the plan of its entry */
		LATE_READ, /* it has, because the entry could not read all memory */
		LATE_FAULT, /* it has, and the call failed with EFAULT */
		LATE_REFUSED, /* there was no entry, because a seccomp filter refused the call */
	} late_plan;
	/* its call began before it was attached to, and no program has reported the entry */
	bool is_seen;
	bool is_touched; /* its exit made absent memory resident: what is missing cannot be read */
	uint64_t system_ns; /* CPU time in all its calls */
	uint16_t netlink, events; /* of its current call: as in struct record_call */
	/* Signals that it ignores, which are reported after its current call. */
	struct bpf_record *ignored;
	size_t n_ignored, ignored_capacity;
	/* The signal that ends it, which is not delivered; .kind 0: none. */
	struct bpf_record made;
	enum bpf_stack_side made_stack;
	bool is_incomplete; /* a value of the current call is shown as not captured */
	bool is_cut; /* the current call has more data than is captured of one call */
	/* it had no END when the engine last looked, and the task is a zombie or does not exist */
	bool is_gone;
	bool is_released; /* let go: records that the ring still has mean nothing */
	uint64_t released_ns; /* when that was, by CLOCK_MONOTONIC */
	bool is_refused; /* --wait: its program has another name */
	/* it has ended, and its end may turn out to be that of a superseded leader */
	bool is_ended;
	struct bpf_record end; /* that end */
};

enum bpf_event_memory {
	MEMORY_NONE,
	MEMORY_ENTRY, /* an entry reads what was captured at the entry, and what was read late */
	MEMORY_EXIT, /* an exit reads first what was captured at the exit */
	MEMORY_REQUEST, /* a request of io_uring reads what was captured when it was taken, */
	MEMORY_RESULT, /* ... or when it had its result */
	MEMORY_LIVE, /* the tracee is blocked in the call: its own memory is read, and /proc */
};

/* -c: a call that has not returned. */
struct unfinished_call {
	struct count_key key;
	struct count count;
};

/* An event that waits to be reported. */
struct bpf_queued {
	struct event event;
	enum bpf_event_memory memory;
	enum bpf_stack_side stack;
	struct bpf_name_and_user now; /* of the tracee at the event */
	struct request request; /* MEMORY_REQUEST, MEMORY_RESULT */
};

enum bpf_run {
	BPF_RUNNING,
	BPF_RELEASED, /* nothing is traced any more; scry waits for the end of the command */
	BPF_STOPPING, /* the programs are detached; what the ring has is reported, then scry ends */
};

struct bpf_engine {
	struct engine base;
	struct engine_program *program;
	/*
	 * the socket of scry-capture, which has loaded the program; -1: scry has loaded it itself
	 */
	int lender;
	pid_t lender_pid; /* 0: none */
	bool has_warned_of_left; /* that a process has left the trace */
	struct buf under_way; /* -c: struct unfinished_call of tracees that were let go */
	struct buf marked; /* what scry-capture has marked for -p: struct marked_task */
	struct ring ring;
	struct drain *drain; /* the thread that empties the ring; NULL: next() does that */
	/* The thread that stops tasks while the ring is nearly full; NULL: none does. */
	struct hold *hold;
	int poll_fd;
	struct signals given; /* signals and limits for the command */
	struct limits given_limits;
	pid_t command; /* 0: none */
	bool is_loaded; /* before start() */
	bool command_collected;
	bool reader_ended; /* config->wait_for was collected */
	unsigned long command_end; /* the position in the ring after its last record */
	int command_status; /* of waitpid(2) */
	int failure_fd; /* what the command's process could not do; -1: none */
	bool failed; /* the command could not be executed */
	/*
	 * The tracees of the ptrace engine, beside which this one runs: see beside.h. NULL: this
	 * engine runs alone, waits for records, and looks for the end of the command.
	 */
	const struct tracee_table *others;
	int interrupted_by; /* the signal that ends scry; 0: none */
	bool command_got_signal; /* interrupted_by was delivered to the command as well */
	enum bpf_run run;
	bool is_detached; /* the command has ended: the programs make no more records */
	struct bpf_queued *queue;
	size_t queue_begin, queue_end, queue_capacity;
	enum bpf_event_memory memory; /* of the current event */
	enum bpf_stack_side stack_side; /* of it */
	struct bpf_interface interfaces[BPF_INTERFACES];
	struct request request; /* what it is about, if it is one */
	struct bpf_name_and_user now; /* of its tracee */
	struct bpf_ended *ended; /* the tracees that ended last; NULL: none */
	enum chunks_end read_end; /* why the last read of memory ended */
	/* bytes of late memory that were read since fetch_ops.late() was called */
	size_t read_late;
	struct fetch_ops fetch_ops;
	struct fetch_ops live_ops; /* with MEMORY_LIVE */
	const struct abi *const *abis; /* abi_of_machine() */
	size_t n_abis;
	int64_t real_offset_ns; /* CLOCK_REALTIME - CLOCK_MONOTONIC, as scry reads them */
	int64_t clocks_apart_ns; /* CLOCK_MONOTONIC as scry reads it - that of records: clock.h */
	/*
	 * the time of the event that was queued last, by the clock of records; 0: none had a time
	 * yet
	 */
	uint64_t queued_ns;
	/* When the engine last searched for tracees that have ended without a record. */
	uint64_t looked_ns;
	/* The time until the next search, if no record comes and none was lost. */
	uint64_t look_after_ns;
	bool timer_on; /* set_timer() */
	unsigned n_read; /* records that next() has read */
	uint64_t now_ns; /* of forget_released() */
	uint64_t idle_ns; /* when next() returned IDLE although records came */
	bool had_records; /* since it last thought of a search */
	uint64_t n_incomplete; /* calls with values that were not captured */
	uint64_t n_records[RECORD_KINDS]; /* that the ring has had, by kind */
	enum {
		INTERRUPT_AS_GIVEN, /* ^C does what -I says */
		INTERRUPT_ASKS, /* the first ^C is answered with a message, */
		INTERRUPT_ENDS, /* ... and the second one ends scry */
	} interrupts;
	char lost_text[80];
};

static inline struct bpf_engine *bpf_engine_of(struct engine *engine)
{
	return (struct bpf_engine *)engine;
}

/* Whether the current event is about a request of io_uring, of which only memory was captured. */
static inline bool bpf_is_at_request(const struct bpf_engine *engine)
{
	return engine->memory == MEMORY_REQUEST || engine->memory == MEMORY_RESULT;
}

#endif
