/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: counters of calls, and the tables made from them. */
#ifndef SCRY_SUMMARY_SUMMARY_H
#define SCRY_SUMMARY_SUMMARY_H

#include "scry/arch.h"
#include "scry/summary.h"

/* In nanoseconds. */
struct times {
	uint64_t total, min, max;
};

struct counter {
	uint64_t calls, errors;
	struct times system, wall;
};

/*
 * A counter of calls that the tables by number do not have: calls with an unknown number, and calls
 * by a multiplexer (socket made by socketcall).
 */
struct extra {
	const struct abi *abi;
	enum syscall_id id; /* ID_none: an unknown number */
	uint64_t key; /* the unknown number; 0 if id is set */
	struct counter counter;
};

/* Limits scry's memory: a tracee can use any number. Further calls are counted together. */
#define EXTRAS_MAX 256

struct summary {
	const struct summary_config *config;
	struct counter *by_number[ABI_COUNT]; /* by number without nr_flag; NULL: no calls */
	struct extra *extras;
	size_t n_extras;
};

struct row {
	const char *name; /* NULL: the name is "syscall_0x" and nr in hexadecimal */
	uint64_t order; /* of rows with equal keys: by number, then extras as they were added */
	uint64_t nr;
	struct counter counter;
};

struct table {
	const struct summary_config *config;
	struct row *rows;
	size_t n;
	struct row total;
};

/* columns.c */

/* The value of a column: a count, or a time in nanoseconds. */
enum figure {
	FIGURE_NONE,
	FIGURE_CALLS,
	FIGURE_ERRORS,
	FIGURE_TOTAL,
	FIGURE_MIN,
	FIGURE_MAX,
	FIGURE_AVERAGE,
};

struct column {
	const char *heading;
	size_t min_width;
	enum figure figure;
	/* How the value is written; SHOW_IF_ANY: a number, or nothing if it is 0. */
	enum { SHOW_NAME, SHOW_PERCENT, SHOW_SECONDS, SHOW_US, SHOW_NUMBER, SHOW_IF_ANY } show;
	bool wall; /* the value is a wall-clock time, also without -w */
	bool left; /* aligned to the left */
};
extern const struct column summary_columns[SUMMARY_COLUMNS];

/* Returns the value of a column. */
uint64_t column_figure(const struct column *column, const struct table *table,
		       const struct row *row);
/* Appends the text of a column, without padding. */
void column_put(struct buf *out, const struct column *column, const struct table *table,
		const struct row *row);
/* Appends the name of the call. */
void row_put_name(struct buf *out, const struct row *row);

/* table.c */

/* Calls each() with the sorted table of every ABI of which a call was counted. */
void summary_each_table(const struct summary *summary,
			void (*each)(const struct table *table, const struct abi *abi, void *ctx),
			void *ctx);

#endif
