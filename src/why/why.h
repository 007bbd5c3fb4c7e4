/* SPDX-License-Identifier: MIT */
/*
 * Private to src/why/. A diagnosis has three steps:
 *
 *	consumer	takes events apart: which call of which process failed, waited or moved bytes
 *	process, sums	keep that in bounded memory: failed calls and messages by process, counts and times by program and target
 *	failure, waiting, cost	look at what was kept when the trace ends, and add findings, which print.c writes
 */
#ifndef SCRY_WHY_WHY_H
#define SCRY_WHY_WHY_H

#include <signal.h>
#include <stdarg.h>

#include "scry/call.h"
#include "scry/decode.h"
#include "scry/event.h"
#include "scry/index.h"
#include "scry/look.h"
#include "scry/util.h"
#include "scry/why.h"

/* Texts that are kept once, by number. Number 0 stands for all texts beyond the limit. */
struct texts {
	char **items;
	size_t n, capacity, limit;
	struct index index;
};

/* --- processes ------------------------------------------------------------------------------- */

#define TEXT_KEPT 240 /* bytes of a path, a message, a command line */
#define MESSAGE_KEPT 400
#define FAILED_KEPT 64
#define MESSAGES_KEPT 24
#define FAILED_CHILDREN_KEPT 8
#define DESCRIPTORS_KEPT 65536

/* A call that has failed. Calls that failed in the same way on the same object are one. */
struct failed_call {
	uint16_t id;
	int error;
	uint64_t ns; /* CLOCK_MONOTONIC of the last one */
	uint64_t lasted_ns;
	uint32_t count;
	char *text; /* the path or the address of the call; owned; NULL: it has none */
	char *detail; /* what the system said about the cause; owned; NULL: nothing */
	int fd;
	bool creates; /* the call makes a file or a directory */
};

/* What a process wrote for people to read. */
struct message {
	char *text; /* owned, without the line end */
	uint64_t ns;
	enum message_way { WAY_STDERR, WAY_LOG, WAY_STDOUT } way;
};

/* A signal that was delivered. */
struct signal_note {
	int signal;
	bool sent; /* by a process: si_code of sigaction(2) */
	pid_t sender; /* 0: the kernel, or a process that its pid namespace does not show */
	uint64_t address;
	uint64_t ns;
	/*
	 * mappings of the address and of the code, or the object of the call; owned; NULL: unknown
	 */
	char *detail;
	char *place; /* of the code: "FILE 0xOFFSET" for addr2line(1); owned; NULL: unknown */
};

enum object_kind {
	OBJECT_UNKNOWN,
	OBJECT_FILE,
	OBJECT_PIPE,
	OBJECT_SOCKET,
	OBJECT_TERMINAL,
	OBJECT_OTHER,
};

/* What a descriptor refers to: a number in the texts of targets. */
struct descriptor {
	uint32_t target;
	uint8_t kind; /* enum object_kind */
	bool known : 1; /* it was opened in the trace, or looked up */
	bool log : 1; /* a socket of syslog or of the journal */
	/* a socket on which the process has called connect(2), but not the socket of a log */
	bool connected : 1;
	bool resolver : 1; /* a socket of a name server */
	bool pending : 1; /* a connection or a question without an answer */
	bool synced : 1; /* O_SYNC, O_DSYNC */
	bool errors : 1; /* a copy of descriptor 2: a shell writes to stderr by a copy */
	bool opened : 1; /* it was opened in the trace */
	uint64_t since_ns; /* of pending */
};

/* How a thread waits, or has waited until it ended. */
struct wait_note {
	uint16_t id; /* the call; 0: none */
	uint64_t since_ns, until_ns;
	uint64_t args[CALL_ARGS];
	bool forever; /* the call has no time limit */
	char *text; /* what it waits for, in words; owned; NULL: unknown */
};

struct process {
	pid_t pid;
	unsigned refs;
	struct process *parent; /* a reference; NULL: none is traced */
	uint32_t program; /* the text of the name of the program */
	char *command; /* the command line; owned; NULL: unknown */
	bool executed; /* it has executed a program of its own */
	bool attached; /* it ran before the trace began */
	bool ended, killed, core;
	bool ended_by_parent; /* its parent has killed it, as after a time limit */
	bool interrupted; /* it ended after the user had interrupted the trace */
	int status; /* exit code or signal */
	uint64_t started_ns, ended_ns;
	struct failed_call *failed;
	size_t n_failed, failed_capacity;
	struct message messages[MESSAGES_KEPT];
	size_t n_messages; /* all of them; the last MESSAGES_KEPT are kept */
	bool message_open; /* the last one has no line end yet */
	struct signal_note signal; /* the last one that can end a process; 0: none */
	/* further processes of the same program that ended in the same way: of diagnosis->ends */
	uint32_t n_alike;
	struct process *failed_children[FAILED_CHILDREN_KEPT]; /* references; the last ones */
	size_t n_failed_children;
	uint64_t last_good_child_ns; /* when the last child ended without a failure */
	struct descriptor *descriptors;
	size_t n_descriptors;
	uint32_t n_open; /* descriptors that were opened in the trace and are open */
	uint32_t n_threads; /* that live */
	uint64_t n_stopped; /* calls of which diagnosis.stop_ns is a part */
	uint64_t brk; /* the last result of brk(2); 0: unknown */
	/* the descriptor of the last connection or question that had no answer at once */
	int asked_fd;
	uint32_t peer; /* the last address that it connected to, but for logs; 0: none */
	/* the last name that a name server was asked for, in the texts of targets */
	uint32_t question;
	uint32_t unanswered; /* the last address that did not answer; 0: none */
	bool unanswered_resolver; /* it is a name server */
	struct wait_note last_wait; /* of the first thread, when it ended */
	struct process *next; /* in the chain of the table */
};

struct thread {
	pid_t tid;
	struct process *process;
	uint16_t id; /* the current call; 0: none */
	uint64_t entered_ns;
	uint64_t args[CALL_ARGS];
	bool in_call;
	struct buf path, other; /* what values.c found in the call */
	struct buf said; /* bytes that the call writes */
	int fd; /* the first descriptor that a poll waits for; -1: unknown */
	int fds[LOOK_WATCHED]; /* the descriptors that it waits for */
	size_t n_fds; /* all of them; the first LOOK_WATCHED are kept */
	int awaited; /* the descriptor that explains a wait for several; -1: none is chosen */
	size_t n_awaited; /* descriptors like that */
	bool listens; /* .awaited waits for connections or messages */
	/*
	 * descriptors that can end the wait, too, but for events of the process itself; SIZE_MAX:
	 * not all are known
	 */
	size_t n_others;
	bool stopped; /* by .stop, at the last look */
	struct look_stop stop;
	bool has_port;
	uint16_t port;
	uint64_t looked_ns; /* when the system was asked about this call; 0: not yet */
	struct look_wait *waits; /* the answer; owned; NULL: none */
	uint64_t idle_ns; /* CLOCK_MONOTONIC of the end of the last call */
	struct entry_snapshot snapshot;
	struct thread *next, **link;
};

/* --- sums ------------------------------------------------------------------------------------ */

/* What is counted, by program and target. */
enum sum_kind {
	SUM_NONE,
	SUM_READ,
	SUM_WRITE,
	SUM_SYNC,
	SUM_OPEN,
	SUM_MISS, /* a path that does not exist was looked up */
	SUM_LOOK, /* a path was looked up */
	SUM_AGAIN, /* EAGAIN of a descriptor */
	SUM_IDLE_POLL, /* a poll without a time limit above 1 ms found nothing */
	SUM_SLEEP,
	SUM_SHORT_SLEEP, /* at most 1 ms */
	SUM_YIELD,
	SUM_BREAK_DOWN, /* brk(2) that gives memory back */
	SUM_BREAK_UP,
	SUM_UNMAP,
	SUM_MAP, /* an anonymous mapping */
	SUM_DISCARD, /* madvise(2) that gives memory back */
	SUM_FILE_LOCK,
	SUM_LOCK, /* a futex that stands for a mutex */
	SUM_REFUSED, /* connections that were refused */
	SUM_TIMED_OUT, /* connections and questions without an answer */
	SUM_QUESTION, /* of a name server */
	SUM_PEER, /* waiting for the other end of a connection */
	SUM_CHILD, /* a process that was started: target is its program */
	SUM_CLOCK, /* reading a clock by a call */
	SUM_LEAK, /* descriptors that stayed open: n */
	SUM_KINDS
};

struct sum {
	uint32_t program, target;
	uint8_t kind; /* of the target */
	struct sum_cell {
		uint64_t n, ns, bytes;
	} cells[SUM_KINDS];
	pid_t pid; /* a process that the cells count; the last one */
	bool many_pids; /* they count other processes, too */
	uint32_t example; /* SUM_MISS: the first path, in the texts of targets */
	uint64_t path_hash; /* SUM_MISS: of the last path */
	bool many_paths; /* SUM_MISS: other paths end with the same name */
	bool many_threads; /* several threads wait for the lock */
	pid_t tid;
};

struct sums {
	struct sum *rows;
	size_t n, capacity;
	struct index index;
	size_t last; /* the row that was found last */
	uint64_t n_left_out;
};

/* --- findings -------------------------------------------------------------------------------- */

/* This number of descriptors of a process that refer to one file and stay open is a leak. */
#define LEAKS_MIN 100

enum part { PART_FAILURE, PART_WAITING, PART_COST };
enum confidence {
	SURE, /* the evidence says it */
	LIKELY, /* the evidence fits, and nothing contradicts it */
	POSSIBLE, /* the last thing that was seen */
};

#define LINES_MAX 6

/* The findings: rows of src/why/rows.c. doc/why.md has a section for each. */
enum finding_id {
	FINDING_COMMAND_NOT_FOUND,
	FINDING_INTERPRETER_MISSING,
	FINDING_LIBRARY_NOT_FOUND,
	FINDING_MODULE_NOT_FOUND,
	FINDING_MISSING_FILE,
	FINDING_NO_PERMISSION,
	FINDING_NOT_PERMITTED,
	FINDING_CALL_FORBIDDEN,
	FINDING_PORT_IN_USE,
	FINDING_ADDRESS_UNAVAILABLE,
	FINDING_CONNECTION_REFUSED,
	FINDING_CONNECTION_TIMED_OUT,
	FINDING_UNREACHABLE,
	FINDING_NAME_NOT_RESOLVED,
	FINDING_PEER_CLOSED,
	FINDING_DISK_FULL,
	FINDING_QUOTA,
	FINDING_READ_ONLY,
	FINDING_TOO_MANY_FILES,
	FINDING_OUT_OF_MEMORY,
	FINDING_TOO_MANY_PROCESSES,
	FINDING_FILE_TOO_LARGE,
	FINDING_CPU_LIMIT,
	FINDING_LOCK_HELD,
	FINDING_NOT_A_DIRECTORY,
	FINDING_IS_A_DIRECTORY,
	FINDING_ALREADY_EXISTS,
	FINDING_TOO_MANY_LINKS,
	FINDING_NAME_TOO_LONG,
	FINDING_BUSY,
	FINDING_NOT_EXECUTABLE,
	FINDING_BROKEN_PIPE,
	FINDING_IO_ERROR,
	FINDING_MEMORY_FAULT,
	FINDING_ABORTED,
	FINDING_ARITHMETIC_FAULT,
	FINDING_KILLED,
	FINDING_KILLED_FOR_MEMORY,
	FINDING_TIMER_ENDED,
	FINDING_WRONG_USAGE,
	FINDING_FAILED_CALL,
	FINDING_OWN_MESSAGE,
	FINDING_UNEXPLAINED_EXIT,
	FINDING_SILENT_EXIT,
	FINDING_DEADLOCK,
	FINDING_STOPPED,
	FINDING_WAITS_FOR_LOCK,
	FINDING_WAITS_FOR_FILE_LOCK,
	FINDING_WAITS_FOR_PROCESS,
	FINDING_WAITS_FOR_PEER,
	FINDING_WAITS_FOR_NAME_SERVER,
	FINDING_WAITS_FOR_CHILD,
	FINDING_WAITS_FOR_INPUT,
	FINDING_WAITS_FOR_SIGNAL,
	FINDING_WAITS_FOR_EVENT,
	FINDING_COMPUTES,
	FINDING_WAITS_FOR_WORK,
	FINDING_SMALL_READS,
	FINDING_SMALL_WRITES,
	FINDING_FLUSHES,
	FINDING_REOPENED,
	FINDING_LOOKED_UP,
	FINDING_SEARCH_PATH,
	FINDING_HEAP_TRIMMED,
	FINDING_MEMORY_REMAPPED,
	FINDING_MEMORY_DISCARDED,
	FINDING_BUSY_POLL,
	FINDING_BUSY_RETRY,
	FINDING_BUSY_YIELD,
	FINDING_SHORT_SLEEPS,
	FINDING_SLEEPS,
	FINDING_LOCK_CONTENTION,
	FINDING_FILE_LOCK,
	FINDING_SLOW_PEER,
	FINDING_TIMEOUTS,
	FINDING_REFUSED_AGAIN,
	FINDING_NAMES_AGAIN,
	FINDING_MANY_PROCESSES,
	FINDING_CLOCK_CALLS,
	FINDING_DESCRIPTORS_GROW,
	FINDINGS
};

/* A row of the table of findings. */
struct finding_row {
	const char *name;
	enum part part;
	const char *next; /* what to do, in a sentence */
	const char *source; /* where the advice comes from */
	/* Of costs: */

	/* the other calls take again what these give back; SUM_NONE: it has no pair */
	enum sum_kind kind, paired;
	const char *one, *many; /* what is counted: "read", "reads" */
	uint64_t min_calls; /* of one target, or of all with `together` */
	uint64_t min_percent; /* of the time of the trace */
	uint64_t max_bytes; /* of a call on average; 0: any number */
	bool together; /* the calls on all targets of a program count together */
	bool waits; /* the time is spent waiting: no correction per call */
	/* so waits a process that has nothing to do: on a whole machine it is no cost */
	bool idles;
	const char *title; /* after the name of the program */
	/* -e trace=CALLS shows where the program makes them; NULL: that says nothing */
	const char *calls;
	bool by_example; /* the evidence is an example of the paths, not the target */
	/* of the confidence; NULL: that times were measured, or are estimated */
	const char *reason;
	bool (*applies)(const struct sum *sum); /* to the sums of a target; NULL: always */
	/* Appends better advice than .next, or nothing; NULL: .next is all. */
	void (*advise)(const struct finding_row *row, const char *target, const char *example,
		       struct buf *next);
};

struct finding {
	enum finding_id id;
	const struct finding_row *row; /* of .id */
	struct buf title;
	struct finding_line {
		const char *key; /* "said", "call", "chain", "looked in" */
		char *text; /* owned */
	} lines[LINES_MAX];
	size_t n_lines;
	char *next; /* owned; NULL: the next of the row */
	enum confidence confidence;
	const char *reason; /* of the confidence */
	pid_t pid;
	char *program; /* owned; NULL: none */
	uint64_t cost_ns, calls;
	bool as_wait; /* it is about a wait, whatever the part of its row is */
};

/* --- the diagnosis --------------------------------------------------------------------------- */

#define PROCESS_CHAINS 1024
#define KILLS_KEPT 16
#define ENDS_KEPT 16

/* A signal that a tracee sent. */
struct kill_note {
	pid_t target, sender;
	uint32_t program;
	int signal;
	uint64_t ns;
};

struct diagnosis {
	const struct look *look; /* NULL: the trace is replayed, or made by a stub */
	bool has_command; /* scry has started the command */
	bool on_machine; /* the trace is of all processes of the machine, or of a part of it */
	bool selective; /* not all calls are seen */
	uint64_t stop_ns; /* what tracing adds to the time of a call */
	bool learns_stop; /* .stop_ns is not known at the start */
	uint64_t first_ns, last_ns; /* CLOCK_MONOTONIC of events */
	uint64_t n_calls;
	uint64_t n_stopped; /* the calls that have .stop_ns as a part */
	uint64_t interrupted_ns; /* when the user ended the trace; 0: he did not */
	uint64_t oom_kills; /* at the start */
	struct texts programs, targets;
	struct sums sums;
	struct process *chains[PROCESS_CHAINS];
	struct process *root; /* a reference; NULL: none */
	/* references: failures of processes without a traced parent, and crashes */
	struct process *ends[ENDS_KEPT];
	size_t n_ends, n_retained;
	size_t n_descriptors; /* that are known, of all processes */
	struct kill_note kills[KILLS_KEPT];
	size_t n_kills;
	unsigned n_details; /* how often the system was asked about a failure */
	unsigned n_starts; /* the same, of a relative path that does not exist */
	struct thread *threads;
	uint64_t looked_ns; /* when threads were looked at */
	/* The last look at all threads that wait: */
	struct stuck *stuck;
	size_t n_stuck;
	/* A thread that made no call for long when it was interrupted or killed: */
	struct process *computing; /* a reference; NULL: none */
	pid_t computing_tid;
	uint64_t computing_ns; /* so long */
	bool knot; /* they wait for each other */
	/* a process that waited was ended from outside: find_waits() has said why */
	bool ended_by_limit;
	struct finding **findings;
	size_t n_findings, findings_capacity;
};

/* The row for words of a message; NULL: none. */
struct message_row {
	const char *words;
	enum finding_id finding;
	const char *next; /* what to do, in a sentence; NULL: the next of the finding */
};

#endif
