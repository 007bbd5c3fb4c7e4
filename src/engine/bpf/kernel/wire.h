/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What the kernel program and the engine share besides plans and records: the state of a task, and
 * counters.
 */
#ifndef ENGINE_BPF_KERNEL_WIRE_H
#define ENGINE_BPF_KERNEL_WIRE_H

#include "scry/kernel/capture.h"
#include "scry/kernel/sieve.h"

enum {
	TASK_LAUNCHING = 1, /* the launched child before its execve: it executes code of scry */
	/*
	 * It may be in a call since before its tracing began: an exit without an entry means
	 * nothing.
	 */
	TASK_FRESH = 2,
	TASK_EXCLUDED = 4, /* not traced, whatever selects it: scry itself */
	TASK_SELF = 8, /* scry, which asks for the level of its PID namespace */
	TASK_FAULT = 16, /* the entry of its call could not read all memory */
	TASK_EXECUTED = 32, /* its call has replaced its memory */
	/*
	 * A signal ends it, or it has sent one to its own process: its call returns all the same.
	 */
	TASK_SIGNALLED = 64,
	TASK_CUT = 128, /* the entry of its call is not whole, because its plan met a bound */
	TASK_WRITES = 256, /* its call writes to the terminal that shows the trace */
	TASK_PAUSES = 512, /* its call ends and begins again until the trace is shown */
	TASK_HELD =
		1024, /* the entry of its call was not reported, because only the exit decides */
	TASK_ENDS = 2048, /* the record of its end follows that of its call */
	TASK_REFUSED = 4096, /* a seccomp filter ends it because of a call that was reported */
	TASK_MOVES = 8192, /* its call may close or move a descriptor, or change a path */
	TASK_MOVES_PATHS = 16384, /* ... or change a path: see struct program_state */
	TASK_CALLER = 32768, /* the ring has had a call of it, or its start: see callers_only */
	TASK_ALONE = 65536, /* with TASK_EXCLUDED: the processes that it makes are traced */
	TASK_LASTS = TASK_SIGNALLED | TASK_CALLER, /* what outlasts a call */
};

enum task_call {
	CALL_OUTSIDE, /* in no call */
	CALL_WANTED,
	CALL_UNWANTED,
};

/* Whether the user for whom scry-capture has loaded the program may see a task: guard.bpf.h. */
enum task_guard {
	GUARD_UNPROVED, /* nothing has shown that yet */
	GUARD_SHOWN,
	GUARD_LEFT, /* it has left the trace */
};

/*
 * A value of the map groups, for scry-capture: a descriptor of /proc/PID/mem of the process, with
 * one of these bits.
 */
#define GROUP_LAUNCHES (1u << 31) /* it is a command that is being launched */
#define GROUP_THREAD \
	(1u          \
	 << 30) /* the number is that of one thread, which another engine has in a stop outside a call */
#define GROUP_HOW (GROUP_LAUNCHES | GROUP_THREAD)
/*
 * With this key the iterator marks nothing, but counts the programs of the user. No task has the
 * number.
 */
#define GROUP_COUNT 0u

/*
 * The names that program and engine keep of each task. A name is reported only if it is not the one
 * that is kept of its descriptor. The record of each call says by .names which of them it has
 * looked at, so that those hold. A name that a call needs is not replaced by that of another
 * descriptor with the same place: that has NAME_ONCE.
 */
#define NAMES_KEPT 17u
#define NAME_OF_DIRECTORY 16u /* that of the current directory */
#define NAME_PLACE(fd) ((fd) < 0 ? NAME_OF_DIRECTORY : (uint32_t)(fd) % 16)

#define SIFTED 16u /* a power of two */

/* The state of a task. A task is traced if it has one without TASK_EXCLUDED. */
struct task_state {
	uint32_t flags; /* TASK_* */
	uint32_t call; /* enum task_call */
	uint32_t abi; /* of the current call: see PLAN_ABIS */
	uint32_t index; /* of the current call in the table of calls */
	uint64_t nr, entered; /* of the current call */
	struct {
		/* at the entry of the call: see end_cpu_time() */
		uint64_t off_ns, ran_ns, children_ns;
		uint64_t call_ns; /* CPU time of the call that has ended last */
	} cpu;
	uint64_t lost; /* records that did not fit into the ring since the last one that did */
	struct plan plan; /* what the current record captures */
	uint32_t slot; /* the machine that captures it */
	uint32_t descriptors; /* those of struct call_entry that are reported before it */
	/* The task's number at the entry of the current call, if scry is in a PID namespace. */
	uint32_t number;
	uint32_t names_known; /* bit n: the engine has name n: see NAMES_KEPT */
	uint32_t names_held; /* bit n: name n was found to hold in the current call */
	uint32_t guard; /* enum task_guard */
	uint64_t creds; /* the credentials that guard.bpf.h has looked at last: an address */
	/* The time at which the iterator has reported the call of a TASK_FRESH; 0: it has not. */
	uint64_t seen_ns;
	/* The stack pointer of the call of TASK_PAUSES, and the latest time at which it goes on. */
	uint64_t pause_sp, pause_until;
	uint64_t pause_position; /* of the ring, up to which records must be shown before */
	uint32_t paused; /* enum task_call: that of the call */
	uint32_t user; /* the real user that was reported last, if .comm is not zeros */
	uint64_t comm[2]; /* the command name that was reported last; zeros: none */
	uint32_t parent; /* the parent that was reported last, if .comm is not zeros */
	uint32_t unused;
	uint64_t network; /* the cookie of the network namespace that was reported last; 0: none */
	/* The names that hold without a look at their files: see is_sure() in names.bpf.h. */
	struct {
		uint64_t tick, moves;
		uint32_t bits; /* bit n: name n */
		uint32_t fds[NAME_OF_DIRECTORY]; /* its descriptor */
	} sure;
	/*
	 * What sieves have found out of the paths of descriptors, as long as that holds in the same
	 * way: see sift_remember().
	 */
	struct {
		uint64_t tick, moves;
		uint32_t bits; /* bit n: answer n is there */
		struct {
			uint32_t fd;
			uint16_t from, to; /* indexes of steps */
		} answers[SIFTED];
	} sifted;
};

/* The scheduler counts at each tick at least. There are 100 in a second, or more. */
#define TICK_NS 10000000

/*
 * The CPU time of a call, without that of children. wall: the time from its entry to its exit. off:
 * by how much the time has grown in which the task did not run, by the scheduler's clock. ran: what
 * the scheduler has added to the time of the task. All are in ns.
 *
 * wall - off is exact as long as that clock keeps up with the wall clock. It stands still while a
 * hypervisor takes time from its CPU, and differs between CPUs. ran lacks what has passed since the
 * last tick, and may have that of before the entry: at most a tick either way. A larger difference
 * is that of clocks, unless off is 0: then the task has run all the time, on one CPU, which may
 * have no ticks.
 */
static inline uint64_t call_cpu_time(uint64_t wall, uint64_t off, uint64_t ran)
{
	int64_t excess = (int64_t)(wall - off - ran);

	if (off && ((int64_t)off < 0 || excess > TICK_NS || excess < -TICK_NS))
		return ran < wall ? ran : wall;
	return off < wall ? wall - off : 0;
}

#define WAITERS 64u /* a power of two */

/*
 * What the program finds out by itself. It has addresses of the kernel, and numbers that the
 * program relies on.
 */
struct program_state {
	uint64_t root_dentry, root_mount; /* the root directory of scry, where paths begin */
	/* That of the PID namespace of scry, in which the numbers of tasks are reported. */
	uint32_t level;
	uint32_t space; /* its inode; 0 with level 0 */
	/*
	 * Grows at the entry and at the exit of each call of a traced task that may change the
	 * paths of files: a rename, a mount.
	 */
	uint64_t moves;
};

/*
 * What the program and the engine tell each other while tasks are traced. The program relies on
 * nothing here.
 */
struct program_desk {
	uint64_t lost_records; /* of all tasks */
	uint64_t lost_counts; /* calls that were not counted, because the table was full */
	uint64_t lost_tasks; /* tasks for which there was no memory */
	/* The engine sets it: records before this position of the ring were shown. */
	uint64_t shown;
	/*
	 * Numbers of tasks that have waited for space in the ring, at number % WAITERS. The engine
	 * resets them; 0: none.
	 */
	uint32_t waiters[WAITERS];
	/*
	 * bpf_ktime_get_ns() at the latest call of scry, or of scry-capture while it loads the
	 * program: clock.h.
	 */
	uint64_t machine_ns;
	/*
	 * What scry or scry-capture has measured: CLOCK_MONOTONIC of its time namespace minus that
	 * of the machine.
	 */
	int64_t clocks_apart_ns;
};

/*
 * A machine is needed only while a program runs, so that there are few, and not one for each task.
 * (Since Linux 7, storage of a task cannot have as many bytes.)
 */
struct machine_slot {
	uint32_t busy; /* 1: a program uses the machine */
	uint32_t unused;
	union {
		struct plan_machine machine;
		struct sieve sieve;
	};
};
#define DEFERRED 64u /* records of calls that wait until their tasks may sleep; a power of two */
#define SLOTS_OF_CPU 4u /* machines for each CPU, where one program can preempt another */

#define CALL_DIRECTORY (1u << 8)
#define CALL_FAMILY (1u << 9)

/* A call in the table of calls. */
struct call_entry {
	struct plan plan;
	uint32_t wanted;
	/*
	 * Bit n: argument n is a descriptor; bit PLAN_ARGUMENTS: the result is one; CALL_DIRECTORY:
	 * a path of the call may be relative to the current directory; CALL_FAMILY: the names of
	 * requests depend on what argument 0 refers to.
	 */
	uint32_t descriptors;
	uint32_t multiplexes; /* argument 0 selects the call: socketcall, ipc */
	uint32_t writes; /* argument 0 is the descriptor to which it writes */
	uint32_t reads; /* READS_*: see plan_is_read() */
	struct call_sieves sieves;
	uint32_t moves; /* it may change the paths of files that are open */
	uint32_t keeps; /* it neither does that, nor closes or moves a descriptor */
	/* it may have numbers of network interfaces, which belong to a network namespace */
	uint32_t networks;
	uint32_t unused;
};
enum {
	READS_ENTRY = 1, /* the plan of the entry is one read */
	READS_EXIT = 2, /* the plan of the exit is one read */
};
/*
 * What a record of one read has room for, in bytes: of either size. A longer string or buffer is
 * read by a machine.
 */
#define READ_SMALL 48u
#define READ_LARGE 144u

/*
 * An entry of the table of all selections, in which a key is at one of SELECTION_LOOKS places from
 * its hash on. The table is an array that the engine maps: it is filled in a tenth of the time that
 * a hash map of the kernel takes.
 */
struct selection_entry {
	uint64_t value;
	uint32_t selection; /* 0: the place is free */
	uint32_t target;
};
#define SELECTION_LOOKS 6u

static inline uint32_t selection_hash(uint32_t selection, uint64_t value)
{
	uint64_t hash = (value ^ (uint64_t)selection << 40) * 0x9e3779b97f4a7c15ull;

	return (uint32_t)(hash >> 32 ^ hash >> 48);
}

/* Counters of a call for -c. */
struct count_key {
	uint64_t nr; /* with the flag bit of its ABI */
	uint32_t abi;
	uint32_t error; /* errno; 0: the call succeeded */
	uint64_t selector; /* argument 0 of a call that multiplexes; 0 of others */
};
struct count_time {
	uint64_t total_ns, min_ns, max_ns;
};
struct count {
	uint64_t n;
	struct count_time wall; /* from entry to exit */
	struct count_time cpu; /* CPU time in the kernel */
};
#define COUNT_KEYS 16384u

/* What the iterator reports of a task that it selects. */
struct marked_task {
	uint32_t tid, tgid;
	/* The entry of the call in which the task is blocked; .kind is RECORD_NONE if it is in none. */
	struct bpf_record entry;
	struct saved_registers saved; /* of that call */
};

/* The first 8 bytes of the names of anonymous inodes. */
#define NAME_INOTIFY 0x00796669746f6e69ull
#define NAME_EVENTFD 0x6466746e6576655bull
#define NAME_TIMERFD 0x646672656d69745bull
#define NAME_SIGNALFD 0x666c616e6769735bull
#define NAME_FANOTIFY 0x6669746f6e61665bull
#define NAME_USERFAULTFD 0x756166726573755bull
#define NAME_PIDFD 0x5d64666469705bull
/* Descriptors of events: a number, the name in the kernel, and what /proc/PID/fd shows. */
#define EVENT_DESCRIPTORS(_)                         \
	_(0, NAME_INOTIFY, "anon_inode:inotify")     \
	_(1, NAME_EVENTFD, "anon_inode:[eventfd]")   \
	_(2, NAME_TIMERFD, "anon_inode:[timerfd]")   \
	_(3, NAME_SIGNALFD, "anon_inode:[signalfd]") \
	_(4, NAME_FANOTIFY, "anon_inode:[fanotify]") \
	_(5, NAME_USERFAULTFD, "anon_inode:[userfaultfd]")

#define NAME_ROOM 4096u /* bytes of a path; a power of two */
#define NAME_BYTES 256u /* of a name, with its NUL */
#define EXEC_PATH_BYTES 4096u
/*
 * Records of RECORD_STRINGS for each vector at most: all pages of the 6 MiB that a new program may
 * have of both, execve(2).
 */
#define EXEC_PIECES 1538u

#define STARTS 16 /* names of programs that scry waits for (--wait) */
#define STACK_BYTES 32768u /* of the memory of a stack at most */
#define PROGRAM_WORDS 40u /* of the auxiliary vector */

/* Requests have the plans of an ABI that no machine has, by operation. */
#define REQUEST_ABI (PLAN_ABIS - 1)
#define REQUEST_CALLS (REQUEST_ABI * PLAN_CALLS)
#define REQUEST_COMPAT 256u /* plans of 32-bit programs come after the others */
/*
 * In .descriptors of a call: splice_fd_in is a descriptor; file_index is, if it is not 0, the index
 * + 1 of the file that is closed.
 */
#define REQUEST_FILE (1u << 10)
#define REQUEST_CLOSES (1u << 11)
/*
 * In .descriptors of a task: where a request has an index of the table of its ring, and no
 * descriptor.
 */
#define INDEX_IN_FD (1u << 12)
#define INDEX_IN_FILE (1u << 13)
#define INDEX_IN_CLOSE (1u << 14)
#define INDEXES (INDEX_IN_FD | INDEX_IN_FILE | INDEX_IN_CLOSE)
/*
 * FORM_*, in .selector of a count whose ABI is REQUEST_ABI: the members of the SQE by which an
 * operation stands for one call or another.
 */
enum {
	FORM_AT_POSITION = 1, /* the offset is -1 */
	FORM_NO_OFFSET = 2,
	FORM_NO_ADDRESS = 4,
	FORM_NO_FLAGS = 8,
	FORM_FIRST_FLAG = 16,
	FORM_COMPAT = 32,
};
#define REQUESTS_KEPT 131072u /* requests in flight of all tasks */
#define RINGS_KEPT 1024u

/* Which details are reported: a mask. */
enum {
	DETAIL_DEVICE = 1,
	DETAIL_SOCKET = 2,
	DETAIL_PIDFD = 4,
	DETAIL_EVENTFD = 8,
	DETAIL_SIGNALFD = 16,
};

#define SOCKET_NAME 108u /* bytes of sun_path */

struct descriptor_detail {
	uint32_t kind; /* DETAIL_* */
	uint32_t family, type, protocol; /* as in socket(2) */
	uint32_t state; /* of a socket: enum in net/tcp_states.h of the kernel */
	uint16_t ports[2]; /* the local one and that of the peer, in network byte order; 0: none */
	uint8_t ends[2][16]; /* their addresses */
	/*
	 * Device: major << 20 | minor. AF_UNIX: the inode of the peer. AF_NETLINK: the port ID.
	 * Pidfd: the number of the process; 0: it is gone. Eventfd: its count. Signalfd: the
	 * signals that it does not take.
	 */
	uint64_t number;
	/* Eventfd: its ID; device: the number of its slave, plus 1, if it is a master. */
	uint32_t id;
	uint32_t flags; /* of eventfd2(2) */
	uint32_t name_len; /* AF_UNIX */
	uint8_t name[SOCKET_NAME];
};

#endif
