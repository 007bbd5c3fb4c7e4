/* SPDX-License-Identifier: MIT */
/*
 * Shared types: a consumer receives a trace and makes something of it: text, JSON, a table, a file, the live screen, a
 * recording. CONSUMERS lists all of them. The session calls them only through struct consumer_ops.
 * doc/HOWTO-add-an-output.md adds one.
 */
#ifndef SCRY_CONSUMER_H
#define SCRY_CONSUMER_H

#include "scry/config.h"

/*
 * The consumers, in the order in which they see an event. X(NAME): NAME_consumer is a struct consumer_ops.
 * The recorder is the last one that decodes, because it keeps what the others have asked.
 */
#define CONSUMERS(X) \
	X(screen) X(table) X(call_tree) X(timeline) X(page) X(text) X(messages) X(json) X(diff) X(policy) X(rings) X(recorder)

/* What the session and the engine find out about an event because a consumer needs it. */
enum need {
	NEED_REAL = 1 << 0,	/* event->real, call->entered */
	NEED_MONO = 1 << 1,	/* event->mono_ns, and the times of calls */
	NEED_CPU = 1 << 2,	/* event->system_ns, moment->system_ns */
	NEED_STACK = 1 << 3,	/* moment->stack */
	NEED_EXEC = 1 << 4,	/* EVENT_EXEC */
	NEED_EXIT = 1 << 5,	/* the exits of selected calls */
	NEED_COUNTS = 1 << 6,	/* NEED_EXIT, but host->count() will do if the kernel can count */
	NEED_ALL_CALLS = 1 << 7,	/* each() for the entries of calls that -e trace does not select, too */
	NEED_TEXT = 1 << 8,	/* moment->text */
	NEED_DECODE = 1 << 9,	/* moment->decode */
	NEED_LINES = 1 << 10,	/* the consumer shows calls, so that other events of their tracees are of interest, too */
	NEED_TASK_NAMES = 1 << 11,	/* command names, and numbers in PID namespaces, of an engine that does not stop tracees */
	NEED_STARTS = 1 << 12,	/* the same of directories in which relative paths begin */
	NEED_TICKS = 1 << 13,	/* tick() every 100 ms, also while nothing happens */
	NEED_ANSWERS = 1 << 14,	/* host->answers */
	NEED_SIGNAL_STACK = 1 << 15,	/* moment->stack of signals */
	NEED_FACTS = 1 << 16,	/* the consumer decodes without views, so that the memory of all members is captured */
	NEED_STOP_COST = 1 << 17,	/* host->stop_ns */
	NEED_REQUESTS = 1 << 18,	/* request() */
	NEED_OWN_FILE = 1 << 19,	/* the consumer itself writes the file of -o; the shared place writes nothing */
};

struct needs {
	unsigned facts;		/* NEED_* */
	unsigned fds;		/* FD_*: what decode asks about descriptors */
	unsigned subjects;	/* SUBJECT_*: what moment->subject has */
	/* each() for the entries and exits of this call, also if -e trace does not select it; ID_none: there is none. */
	enum syscall_id watched;
	/* How a consumer decodes that asks more than config->decode does; NULL: none does. It takes the place of the views. */
	const struct decode_config *asks;
};

/* An output, and what consumers keep about it: one for all tracees, or with -ff -o FILE one for each tracee. */
struct place {
	struct output *output;
	pid_t tid;		/* the tracee of the place; 0: all tracees */
	/* Ends the line that a consumer has begun; NULL: no consumer writes lines. */
	void (*end_line)(void *ctx);
	void *end_line_ctx;
	struct place *next, **link;	/* list of open places: the next one, the pointer to this one */
	void *slots[];		/* of the consumers: place_slot() */
};

/* Appends text to the output of a place, after the line that is open there. */
void place_write(struct place *place, const struct buf *text);

/* An event, and what was found out about it. All pointers are valid until the callback returns. */
struct moment {
	const struct event *event;
	const struct call *call;	/* ENTER, EXIT and unfinished(): the selected call; else NULL */
	struct record_builder *text;	/* NEED_TEXT: the arguments of the call, or the siginfo; NULL: there are none */
	const struct decode *decode;	/* decodes the event; a consumer copies it, and sets at least .sink and .snapshot */
	const struct stack *stack;	/* NEED_STACK: of the call or the signal; NULL: none was taken */
	const struct summary_subject *subject;	/* exit(): what the keys of summaries need; NULL: none needs it */
	uint64_t system_ns;		/* exit(): the CPU time of the call in the kernel */
	uint64_t stack_ns;		/* ENTER: how long taking the stack took */
	uint64_t last_nr, last_ip;	/* of the last call of the tracee, also if it was not selected */
	const char *context;		/* NULL: none */
	bool first;		/* the event is the first one of its tracee */
	bool new_abi;		/* ENTER: the call has another ABI than the last one that was shown */
	struct place *place;	/* where output about the tracee goes; NULL: nowhere yet */
	void *slot;		/* of this consumer and this tracee: slot_size bytes, 0 at first; NULL: no tracee */
};

typedef void consumer_count(void *ctx, const struct call *call, const struct call_times *times);

/* What consumers know of the session, and ask it for. */
struct host {
	const struct config *config;
	const struct engine_config *engine;	/* as it was made of config */
	const struct abi *native;	/* of the machine that runs the tracees */
	uint64_t start_ns;	/* CLOCK_MONOTONIC at the start of the trace, by the clock of its events */
	uint64_t stop_ns;	/* what tracing adds to the wall-clock time of a call; 0: unknown */
	uint64_t last_ns;	/* CLOCK_MONOTONIC of the last event */
	size_t n_tracees;	/* that live */
	struct answers *answers;	/* to what was asked about the current event; NULL: not kept */
	bool has_stacks;	/* stacks are taken, or the recording has them */
	bool counts;		/* the kernel counts, and calls are not reported */
	/* Passes on the selected calls that the kernel has counted. Returns the number of calls that it has not counted. */
	uint64_t (*count)(struct host *host, consumer_count *each, void *ctx);
	/*
	 * Returns the command name of the tracee of an event, or the last known one if it has ended; NULL: unknown.
	 * max_age_ns: how old the name may be; 0: it is looked up.
	 */
	const char *(*comm)(struct host *host, const struct event *event, uint64_t max_age_ns);
	/* Returns the process of a thread; 0: it is not traced. */
	pid_t (*process_of)(struct host *host, pid_t tid);
	/*
	 * To be called in open() for a file that the consumer writes, before it is opened. Returns false after a message if
	 * another option names the same file. path NULL: none.
	 */
	bool (*claim)(struct host *host, const char *path, const char *option);
	/* The place of all tracees; NULL: each tracee has one of its own. */
	struct place *shared;
};

/* The command name of a tracee is looked up again after this time, because other threads can change it. */
#define COMM_AGE_NS 10000000u

/* The outcome of a tick: nothing; needs() has another result than before; the user has ended the trace. */
enum tick { TICK_GOES_ON, TICK_CHANGES_NEEDS, TICK_ENDS };

/* What all consumers begin with. */
struct consumer {
	struct host *host;
	size_t number;	/* among the opened consumers; set by the session */
};

/* What a consumer keeps about a place; NULL at first. */
static inline void **place_slot(struct place *place, const struct consumer *consumer)
{
	return &place->slots[consumer->number];
}

typedef void consumer_receive(struct consumer *consumer, const struct moment *moment);

/* A function that is NULL is not called. */
struct consumer_ops {
	size_t slot_size;	/* bytes for each tracee */
	/* Returns NULL if no option asks for the consumer, or with *failed set after a message. */
	struct consumer *(*open)(struct host *host, bool *failed);
	/* Adds what the consumer needs. Called before the trace begins, and again after tick(). */
	void (*needs)(const struct consumer *consumer, struct needs *needs);
	/* All needs are known, and the engine is about to start. Returns false after a message. */
	bool (*prepare)(struct consumer *consumer);
	/* The engine has started, in the tracer: threads and screens begin here. false: the start has failed. */
	void (*start)(struct consumer *consumer, bool good);
	/* The selected call of an entry begins; it has returned, and -e status selects it; it will not return. */
	consumer_receive *enter, *exit, *unfinished;
	consumer_receive *event;	/* any other event that is shown */
	/* Each event of the engine, after the functions above, also if it is not selected or not shown. */
	consumer_receive *each;
	/* The tracee has ended: frees what is in the slot. */
	void (*forget)(struct consumer *consumer, void *slot);
	/* A place was opened, or is about to be closed. */
	void (*open_place)(struct consumer *consumer, struct place *place);
	void (*close_place)(struct consumer *consumer, struct place *place);
	/* Time has passed. now_ns: CLOCK_MONOTONIC. */
	enum tick (*tick)(struct consumer *consumer, uint64_t now_ns);
	/* Writes what has waited for long. Returns whether younger bytes wait. */
	bool (*flush)(struct consumer *consumer, uint64_t now_ns);
	/* Whether nothing more can be written. If so of all consumers, the tracees are released. NULL: this never happens. */
	bool (*failed)(const struct consumer *consumer);
	/* SIGUSR1 was sent to scry. */
	void (*request)(struct consumer *consumer);
	/* A signal has ended the trace. */
	void (*interrupt)(struct consumer *consumer);
	/* The trace has ended; the places are still open. Returns false if a write failed. */
	bool (*end)(struct consumer *consumer);
	/* Writes the rest, after the places were closed, and frees the consumer. Returns false if a write failed. */
	bool (*close)(struct consumer *consumer);
};

#define CONSUMER_DECLARE(name) extern const struct consumer_ops name##_consumer;
CONSUMERS(CONSUMER_DECLARE)
#undef CONSUMER_DECLARE

#endif
