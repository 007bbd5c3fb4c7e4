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

/* --- ask.c: requests and replies -------------------------------------------------------------- */

/* How long a stub may take for a reply, in milliseconds; the first one may need a login. */
#define GDB_REPLY_MS 5000
#define GDB_FIRST_MS 30000

/* Puts a request to what is sent next. gdb_ask_reply() returns its reply. */
void gdb_ask_put(struct gdb_engine *engine, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same of a request that may have any bytes. */
void gdb_ask_put_bytes(struct gdb_engine *engine, const void *data, size_t len);
/* Puts a request whose reply is dealt with when it comes. */
void gdb_ask_later(struct gdb_engine *engine, enum gdb_owed owed, const char *request);
/*
 * Waits for the reply of the request that was put first. Returns false if the connection is lost.
 */
bool gdb_ask_reply(struct gdb_engine *engine, struct buf *reply, int ms);
/*
 * Asks, and waits for the reply. Returns false if the connection is lost. An empty reply means that
 * the stub does not know the request.
 */
bool gdb_ask(struct gdb_engine *engine, struct buf *reply, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Whether a reply is "OK", or an error: "E01" or "E.text". */
bool gdb_ask_is_ok(struct buf *reply);
bool gdb_ask_is_error(const struct buf *reply);
/* Puts a request that the next ones are about this thread, if they are not. */
void gdb_ask_select(struct gdb_engine *engine, pid_t pid, pid_t tid);
/* Asks for further stops after a notification, if that was not done. */
void gdb_ask_next_stops(struct gdb_engine *engine);
/* Deals with what the stub sends, for ms milliseconds at most, until a stop has come. */
enum link_got gdb_ask_wait(struct gdb_engine *engine, int ms);
/* Adds a stop to those that are to be dealt with. */
void gdb_ask_add_stop(struct gdb_engine *engine, const struct buf *stop);
/*
 * Returns the oldest stop that was not dealt with; the caller frees it. Returns false if there is
 * none.
 */
bool gdb_ask_next_stop(struct gdb_engine *engine, struct buf *stop);
/* The number that packets have for a thread: "p1f.20", or "20". */
const char *gdb_ask_thread(const struct gdb_engine *engine, char text[32], pid_t pid, pid_t tid);

/* --- open.c: from the connection to a stopped program ------------------------------------------ */

/*
 * Connects, asks what the stub can do, and starts the program or attaches to it. Returns false
 * after a message.
 */
bool gdb_open_stub(struct gdb_engine *engine);
/*
 * Gets the description of the machine of a process. Returns false with *why, which the caller
 * frees.
 */
bool gdb_open_machine(struct gdb_engine *engine, struct gdb_process *process, char **why);
struct gdb_process *gdb_open_process(struct gdb_engine *engine, pid_t pid);
struct gdb_process *gdb_open_find_process(const struct gdb_engine *engine, pid_t pid);
void gdb_open_forget_process(struct gdb_engine *engine, struct gdb_process *gone);

/* --- calls.c: the registers of a call ------------------------------------------------------------ */

/* Whether a call returns from a signal handler: it writes all registers. */
static inline bool gdb_calls_is_sigreturn(enum syscall_id id)
{
	return id == ID_rt_sigreturn || id == ID_sigreturn;
}

/*
 * Reads the general registers of a stopped thread, once for each stop. Returns false if that is
 * impossible.
 */
bool gdb_calls_read_registers(struct gdb_tracee *tracee, struct registers *registers);
/*
 * Begins the call nr: fills in an event from the registers at its entry. Returns false if scry does
 * not know such calls.
 */
bool gdb_calls_enter(struct gdb_tracee *tracee, const struct registers *registers, uint64_t nr,
		     struct event *event);
/*
 * Begins a call at this instruction pointer if it was not selected. The stub reports such calls
 * because other ABIs of the process have the number for another call. Returns false if it was
 * selected, or if scry does not know it.
 */
bool gdb_calls_skip(struct gdb_tracee *tracee, uint64_t ip, uint64_t nr);
/*
 * Takes the instruction pointer from the digits of a register. Returns false if the register is
 * another one.
 */
bool gdb_calls_take_ip(const struct gdb_machine *machine, unsigned number, const char *digits,
		       size_t len, uint64_t *ip);
uint64_t gdb_calls_read_ip(struct gdb_tracee *tracee);
/* Reads what the result of the current call is. */
bool gdb_calls_read_result(struct gdb_tracee *tracee, int64_t *result, bool *is_error);
/* Fills in an event of the exit of the current call. */
void gdb_calls_leave(struct gdb_tracee *tracee, int64_t result, bool is_error, struct event *event);
/* Whether the stub can change calls. */
bool gdb_calls_can_change(const struct gdb_engine *engine, const struct gdb_machine *machine);
/* Applies the verdict to a call at its entry. */
void gdb_calls_change(struct gdb_tracee *tracee, const struct verdict *verdict);
/* Says to the stub at which calls of a process it must stop. */
void gdb_calls_choose(struct gdb_engine *engine, struct gdb_process *process);
/* Says to the stub which signals it need not report. */
void gdb_calls_choose_signals(struct gdb_engine *engine);

/* --- signals.c ------------------------------------------------------------------------------------ */

/* Convert the number of a signal in packets to that of the machine, and back. 0: there is none. */
int gdb_signal_from(const struct abi *abi, unsigned number);
unsigned gdb_signal_to(const struct abi *abi, int signal);

/* --- memory.c --------------------------------------------------------------------------------------- */

/* Forgets what was read: the tracee runs on. */
void gdb_memory_forget(struct gdb_engine *engine);
size_t gdb_memory_read(void *ctx, uint64_t address, void *buf, size_t len);
size_t gdb_memory_read_string(void *ctx, uint64_t address, void *buf, size_t len);
/* Reads the memory at these addresses in one exchange, so that it is there when decode asks. */
void gdb_memory_prepare(struct gdb_tracee *tracee, const uint64_t *addresses, size_t n);
size_t gdb_memory_write(struct gdb_tracee *tracee, uint64_t address, const void *bytes, size_t len);

/* --- files.c ----------------------------------------------------------------------------------------- */

/* Sets what decode and stacks can ask. */
void gdb_files_set_fetch(struct gdb_engine *engine);
/* Closes the file that is kept open: a new program has another /proc/PID/maps. */
void gdb_files_forget(struct gdb_engine *engine);
/* Reads a file of the stub's machine, up to max bytes. Returns false if there is none. */
bool gdb_files_read(struct gdb_engine *engine, const char *path, size_t max, struct buf *file);
/* Returns whether the process of the stub is this one: the program is a part of the stub. */
bool gdb_files_stub_is(struct gdb_engine *engine, pid_t pid);
/*
 * Gets the first argument of the call that a stopped thread is in from /proc on the stub's machine.
 */
bool gdb_files_first_argument(struct gdb_tracee *tracee, uint64_t nr, uint64_t *value);
/* Gets an object of qXfer, up to max bytes. Returns false if the stub has none. */
bool gdb_files_transfer(struct gdb_engine *engine, const char *object, const char *name, size_t max,
			struct buf *file);

/* --- events.c ---------------------------------------------------------------------------------------- */

struct gdb_tracee *gdb_events_track(struct gdb_engine *engine, struct gdb_process *process,
				    pid_t tid);
struct event *gdb_events_queue(struct gdb_engine *engine, enum gdb_after after,
			       enum event_kind kind, struct gdb_tracee *tracee);
bool gdb_events_take(struct gdb_engine *engine, struct event *event);
/* Makes events of a stop, or lets the thread go on. */
void gdb_events_stop(struct gdb_engine *engine, const struct buf *stop);
void gdb_events_resume(struct gdb_engine *engine, struct gdb_tracee *tracee, int signal);
/* Lets a thread go on that is not a tracee. */
void gdb_events_pass(struct gdb_engine *engine, pid_t pid, pid_t tid);
/* All-stop: lets the program go on if no event does that. */
void gdb_events_go_on(struct gdb_engine *engine);
void gdb_events_forget(struct gdb_engine *engine, struct gdb_tracee *tracee);
/* Reports that the threads of a process, or all of them, were detached. */
void gdb_events_detach(struct gdb_engine *engine, struct gdb_process *process);
void gdb_events_detach_all(struct gdb_engine *engine);
/* Returns the thread of a stop; 0: it names none. *pid is that of its process. */
pid_t gdb_events_thread_of(const struct gdb_engine *engine, const struct buf *stop, pid_t *pid);

#endif
