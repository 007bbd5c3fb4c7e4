/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/engine/: an engine makes events, by ptrace(2), by BPF programs, by a stub of
 * GDB, or from a recording.
 */
#ifndef SCRY_ENGINE_H
#define SCRY_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "scry/call.h"
#include "scry/event.h"
#include "scry/sets.h"
#include "scry/seccomp.h"
#include "scry/tracee.h"
#include "scry/verdict.h"

/* -I: when the signals that end scry take effect. */
enum interruptible { INTERRUPT_ANYWHERE = 1, INTERRUPT_WAITING, INTERRUPT_NEVER, INTERRUPT_NEVER_TSTP };

/* -D: the process that was started becomes the command, and its grandchild the tracer. */
enum daemonize {
	DAEMONIZE_NO,
	DAEMONIZE_GRANDCHILD,
	DAEMONIZE_PGROUP,	/* in a process group of its own */
	DAEMONIZE_SESSION,	/* in a session of its own */
};

struct buf;
struct plans;
struct recording;
struct sieves;

struct engine;
struct engine_config;

/*
 * What an engine is, whatever it traces. Modules ask a kind for a fact, and not which kind it is.
 */
struct engine_kind {
	const char *name;	/* the word of --engine and of messages */
	/*
	 * tracees stop at their calls: scry reads their memory, and knows what they are, at that
	 * moment
	 */
	bool stops;
	/* the kernel selects and counts calls, and keeps the memory that plans name */
	bool captures;
	bool elsewhere;		/* tracees run on a machine of which scry knows what a stub says */
	bool recorded;		/* the events happened in an earlier trace */
	/* make() says which machine abi_native() is: it is called before all else */
	bool tells_machine;
	/* whether requests of io_uring are seen here; NULL: never */
	bool (*sees_requests)(void);
	/* see engine_ptrace_stop_cost(); NULL: calls cost nothing */
	uint64_t (*stop_cost)(bool same_cpu);
	/* see engine_bpf_keeps_order(); NULL: lines come in the order in which calls are made */
	bool (*keeps_order)(void);
	bool (*lacks)(int error, struct buf *what);	/* see engine_bpf_lacks(); NULL: nothing */
	/* Returns a new engine; NULL after a message. config is kept, not copied. */
	struct engine *(*make)(const struct engine_config *config);
};

extern const struct engine_kind engine_ptrace, engine_bpf, engine_gdb, engine_replay;

/* Returns the engine that a recording names; NULL: "auto", or a name that scry does not know. */
const struct engine_kind *engine_find_kind(const char *name);

/* Whether the processes of the events run on this machine now. */
static inline bool engine_is_here(const struct engine_kind *kind)
{
	return !kind->elsewhere && !kind->recorded;
}

/*
 * Which tasks the bpf engine traces beside the command and the processes of -p: those that meet all
 * conditions.
 */
struct bpf_targets {
	bool system;			/* --system: every task except the tasks of scry */
	const char *cgroup;		/* --cgroup: a directory of cgroup2; NULL: any */
	const char *comm;		/* --comm: the command name; NULL: any */
	bool by_uid;			/* --uid */
	uid_t uid;
	/*
	 * a recording has tasks that these conditions have selected; for an engine there are none
	 */
	bool replayed;
	/* whether tasks wait until the ring has space */
	enum bpf_overflow { OVERFLOW_WAIT, OVERFLOW_DROP } overflow;
	/* --ring-size, in bytes: a power of two, a page or more; 0: as the engine chooses */
	uint32_t ring_size;
};

#define BPF_RING_SIZE (16u << 20)
#define BPF_WHOLE_RING_SIZE (64u << 20) /* with .whole */
#define BPF_RING_MAX (1u << 30)

/* Whether tasks are selected by a condition. */
static inline bool bpf_selects(const struct bpf_targets *targets)
{
	return targets->system || targets->cgroup || targets->comm || targets->by_uid;
}

/* The same, or they were when they were recorded. */
static inline bool bpf_selected(const struct bpf_targets *targets)
{
	return bpf_selects(targets) || targets->replayed;
}

/* A process that reads what scry writes: it is not traced where conditions select tasks. */
struct trace_reader {
	pid_t pid;
	bool whole; /* what it starts is not traced either */
};

struct engine_config {
	const struct engine_kind *kind;	/* --engine, --replay */
	/* --engine=auto: the engine that may take tracees over later; NULL: none */
	const struct engine_kind *successor;
	/* why options forbid that, as the end of a sentence; NULL: they do not */
	const char *stays;
	struct {			/* the gdb engine uses it */
		const char *target;	/* --target: HOST:PORT, unix:PATH or "|COMMAND" */
		/* -E, as it was given: the environment is that of the stub */
		char **changes;
		size_t n_changes;
	} remote;
	char **argv;			/* the command; NULL: none */
	/* the file to execute, found in PATH already; NULL: the stub looks for it */
	const char *path;
	char **envp;			/* of the command, NULL-terminated */
	bool change_user;		/* -u */
	uid_t uid;
	gid_t gid;
	const char *user_name;		/* for initgroups(3); NULL: no supplementary groups */
	const pid_t *pids;		/* -p */
	size_t n_pids;
	/* attach() may come at any time: without tracees next() returns IDLE instead of END */
	bool waits;
	/*
	 * --wait: the bpf engine attaches to the processes that execute a program with such a name
	 */
	const char **starts;
	size_t n_starts;
	/*
	 * Whether a process that may have such a name is to be traced. names: 15 bytes of the
	 * command name, and of that of the file.
	 */
	bool (*is_start)(void *ctx, pid_t pid, const char *const names[2]);
	void *start_ctx;
	bool follow;			/* -f */
	const struct seccomp_program *filter;	/* NULL: every call stops */
	/* install the filter once the command makes calls all the time */
	bool filter_later;
	/* the command inherits a filter from scry: every call stops */
	bool filter_inherited;
	/* --seccomp-bpf=on: fail if the filter cannot be installed */
	bool seccomp_strict;
	enum interruptible interruptible;
	/* report each execve; else only those that the engine needs itself */
	bool report_execs;
	bool cpu_times;			/* fill event.system_ns (-c) */
	bool cpu_unmeasured;		/* of a replay: the recording has no CPU time */
	/* fill event.real; to read a clock costs half as much as a line */
	bool real_times;
	bool mono_times;		/* fill event.mono_ns */
	/* a child that reads the trace, and that finish() waits for; 0: none */
	pid_t wait_for;
	const struct trace_reader *readers; /* with .targets; the session keeps them */
	size_t n_readers;
	bool no_colocate;		/* never share a CPU with the tracee */
	enum daemonize daemonize;	/* only with argv */
	bool kill_on_exit;		/* tracees die with scry; not with pids */
	/* much is done between finish() and end(): finish() provides for filtered tracees */
	bool goes_on;
	/* The bpf engine uses the following members, and the gdb engine some. */
	struct bpf_targets targets;
	const struct call_set *calls;	/* the calls that are reported */
	const struct plans *plans;	/* the memory that is captured; NULL: none */
	const struct sieves *sieves;	/* which of these calls are reported; NULL: all of them */
	/* the signals that are reported: bit n - 1 stands for signal n */
	uint64_t signals;
	/*
	 * of tasks that .targets selects, other events than calls are reported after a first call
	 */
	bool callers_only;
	bool decodes;			/* the memory of calls will be read */
	bool changes_calls;		/* verdicts will replace calls */
	bool requests;			/* requests of io_uring are reported */
	const struct call_set *request_calls; /* the calls of requests that are reported */
	/*
	 * A process makes a call about a ring of io_uring whose requests are found in its memory.
	 * unseen: why they are not, after "process PID uses io_uring"; NULL: they are. NULL: rings
	 * are not read.
	 */
	void (*on_ring)(void *ctx, pid_t tid, const char *unseen);
	void *ring_ctx;
	bool names;			/* what descriptors refer to is wanted: -y, -P */
	unsigned details;		/* which details of them: FD_* */
	bool stacks;			/* the stacks of calls and signals are wanted: -k */
	/* command names, and numbers in PID namespaces, are wanted: -Y */
	bool task_names;
	bool task_users;		/* users are wanted; set .task_names, too */
	bool task_parents;		/* parents are wanted; set .task_names, too */
	/* the directory in which relative paths begin is wanted: -P */
	bool directories;
	/* calls are counted in the kernel, and not reported: see counts() */
	bool count_only;
	bool whole;			/* the buffer of records is as large as memory allows */
	/* the terminal that shows the trace; 0: it goes elsewhere */
	dev_t terminal;
	bool debug;
	/*
	 * Compiles the plans for the successor. It may be called in another thread. NULL: none are
	 * needed.
	 */
	const struct plans *(*compile_plans)(void *ctx);
	void *plans_ctx;
	/*
	 * The successor is about to take a stopped tracee over, which does not stop any more. ctx:
	 * plans_ctx. NULL: there is nothing to do.
	 */
	void (*handing_over)(void *ctx, const struct tracee *tracee);
	/* SCRY_HAND_OVER: the stops before the hand-over; 0: as many as pay */
	unsigned long hand_over_after;
	struct recording *recording;	/* the replay engine uses it */
};

enum engine_status {
	ENGINE_EVENT,		/* *event holds one; it must be resumed */
	ENGINE_IDLE,		/* a signal or the timer ended the wait without an event */
	ENGINE_END,		/* no tracee is left */
	ENGINE_INTERRUPTED,	/* a signal asks scry to end: call stop() */
};

struct buf;
struct engine;

typedef void engine_count(void *ctx, const struct call *call, const struct call_times *times);

struct engine_ops {
	/*
	 * Launches and attaches. Returns 0, or after a message on stderr the exit status with which
	 * scry must end. May fork: the call returns in the tracer only, never in the supervisor.
	 */
	int (*start)(struct engine *engine);
	/* Waits for the next event. */
	enum engine_status (*next)(struct engine *engine, struct event *event);
	/*
	 * Ends an event: the tracee goes on as the verdict says. *event is the one that next()
	 * filled last.
	 */
	void (*resume)(struct engine *engine, const struct event *event,
		       const struct verdict *verdict);
	/*
	 * Attaches to a process that runs, with all its threads if .follow is set, and reports
	 * ATTACHED through next(). A process that is traced already is left as it is. Returns false
	 * after a message if that is not possible, and without one if the process has ended. NULL:
	 * the engine attaches at its start only.
	 */
	bool (*attach)(struct engine *engine, pid_t pid);
	/* Lets one tracee go, and reports DETACHED. */
	void (*detach)(struct engine *engine, struct tracee *tracee);
	/*
	 * Detaches every tracee, and reports DETACHED events. If there is a command, next() returns
	 * END when it has ended, because finish() needs its status. Without a command release()
	 * does the same as stop().
	 */
	void (*release)(struct engine *engine);
	/*
	 * Lets every tracee go, and reports DETACHED events through next() until END. Filtered
	 * tracees stay with the keeper.
	 */
	void (*stop)(struct engine *engine);
	/*
	 * To be called when next() has returned END. Returns the status with which scry ends, as
	 * waitpid(2) gives it: that of the command, or the signal that ended the trace. failed:
	 * scry could not write its output, so that the status is 1.
	 */
	int (*finish)(struct engine *engine, bool failed);
	/*
	 * Ends scry with this status, by the signal of which the command died, too, directly or
	 * through the supervisor. The process becomes the keeper if filtered tracees live on.
	 */
	void (*end)(struct engine *engine, int status) __attribute__((noreturn));
	/*
	 * Overwrites memory of a stopped tracee, whatever its protection is. Returns the number of
	 * bytes that were written, which are fewer if memory ends before. NULL: the engine changes
	 * no tracee.
	 */
	size_t (*poke)(struct engine *engine, struct tracee *tracee, uint64_t address,
		       const void *bytes, size_t len);
	/*
	 * Passes the counts of calls that were counted instead of reported. call has .abi, .nr,
	 * .returned, .is_error, .result and, for socketcall and ipc, .args[0]. Returns the number of
	 * calls that were not counted. NULL: the engine does not count.
	 */
	uint64_t (*counts)(struct engine *engine, engine_count *each, void *ctx);
	/* Returns the tracee with a tid; NULL: there is none. NULL: engine->tracees has all. */
	struct tracee *(*find)(const struct engine *engine, pid_t tid);
	/* See engine_has_tracees(). NULL: engine->tracees says it. */
	bool (*has_tracees)(const struct engine *engine);
	/*
	 * While on, next() returns IDLE after 100 ms at most, for output that has to be flushed.
	 * NULL: next() never waits.
	 */
	void (*set_timer)(struct engine *engine, bool on);
};

struct engine {
	const struct engine_ops *ops;
	const struct engine_config *config;
	struct tracee_table tracees;
	/* tracees in the table that were let go, and that no event will report any more */
	size_t n_released;
	/* tracees may live that no event has reported: a recording that lacks their beginning */
	bool unseen;
	uint64_t n_lost;	/* records that were lost so far */
	uint64_t n_results_lost;	/* results of requests that were overwritten in their rings */
	/* CLOCK_MONOTONIC since when calls are seen; 0: since start() was called */
	uint64_t began_ns;
	/*
	 * set by an engine that this one is within: what that reads needs stopped tracees, so that
	 * no other engine takes over
	 */
	bool stays;
	/*
	 * the user has ended the trace: a signal that does that for the user is not the status of
	 * scry
	 */
	bool left;
	const char *no_stacks;	/* why no stacks of these tracees can be taken; NULL: they can */
};

/* Returns the tracee with a tid; NULL: there is none. */
static inline struct tracee *engine_find(const struct engine *engine, pid_t tid)
{
	return engine->ops->find ? engine->ops->find(engine, tid)
				 : tracee_find(&engine->tracees, tid);
}

/* Returns whether a process ends, gets another program, or is traced no more. */
static inline bool event_ends_program(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EXITED:
	case EVENT_KILLED:
	case EVENT_DETACHED:
		return event->tid == event->tracee->tgid;
	case EVENT_EXEC:
		return true;
	default:
		return false;
	}
}

/* Returns whether an event of a tracee can follow, besides events of processes yet to come. */
static inline bool engine_has_tracees(const struct engine *engine)
{
	return engine->ops->has_tracees ? engine->ops->has_tracees(engine)
					: engine->tracees.n > engine->n_released;
}

/*
 * Returns the engine by which the kernel keeps the memory of calls, from the start or later; NULL:
 * none does.
 */
static inline const struct engine_kind *engine_that_captures(const struct engine_config *config)
{
	const struct engine_kind *later = config->successor;

	return config->kind->captures ? config->kind : later && later->captures ? later : NULL;
}

/* The ptrace engine. config is kept, not copied. */
struct engine *engine_ptrace_new(const struct engine_config *config);

/*
 * Returns how many nanoseconds the stops of the ptrace engine add to the time of a call at least:
 * the median of 200 measured calls. same_cpu: the tracer and the tracee share a CPU. 0: it cannot
 * be measured. To be called before the engine starts, because a child is traced for it.
 */
uint64_t engine_ptrace_stop_cost(bool same_cpu);

/* The bpf engine; NULL: this build has none. config is kept, not copied. */
struct engine *engine_bpf_new(const struct engine_config *config);
/* Whether this user can have it. In a build without it the answer is BPF_NOT_BUILT. */
enum bpf_access {
	BPF_NOT_BUILT,
	BPF_OWN,		/* scry has the capabilities */
	BPF_CAPTURE,		/* scry-capture has them, and the user may execute it */
	BPF_NO_MEMBER,		/* ..., and the user is not in its group */
	BPF_NOT_SET_UP,		/* scry-capture has no capabilities */
	BPF_NOT_INSTALLED,	/* there is no scry-capture */
} engine_bpf_access(void);
/* Appends a line with that for -V: "bpf for this user: ...". */
void engine_bpf_describe(struct buf *out);

/*
 * The gdb engine: connects to config->remote.target, and starts the command there, or attaches to
 * the processes. From then on abi_native() is the machine of the program. Returns NULL after a
 * message. config is kept, not copied.
 */
struct engine *engine_gdb_new(const struct engine_config *config);

/*
 * Says in *what which of its requirements the bpf engine lacks here, as the end of a sentence about
 * it. error: why the kernel refused the program; 0: it was not asked. Returns false if nothing is
 * known to be missing.
 */
bool engine_bpf_lacks(int error, struct buf *what);

/*
 * Returns whether a write of a tracee to the terminal that shows the trace waits, without using a
 * CPU, until the lines of what the tracee did earlier are there.
 */
bool engine_bpf_keeps_order(void);

/* Returns whether the bpf engine reports requests of io_uring here. */
bool engine_bpf_sees_requests(void);

/*
 * The engine of --engine=auto: the ptrace engine, which hands its tracees over to the bpf engine
 * when the trace goes on and that one can be had. config is kept, not copied.
 */
struct engine *engine_auto_new(const struct engine_config *config);

/*
 * Reports the events of another engine, whose tracees stop, and requests of io_uring, which it
 * reads from the rings of these tracees: config->on_ring.
 */
struct engine *engine_rings_new(struct engine *within);

/*
 * The replay engine makes events from config->recording, and sets abi_native() and the page size to
 * what the recording has. config is kept, not copied.
 */
struct engine *engine_replay_new(const struct engine_config *config);

/* The signals by which a user ends scry, as -I allows. */
#define FATAL_SIGNALS 4
extern const int fatal_signals[FATAL_SIGNALS];

/*
 * Waits until a child has ended, and collects all other children of the thread that end meanwhile.
 * Returns false after a signal.
 */
bool engine_wait_child(pid_t pid);

/*
 * From now on SIGUSR1 is a request; without this call scry ignores it. To be called before the
 * engine starts. engine_was_requested() returns whether one came since its last call.
 */
void engine_take_requests(void);
/*
 * SIGHUP does not end the trace from now on, unless the terminal hangs up: engine_was_hung_up()
 * returns true once after it. To be called before an engine starts.
 */
void engine_take_hangups(void);
bool engine_was_hung_up(void);
bool engine_was_requested(void);

/*
 * If argv is that of "scry-keeper", this is its main function: resumes tracees from every stop
 * until the last one ends. Else returns.
 */
void engine_ptrace_keep(char **argv);

#endif
