/* SPDX-License-Identifier: MIT */
/*
 * Shared types: the interface of consumers. A consumer makes something of a trace: text, JSON, a
 * table, a file, the live screen, a recording. The session calls consumers only through struct
 * consumer_ops. doc/HOWTO-add-an-output.md shows how to add a consumer.
 */
#ifndef SCRY_CONSUMER_H
#define SCRY_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/arch.h"
#include "scry/call.h"
#include "scry/event.h"
#include "scry/util.h"

struct answers;
struct call_set;
struct call_times;
struct config;
struct decode;
struct decode_config;
struct engine_config;
struct look;
struct output;
struct record_builder;
struct stack;
struct summary_subject;
struct target_place;

/*
 * All consumers, in the order in which they receive an event. X(NAME) stands for the struct
 * consumer_ops NAME_consumer. The recorder comes last, because it keeps the answers to what the
 * other consumers have asked.
 */
#define CONSUMERS(X) \
	X(screen) X(table) X(call_tree) X(timeline) X(page) X(dataset) X(otlp) X(text) X(messages) X(json) X(diff) X(policy) X(rings) X(why) X(recorder)

/*
 * What a consumer can need of the session and the engine. What no consumer needs is not found out.
 */
enum need {
	NEED_REAL = 1 << 0,	/* event->real and call->entered: CLOCK_REALTIME */
	/* event->mono_ns, call->entered_ns and call->returned_ns: CLOCK_MONOTONIC */
	NEED_MONO = 1 << 1,
	/* event->system_ns and moment->system_ns, if the engine measures CPU time */
	NEED_CPU = 1 << 2,
	NEED_STACK = 1 << 3,	/* moment->stack of calls */
	NEED_EXEC = 1 << 4,	/* an EVENT_EXEC for each execve */
	/* enter(), exit() and unfinished() of selected calls; without it no exit is reported */
	NEED_EXIT = 1 << 5,
	/* either exit() of selected calls, or host->count() if the kernel counts (host->counts) */
	NEED_COUNTS = 1 << 6,
	/* each() at the entry of every call, also of calls that -e trace does not select */
	NEED_ALL_CALLS = 1 << 7,
	NEED_TEXT = 1 << 8,	/* moment->text: the session decodes the call to text */
	NEED_DECODE = 1 << 9,	/* moment->decode: the consumer itself decodes the call */
	/*
	 * event() of tracees that --system, --cgroup, --comm or --uid selects, after their first
	 * call that is shown
	 */
	NEED_LINES = 1 << 10,
	/* the bpf engine reports command names and numbers in PID namespaces */
	NEED_TASK_NAMES = 1 << 11,
	/* the bpf engine reports the directories in which relative paths begin */
	NEED_STARTS = 1 << 12,
	NEED_TICKS = 1 << 13,	/* tick() after each event, and every 100 ms if there is none */
	NEED_ANSWERS = 1 << 14,	/* host->answers is not NULL */
	NEED_SIGNAL_STACK = 1 << 15,	/* moment->stack of signals */
	/* the bpf engine captures the memory of all members: the consumer decodes without views */
	NEED_ALL_MEMBERS = 1 << 16,
	/* host->stop_ns, which is part of each call: no engine takes over that stops no tracee */
	NEED_STOP_COST = 1 << 17,
	NEED_REQUESTS = 1 << 18,	/* request() at SIGUSR1 */
	/* the consumer itself writes the file of -o: the shared place is /dev/null */
	NEED_OWN_FILE = 1 << 19,
	NEED_COMM = 1 << 20,	/* event->comm */
	NEED_HOME = 1 << 21,	/* event->container and event->unit */
	/* host->stop_ns, and event->unstopped, which says that it is no part of a call */
	NEED_STOPS = 1 << 22,
	NEED_USER = 1 << 23,	/* host->user() knows each change of a user */
	NEED_PARENT = 1 << 24,	/* the bpf engine reports each change of a parent */
	/* no record is to be lost: the consumer's output stands for all calls */
	NEED_WHOLE = 1 << 25,
};

/* What a consumer needs, or all consumers together. */
struct needs {
	unsigned facts;		/* NEED_* */
	/*
	 * FD_*: what the consumer asks about descriptors beyond config->decode.fds. That is needed,
	 * too, with NEED_TEXT, and with NEED_DECODE unless the consumer has a config of its own
	 * (.asks).
	 */
	unsigned fds;
	unsigned subjects;	/* SUBJECT_*: what moment->subject has */
	/*
	 * SUBJECT_*: what needs() may ask for while the trace runs: the bpf engine captures memory
	 * for it from the start
	 */
	unsigned later;
	/*
	 * each() for the entries and exits of this call, also if -e trace does not select it;
	 * ID_none: there is none.
	 */
	enum syscall_id watched;
	/*
	 * The config with which the consumer decodes if it reads more than config->decode says;
	 * NULL: it reads no more.
	 */
	const struct decode_config *asks;
	/*
	 * NEED_DECODE: the calls whose memory the consumer reads at their entries, and at their
	 * exits; NULL: all calls. If all consumers leave a call out, the bpf engine captures
	 * nothing there.
	 */
	const struct call_set *reads_at_entry, *reads_at_exit;
};

/*
 * A place: an output, and what consumers keep about it. There is one for all tracees, or with -ff
 * -o FILE one for each tracee.
 */
struct place {
	struct output *output;
	pid_t tid;		/* the tracee of the place; 0: all tracees */
	/* Ends the line that a consumer has begun; NULL: no consumer writes lines. */
	void (*end_line)(void *ctx);
	void *end_line_ctx;
	/* list of open places: the next one, the pointer to this one */
	struct place *next, **link;
	void *slots[];		/* a pointer for each consumer: place_slot() */
};

/* Ends the open line of a place, and appends text to its output. */
void place_write(struct place *place, const struct buf *text);

/*
 * An event, and what the session has found out about it. All pointers are valid until the callback
 * returns.
 */
struct moment {
	const struct event *event;
	/*
	 * enter(), exit(), unfinished(): the selected call, also for each() at its entry and exit;
	 * else NULL
	 */
	const struct call *call;
	/*
	 * NEED_TEXT: the segments of the call, or of the siginfo of a signal (scry/sink.h). enter()
	 * gets the segments of the entry, exit() gets all segments. NULL: there are none.
	 */
	struct record_builder *text;
	/*
	 * enter(), exit(), and event() of a signal: what decode_enter(), decode_exit() and
	 * decode_siginfo() need. A consumer with NEED_DECODE copies it, and sets .sink to a sink of
	 * its own, .snapshot to a snapshot in its slot, which the exit gets as the entry has left
	 * it, and .builder if the sink collects segments.
	 */
	const struct decode *decode;
	/* NEED_STACK, NEED_SIGNAL_STACK: of the call or the signal; NULL: none was taken */
	const struct stack *stack;
	/*
	 * exit(), and unfinished() at EVENT_DETACHED: what needs.subjects asks for. NULL: no
	 * consumer needs a subject.
	 */
	const struct summary_subject *subject;
	uint64_t system_ns;		/* exit(), unfinished(): the CPU time of the call in the kernel */
	uint64_t stack_ns;		/* ENTER: how long taking the stack took */
	/* of the last call of the tracee, also if it was not selected */
	uint64_t last_nr, last_ip;
	const struct abi *last_abi;	/* of that call; NULL: unknown */
	bool first;		/* the event is the first one of its tracee */
	/*
	 * ENTER: only the exit decides whether the call is selected (--where); without it call is
	 * NULL at the EXIT if it is not
	 */
	bool undecided;
	/* ENTER: the call has another ABI than the last one that was shown */
	bool new_abi;
	/* where output about the tracee goes; NULL: with -ff the tracee has no place yet */
	struct place *place;
	/*
	 * slot_size bytes of this consumer, for this tracee; 0 at first. NULL: the event is about
	 * no tracee
	 */
	void *slot;
};
/* Returns what the call of a moment is about, as far as the consumer asks for subjects. */
struct record_subject moment_subject(const struct moment *moment);

typedef void consumer_count(void *ctx, const struct call *call, const struct call_times *times);

/* What consumers know of the session, and the functions by which they ask it. */
struct host {
	const struct config *config;
	/* what the session has made of config for the engine */
	const struct engine_config *engine;
	const struct abi *native;	/* the ABI of the machine that runs the tracees */
	/* CLOCK_MONOTONIC at the start of the trace, or of the recording that is replayed */
	uint64_t start_ns;
	/*
	 * what tracing adds to the wall-clock time of a call, unless event->unstopped; 0: unknown
	 */
	uint64_t stop_ns;
	uint64_t last_ns;	/* CLOCK_MONOTONIC of the last event */
	size_t n_tracees;	/* living tracees */
	struct losses losses;	/* what is missing of the trace so far */
	/* what fetch has answered about the current event; NULL: answers are not kept */
	struct answers *answers;
	bool lines;	/* a line is written for each call: no consumer replaces the lines */
	bool has_stacks;	/* stacks are taken, or the recording has them */
	/*
	 * the trace goes on after a change of the file of --config: what was written before is kept
	 */
	bool continues;
	/* requests of io_uring are seen; a ring that cannot be read has a message of its own */
	bool requests;
	/* they could be seen, but no selected call is what a request can ask for */
	bool requests_left_out;
	bool counts;		/* the kernel counts, and calls are not reported */
	/*
	 * Calls each() for the selected calls that the kernel has counted. Returns the number of
	 * calls that it could not count.
	 */
	uint64_t (*count)(struct host *host, consumer_count *each, void *ctx);
	/*
	 * As count(), for the calls that needs.watched of a consumer names, whether or not the user
	 * has selected them.
	 */
	uint64_t (*count_watched)(struct host *host, consumer_count *each, void *ctx);
	/*
	 * Returns the command name of the tracee of an event, or the last known one if it has
	 * ended; NULL: unknown. max_age_ns: how old the name may be; 0: it is looked up.
	 */
	const char *(*comm)(struct host *host, const struct event *event, uint64_t max_age_ns);
	/* Finds the real user of the tracee of an event. Returns false if that is not known. */
	bool (*user)(struct host *host, const struct event *event, uint32_t *user);
	/* Finds the parent of the process of an event. Returns false if that is not known. */
	bool (*parent)(struct host *host, const struct event *event, pid_t *parent);
	/* Returns the container and the unit in which the tracee of an event runs. */
	const struct target_place *(*home)(struct host *host, const struct event *event);
	/* Returns the process of a thread; 0: it is not traced. */
	pid_t (*process_of)(struct host *host, pid_t tid);
	/*
	 * To be called in claim() for a file that the consumer writes. Returns false after a
	 * message if another option names the same file, or if the file exists and has something
	 * else than the option writes: an executable program, or a file that does not begin with
	 * begins. path NULL: none. begins NULL: the beginning says nothing.
	 */
	bool (*claim)(struct host *host, const char *path, const char *option, const char *begins);
	/*
	 * For questions about the system; NULL: there is nothing to ask, because the trace is
	 * replayed or made by a stub.
	 */
	const struct look *look;
	/*
	 * What a diagnosis found, as an array of JSON, from end() to close(); NULL: none was made.
	 */
	const struct buf *findings;
	/* The place of all tracees; NULL: each tracee has one of its own. */
	struct place *shared;
};

/* What an expression of --where asks about the tracee of an event: by the functions of the host. */
struct where_asked {
	struct host *host;
	const struct event *event;
};
/* asked must stay valid as long as the facts. stack: of the call; NULL: none was taken. */
struct where_facts where_facts_of(struct where_asked *asked, const struct stack *stack);

/*
 * The command name of a tracee is looked up again after this time, because other threads can change
 * it.
 */
#define COMM_AGE_NS 10000000u

/* The outcome of a tick. */
enum tick {
	TICK_GOES_ON,	/* nothing has changed */
	TICK_CHANGES_NEEDS,	/* needs() may have another result than before */
	TICK_ENDS,	/* the user has ended the trace */
};

/* The first member of the struct of each consumer. */
struct consumer {
	struct host *host;	/* open() sets it */
	size_t number;	/* among the opened consumers; the session sets it */
};

/*
 * Returns the pointer that a consumer has in a place; NULL at first. The consumer owns what it
 * refers to.
 */
static inline void **place_slot(struct place *place, const struct consumer *consumer)
{
	return &place->slots[consumer->number];
}

typedef void consumer_receive(struct consumer *consumer, const struct moment *moment);

/* Two options that cannot be given together: whether each is given, and how messages name it. */
struct option_pair {
	bool one, other;
	const char *names[2];
};

/* An option that means nothing without another one. met: the other one is given. */
struct option_need {
	bool given, met;
	const char *name, *needed;
};

/* The command line, as check() of a consumer sees it. */
struct command_line {
	const struct config *config;
	/*
	 * Returns how often an option was given. name is a letter or a long name, as in the table
	 * of options.
	 */
	unsigned (*given)(const struct command_line *line, const char *name);
	/*
	 * Each of these returns false, and makes scry end with a message, if one of the n rows is
	 * not as it must be.
	 */
	bool (*exclude)(const struct command_line *line, const struct option_pair *pairs, size_t n);
	bool (*require)(const struct command_line *line, const struct option_need *needs, size_t n);
	/* Makes scry end with this message. Returns false. */
	bool (*refuse)(const struct command_line *line, const char *message);
};

/*
 * The functions of a consumer. open(), needs() and close() are necessary; another one that is NULL
 * is not called.
 */
struct consumer_ops {
	/* bytes of moment->slot; 0: the consumer keeps nothing about tracees */
	size_t slot_size;
	bool only_live;	/* --replay has nothing for this consumer */
	bool follows;	/* if an option asks for it, children are traced, too */
	bool limits_files;	/* the files that it writes end at the limits of config->limits */
	bool takes_requests; /* it also receives moments of requests of io_uring: event->request */
	/*
	 * Returns how messages name the options that ask for this output; NULL: none is given.
	 * Options that contradict every output but lines use it. NULL: no option asks for the
	 * consumer, or it writes lines.
	 */
	const char *(*asked)(const struct config *config);
	/*
	 * Checks the options of this output against each other and against all others, whether the
	 * output is asked for or not. Returns the result of line->exclude(), line->require() or
	 * line->refuse(). NULL: all combinations are good.
	 */
	bool (*check)(const struct command_line *line);
	/*
	 * Claims the files that the consumer writes (host->claim). All consumers claim before the
	 * first one opens a file, so that a refused command line empties none. Returns false after
	 * a message. NULL: the consumer claims none.
	 */
	bool (*claim)(struct host *host);
	/*
	 * Returns whether the options ask for this consumer in place of the lines of calls. NULL:
	 * they do not. Called before open().
	 */
	bool (*replaces_lines)(const struct config *config);
	/*
	 * Returns the consumer; NULL: no option asks for it. Sets *failed after a message: then
	 * scry ends, whatever open() returns.
	 */
	struct consumer *(*open)(struct host *host, bool *failed);
	/*
	 * Sets what the consumer needs in *needs, which is 0. Called several times before the trace
	 * begins, and after TICK_CHANGES_NEEDS.
	 */
	void (*needs)(const struct consumer *consumer, struct needs *needs);
	/*
	 * The members of host are complete, and the engine is about to start. Returns false after a
	 * message.
	 */
	bool (*prepare)(struct consumer *consumer);
	/*
	 * Called in the tracer, so that threads and screens begin here. good: the engine has
	 * started. Otherwise the engine, or prepare() of a consumer, has failed, and scry ends.
	 */
	void (*start)(struct consumer *consumer, bool good);
	/* A selected call begins. */
	consumer_receive *enter;
	/* A selected call has returned. Only calls with a status of -e status. */
	consumer_receive *exit;
	/*
	 * A selected call will not return: its tracee has ended or was detached. event is the one
	 * that says so.
	 */
	consumer_receive *unfinished;
	/* Another event that is shown: a signal, a start, an end. -e signal has selected it. */
	consumer_receive *event;
	/*
	 * An event of the engine, whether it is selected or not. Called after the functions above.
	 */
	consumer_receive *each;
	/* The tracee has ended: frees what the slot refers to. The session frees the slot. */
	void (*forget)(struct consumer *consumer, void *slot);
	/* A place was opened. */
	void (*open_place)(struct consumer *consumer, struct place *place);
	/* A place is about to be closed. */
	void (*close_place)(struct consumer *consumer, struct place *place);
	/* NEED_TICKS: time has passed. now_ns: CLOCK_MONOTONIC. */
	enum tick (*tick)(struct consumer *consumer, uint64_t now_ns);
	/*
	 * Called every 100 ms: writes bytes that have waited for long. Returns whether younger
	 * bytes wait.
	 */
	bool (*flush)(struct consumer *consumer, uint64_t now_ns);
	/*
	 * Returns whether the consumer can write no more. If all consumers return true, the session
	 * releases the tracees. NULL: stands for false.
	 */
	bool (*failed)(const struct consumer *consumer);
	/* NEED_REQUESTS: scry has received SIGUSR1. */
	void (*request)(struct consumer *consumer);
	/*
	 * SIGHUP of a service: completes the files that the consumer itself writes if they were
	 * moved away, and goes on in new ones.
	 */
	void (*reopen)(struct consumer *consumer);
	/* A signal has ended the trace. */
	void (*interrupt)(struct consumer *consumer);
	/*
	 * Returns whether the output is empty if no selected call is seen, so that a message must
	 * say that. NULL: it never is.
	 */
	bool (*is_empty_without_calls)(const struct config *config);
	/* --for: the time is over, and what is traced goes on untraced. */
	void (*time_over)(struct consumer *consumer);
	/* The trace has ended; the places are still open. Returns false if a write failed. */
	bool (*end)(struct consumer *consumer);
	/*
	 * The places were closed: writes the rest, and frees the consumer. Returns false if a write
	 * failed.
	 */
	bool (*close)(struct consumer *consumer);
};

#define CONSUMER_DECLARE(name) extern const struct consumer_ops name##_consumer;
CONSUMERS(CONSUMER_DECLARE)
#undef CONSUMER_DECLARE

/* All consumers, in the order of CONSUMERS. */
#define CONSUMER_COUNT(name) +1
enum { CONSUMERS_MAX = CONSUMERS(CONSUMER_COUNT) };
#undef CONSUMER_COUNT
extern const struct consumer_ops *const consumers_known[CONSUMERS_MAX];

#endif
