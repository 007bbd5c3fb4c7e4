/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/summary/: counts of calls, by name (-c), by keys (--summary=KEYS) and by
 * stack (--summary=stack).
 */
#ifndef SCRY_SUMMARY_H
#define SCRY_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/call.h"
#include "scry/output.h"
#include "scry/util.h"

/*
 * Columns from SUMMARY_WALL_PERCENT to SUMMARY_HISTOGRAM show wall-clock time: the time from entry
 * to exit. The other times are CPU time in the kernel or, with summary_config.wall_clock, also
 * wall-clock time.
 */
enum summary_column {
	SUMMARY_PERCENT,
	SUMMARY_TOTAL,
	SUMMARY_MIN,
	SUMMARY_MAX,
	SUMMARY_AVERAGE,
	SUMMARY_CALLS,
	SUMMARY_ERRORS,
	SUMMARY_NAME,
	SUMMARY_WALL_PERCENT,
	SUMMARY_WALL_TOTAL,
	SUMMARY_WALL_MIN,
	SUMMARY_WALL_MAX,
	SUMMARY_WALL_AVERAGE,
	SUMMARY_P1,		/* SUMMARY_PERCENTILE(1), and so on */
	SUMMARY_P99 = SUMMARY_P1 + 98,
	SUMMARY_P99_9,
	SUMMARY_P99_99,
	SUMMARY_P99_999,
	SUMMARY_HISTOGRAM,
	SUMMARY_WAITING,	/* wall-clock time minus CPU time in the kernel */
	SUMMARY_BYTES,
	/* On the live screen: what was counted since it was drawn before, by the second. */
	SUMMARY_CALL_RATE,
	SUMMARY_BYTE_RATE,
	SUMMARY_WORK_RATE,	/* CPU time in the kernel */
	SUMMARY_COLUMNS,	/* the number of columns; as a sort order: by system call number */
};

/* The column of a percentile from 1 to 99. */
#define SUMMARY_PERCENTILE(n) (SUMMARY_P1 + (n) - 1)

/* What calls are grouped by. */
enum summary_key {
	KEY_SYSCALL,
	KEY_PID,
	KEY_TGID,
	KEY_COMM,
	KEY_ERRNO,
	KEY_PATH,
	KEY_FD,
	KEY_PEER,
	KEY_CLASS,
	KEY_INTERVAL,
	KEY_CONTAINER,
	KEY_UNIT,
	KEY_VIA,
	SUMMARY_KEYS,		/* the number of keys */
};

/* What must be found out about a call because a key needs it. */
enum {
	SUBJECT_COMM = 1 << 0,
	SUBJECT_FD = 1 << 1,
	SUBJECT_PATH = 1 << 2,
	SUBJECT_PEER = 1 << 3,
	SUBJECT_TASK = 1 << 4,	/* the tracee, and the time since the start */
	SUBJECT_PLACE = 1 << 5,	/* the container and the unit */
	SUBJECT_DECODED = SUBJECT_FD | SUBJECT_PATH | SUBJECT_PEER,
};

#define SUMMARY_POWERS 65
/* The bounds of histograms for other programs: from 2^10 ns, about 1 us, to 2^35 ns, 34 s. */
#define SUMMARY_FIRST_POWER 10
#define SUMMARY_LAST_POWER 35

/* Calls that failed with an error. */
struct error_count {
	uint32_t error;
	uint64_t n;
};

enum summary_format { SUMMARY_TEXT, SUMMARY_JSON, SUMMARY_CSV, SUMMARY_PROMETHEUS, SUMMARY_OPENMETRICS };

struct color_scheme;
struct losses;

struct summary_config {
	const struct losses *losses; /* for metrics and notes; NULL: nothing is missing */
	enum summary_column columns[SUMMARY_COLUMNS];	/* -U */
	size_t n_columns;
	enum summary_column sort;	/* -S: column, descending; SUMMARY_NAME: alphabetically */
	bool default_sort;		/* no -S was given */
	/*
	 * rows are in the order of the column alone: those with the same first keys need not stand
	 * together
	 */
	bool flat;
	bool drawn;			/* tables are made all the time: --top */
	bool wall_clock;		/* -w, or cpu_unmeasured */
	bool cpu_unmeasured;		/* see struct engine_config; with wall_clock */
	bool all_columns;		/* no -U was given: JSON shows all columns */
	uint64_t overhead_ns;		/* -O: subtracted from the times of every call */
	bool corrected;			/* -O was given */
	enum summary_key keys[SUMMARY_KEYS];	/* --summary=KEYS */
	size_t n_keys;			/* 0: the tables of strace */
	/* --summary-skip-missing: calls without a value of a key are left out */
	bool skip_missing;
	bool blocks;			/* text is UTF-8: a histogram has blocks */
	/* --summary-top: the maximum number of rows; 0: no maximum */
	size_t top;
	enum summary_format format;	/* of tables with keys */
	/* --metrics-listen: metrics are made of the counts as well */
	bool served;
	const char *metrics_address;	/* where scry itself serves them; NULL: nowhere */
	uint64_t interval_ns;		/* --interval, in nanoseconds; 0: not given */
	/* what tracing adds to the wall-clock time of a call; 0: unknown */
	uint64_t stop_ns;
	bool stops_ever;		/* a counted call had stops */
	/* it adds that to some calls only: the bpf engine took over */
	bool stops_partly;
	const struct color_scheme *colors;	/* of text; NULL: no colours */
};

/* Whether the format of tables is one that Prometheus reads. */
static inline bool summary_is_metrics(const struct summary_config *config)
{
	return config->format == SUMMARY_PROMETHEUS || config->format == SUMMARY_OPENMETRICS;
}

/* Whether metrics are made of the counts. */
static inline bool summary_has_metrics(const struct summary_config *config)
{
	return summary_is_metrics(config) || config->served;
}

/* Returns whether calls are grouped by this key. */
bool summary_has_key(const struct summary_config *config, enum summary_key key);
/* Returns whether a column of this kind is wanted. */
bool summary_has_column(const struct summary_config *config, enum summary_column column);
/* Returns what the keys need: SUBJECT_*. */
unsigned summary_needs(const struct summary_config *config);
/* Returns whether a column needs the histogram of the times. */
bool summary_needs_histogram(const struct summary_config *config);
/*
 * Returns whether each call must be seen, because sums of times are not enough for a key or a
 * column.
 */
bool summary_needs_calls(const struct summary_config *config);
const char *summary_key_name(enum summary_key key);

/* Sets the columns and the order of strace. */
void summary_defaults(struct summary_config *config);
/* Sets the columns that tables with keys have without -U. */
void summary_key_columns(struct summary_config *config);

/*
 * The subject of a call: what keys need to know besides the call. A zeroed subject is empty;
 * summary_subject_free() frees its memory.
 */
struct summary_subject {
	pid_t tid, tgid;
	const char *comm;		/* NULL: unknown; owned by the caller */
	const char *container, *unit;	/* NULL: none, or unknown; owned by the caller */
	uint64_t elapsed_ns;		/* from the start of the trace to the return of the call */
	/* The following members are set by the sink of summary_subject_sink(). */
	int fd;				/* -1: no argument is a descriptor */
	bool has_path, has_peer;
	/* the path is an argument; false: it is the path of a descriptor */
	bool path_is_argument;
	struct buf path, peer;
	/* AF_INET or AF_INET6: the address and the port of the peer; 0: the peer is none of that */
	int peer_family;
	unsigned char peer_address[16];
	uint16_t peer_port;
	bool has_port;			/* a port precedes the next address */
	uint16_t port;
};

/* Prepares a subject for the entry of the next call. It keeps its buffers. */
void summary_subject_reset(struct summary_subject *subject);
void summary_subject_free(struct summary_subject *subject);

struct sink;
/*
 * Creates a sink that finds the descriptor, the path and the peer of a call among the values that
 * decode emits.
 */
struct sink *summary_subject_sink(void);
/*
 * Sets the subject that the sink fills. addresses: socket addresses in arguments are addresses of
 * peers; false: only the peers of connected sockets are.
 */
void summary_subject_fill(struct sink *sink, struct summary_subject *subject, bool addresses);

struct summary;

/* config must stay valid as long as the summary. */
struct summary *summary_new(const struct summary_config *config);
/*
 * Counts a call that has returned. system_ns: the CPU time that it took in the kernel. subject: not
 * NULL if the config has keys; what summary_needs() says is set in it.
 */
void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns,
		 const struct summary_subject *subject);
/* Counts calls that have returned with the same result. */
void summary_add_many(struct summary *summary, const struct call *call,
		      const struct call_times *times);
/*
 * Counts such calls as missing: if as many or more are added later, what they are more remains. The
 * shortest and the longest times are not known then, and the config has no time that is subtracted
 * from each call.
 */
void summary_take_many(struct summary *summary, const struct call *call,
		       const struct call_times *times);
/* Appends one table for each ABI of which calls were counted, with totals in the last row. */
void summary_print(const struct summary *summary, struct buf *out);
/*
 * Appends the tables as JSON (doc/json.md): one record for each row, then one with totals. The
 * records contain pid unless it is 0.
 */
void summary_print_json(const struct summary *summary, pid_t pid, struct buf *out);

/* Which part of the trace a table is about, for --interval. */
struct summary_span {
	bool repeated;		/* there are several tables; false: there is only one */
	bool recent;		/* since the previous table; false: since the start */
	bool first;		/* the first table of the output: CSV has a line with headings */
	uint64_t length_ns;
	pid_t pid;		/* of the process that the table is about; 0: all */
};
/* Appends the table of a summary with keys in the format of the config. */
void summary_print_groups(const struct summary *summary, const struct summary_span *span,
			  struct buf *out);
/*
 * Appends the counts of a summary with keys as metrics, in one of the two formats that Prometheus
 * reads.
 */
void summary_print_metrics(const struct summary *summary, enum summary_format format,
			   struct buf *out);
/* The counts of the calls that have the same values of the keys. */
struct summary_group {
	/* of the keys of the config; NULL: the call has none */
	const char *values[SUMMARY_KEYS];
	bool is_other;	/* all calls that --summary-top leaves out: there are no values */
	uint64_t calls, bytes, wall_ns;
	const struct error_count *errors;	/* with summary_has_metrics() */
	size_t n_errors;
	/* how many lasted less than 2^i ns, and 2^(i - 1) at least */
	uint64_t powers[SUMMARY_POWERS];
};
typedef void summary_each(void *ctx, const struct summary_group *group);
/* Calls each() for each group of a summary with keys. */
void summary_each_group(const struct summary *summary, summary_each *each, void *ctx);
/* Forgets all calls. Only for a summary with keys. */
void summary_clear(struct summary *summary);
void summary_free(struct summary *summary);

/* Returns how many bytes a call read or wrote, if its result says so. */
uint64_t summary_bytes_moved(const struct call *call);

struct stack;

/*
 * --top: a live screen of the calls by keys. It counts by itself, since the keys can be changed
 * while it runs.
 */
struct top;
struct terminal;

/* What can be known of calls beside the keys of summaries. */
struct top_sources {
	bool stacks;		/* stacks are taken */
	/* the calls that are traced: for expressions in the question for a filter */
	const struct call_set *calls;
	unsigned unknown;	/* WHERE_NEEDS_*: what cannot be asked of calls */
	const char *unknown_why;	/* a sentence about it */
};

/* What the user wants. */
enum top_wish { TOP_NOTHING, TOP_DRAW, TOP_QUIT };

/* title: what is traced. config must stay valid as long as the screen. */
struct top *top_new(const struct summary_config *config, const struct top_sources *sources,
		    const char *title);
void top_free(struct top *top);
/* Returns what the keys that are wanted now need: SUBJECT_*. */
unsigned top_needs(const struct top *top);
/* Returns whether the stacks of calls are wanted now. */
bool top_wants_stack(const struct top *top);
/*
 * The expression that the user has typed as a filter; NULL: none. *number changes whenever it is
 * another one. It belongs to the screen, up to the next key.
 */
struct where *top_expression(const struct top *top, unsigned *number);
/*
 * Counts a call that has returned, as summary_add() does. stack: NULL: unknown. meets: the
 * expression is true for the call; without one it does not matter.
 */
void top_add(struct top *top, const struct call *call, uint64_t system_ns,
	     const struct summary_subject *subject, const struct stack *stack, bool meets);
/*
 * Brings the rows up to date, unless the screen is paused. elapsed_ns: the length of the trace so
 * far. ended: the trace has ended.
 */
void top_refresh(struct top *top, uint64_t elapsed_ns, bool ended);
/* Handles a key of terminal_key(). */
enum top_wish top_press(struct top *top, int key);
void top_draw(struct top *top, struct terminal *terminal);

/* --top */
struct screen_config {
	bool wanted;
	enum terminal_theme theme;
};

/* Counts of calls by stack: a tree of the stacks from which calls were made. */
struct call_tree;

/* What stacks are sorted by: number of calls, wall-clock time, or bytes read and written. */
enum call_weight { WEIGHT_CALLS, WEIGHT_TIME, WEIGHT_BYTES };

struct call_tree_config {
	bool by_stack;		/* --summary=stack */
	const char *folded_path, *picture_path;	/* --folded, --flame-graph; NULL: none */
	enum call_weight weight;	/* --stack-weight */
};

struct call_tree *call_tree_new(void);
void call_tree_free(struct call_tree *tree);
/* Counts a call that has returned. The tree copies what it needs of the stack. */
void call_tree_add(struct call_tree *tree, const struct call *call, const struct stack *stack);
/* Appends a table of the calls, each with its callers, sorted by descending weight. */
void call_tree_print(struct call_tree *tree, enum call_weight weight, struct buf *out);
void call_tree_print_json(struct call_tree *tree, enum call_weight weight, struct buf *out);
/*
 * Appends folded stacks, lines of the form "outermost;...;innermost NUMBER", which flamegraph.pl,
 * speedscope and inferno read.
 */
void call_tree_fold(const struct call_tree *tree, enum call_weight weight, struct buf *out);
/* Appends a flame graph, a self-contained SVG file. */
void call_tree_draw(struct call_tree *tree, enum call_weight weight, struct buf *out);

#endif
