/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: counters of calls, and the tables made from them. */
#ifndef SCRY_SUMMARY_SUMMARY_H
#define SCRY_SUMMARY_SUMMARY_H

#include "scry/arch.h"
#include "scry/summary.h"
#include "summary/histogram.h"

/* In nanoseconds. */
struct times {
	uint64_t total, min, max;
};

struct counter {
	uint64_t calls, errors, bytes;
	uint64_t unfinished; /* of the calls: had not returned when their tracee was released */
	struct times system, wall;
	struct histogram histogram; /* of wall-clock times; empty if no column needs it */
	struct error_count *by_error; /* only for formats that Prometheus reads */
	size_t n_by_error;
};

/* What the value of a key is made of. */
struct key_source {
	const struct summary_config *config;
	const struct call *call;
	const struct summary_subject *subject;
};

struct key {
	const char *name;
	const char *alias; /* another name that people try; NULL: none */
	/* Appends the value, which contains no NUL. Returns false if the call has none. */
	bool (*put)(struct buf *out, const struct key_source *source);
	unsigned needs; /* SUBJECT_* */
	bool in_kernel; /* the bpf engine can count by the key without reporting calls */
	bool number; /* values are numbers */
	bool ascending; /* rows are in the order of the values unless -S says otherwise */
};

/* These texts stand for a missing value and for the rows that --summary-top leaves out. */
#define KEY_NONE "-"
#define KEY_OTHER "(other)"

/*
 * A counter of calls that the tables by number do not have: calls with an unknown number, calls
 * by a multiplexer (socket made by socketcall), and requests of io_uring.
 */
struct extra {
	const struct abi *abi;
	enum syscall_id id; /* ID_none: an unknown number */
	bool of_ring; /* requests of io_uring */
	uint64_t key; /* the unknown number; 0 if id is set */
	struct counter counter;
};

/* Limits scry's memory: a tracee can use any number. Further calls are counted together. */
#define EXTRAS_MAX 256

struct groups;

struct summary {
	const struct summary_config *config;
	bool wants_histogram, wants_errors;
	struct groups *groups; /* NULL without keys; the members below are unused with them */
	struct counter *by_number[ABI_COUNT]; /* by number without nr_flag; NULL: no calls */
	struct extra *extras;
	size_t n_extras, extras_capacity;
};

struct key_group;

struct row {
	/* With keys; NULL: the row of the others, or the total. */
	const struct key_group *group;
	bool is_other;
	const size_t *levels; /* with keys: for each key the index in table.levels */
	const char *name; /* NULL: the name is "syscall_0x" and nr in hexadecimal */
	bool of_ring; /* requests of io_uring: "io_uring:" stands before the name */
	uint64_t order; /* of rows with equal keys: by number, then extras as they were added */
	uint64_t nr;
	struct counter counter;
	const struct counter *recent; /* what was counted during table.recent_ns; NULL: unknown */
};

struct table {
	const struct summary_config *config;
	struct row *rows;
	size_t n, capacity;
	struct row total;
	struct counter other; /* with keys: of the row with is_other */
	struct counter *levels; /* with keys: counters of all rows that have the same first keys */
	size_t *level_of; /* that rows refer to */
	size_t n_levels;
	uint64_t recent_ns;
	uint64_t left_out; /* calls: see config.skip_missing */
};

/* The value of a column: a count, or a time in nanoseconds. */
enum figure {
	FIGURE_NONE,
	FIGURE_CALLS,
	FIGURE_ERRORS,
	FIGURE_TOTAL,
	FIGURE_MIN,
	FIGURE_MAX,
	FIGURE_AVERAGE,
	FIGURE_QUANTILE,
	FIGURE_WAITING,
	FIGURE_BYTES,
	FIGURE_CALL_RATE,
	FIGURE_BYTE_RATE,
	FIGURE_WORK_RATE, /* tenths of a per cent of a CPU */
};

struct column {
	const char *heading;
	size_t min_width;
	enum figure figure;
	/*
	 * How the value is written; SHOW_IF_ANY: a number, or nothing if it is 0; SHOW_SCALED:
	 * 12.3M; SHOW_TENTHS: tenths as a fraction.
	 */
	enum {
		SHOW_NAME,
		SHOW_PERCENT,
		SHOW_SECONDS,
		SHOW_US,
		SHOW_NUMBER,
		SHOW_IF_ANY,
		SHOW_SCALED,
		SHOW_TENTHS,
		SHOW_POWERS
	} show;
	bool wall; /* the value is a wall-clock time, also without -w */
	bool left; /* aligned to the left */
	unsigned part; /* FIGURE_QUANTILE: in 1 / PARTS */
	/* The heading that names the clock, without and with -w; NULL: heading. */
	const char *clocks[2];
};

/* All percentiles that are a column: X(1) to X(99). */
/* clang-format off */
#define TEN_PERCENTILES(X, ten) \
	X(ten##0) X(ten##1) X(ten##2) X(ten##3) X(ten##4) X(ten##5) X(ten##6) X(ten##7) X(ten##8) X(ten##9)
#define PERCENTILES(X) \
	X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) \
	TEN_PERCENTILES(X, 1) TEN_PERCENTILES(X, 2) TEN_PERCENTILES(X, 3) TEN_PERCENTILES(X, 4) \
	TEN_PERCENTILES(X, 5) TEN_PERCENTILES(X, 6) TEN_PERCENTILES(X, 7) TEN_PERCENTILES(X, 8) \
	TEN_PERCENTILES(X, 9)
/* clang-format on */

/*
 * A column of a table as it is laid out. With keys the column of the name is a column for each key.
 */
struct cell {
	const struct column *column;
	size_t key;
	size_t width; /* in characters */
};

struct layout {
	struct cell cells[SUMMARY_COLUMNS + SUMMARY_KEYS];
	size_t n;
};

/* A list of columns with different names. */
struct chosen {
	enum summary_column columns[SUMMARY_COLUMNS];
	size_t n;
};

#endif
