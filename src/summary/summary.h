/* SPDX-License-Identifier: MIT */
/* Inside src/summary/: what is counted of each call. */
#ifndef SCRY_SUMMARY_SUMMARY_H
#define SCRY_SUMMARY_SUMMARY_H

#include "scry/arch.h"
#include "scry/summary.h"

/* In nanoseconds. */
struct times {
	uint64_t total, least, most;
};

struct counter {
	uint64_t calls, errors;
	struct times system, wall;
};

/* A call that its number alone does not tell: socket of socketcall, or a number without a name. */
struct extra {
	const struct abi *abi;
	enum syscall_id id; /* ID_none: a number without a name */
	uint64_t key; /* that number; 0 with a name */
	struct counter counter;
};

/* A traced program can make up as many numbers as it likes: the rest is counted as one. */
#define EXTRAS_MOST 256

struct summary {
	const struct summary_config *config;
	struct counter *known[ABI_COUNT]; /* by number without nr_flag; NULL: none so far */
	struct extra *extras;
	size_t n_extras;
};

struct row {
	const char *name; /* NULL: "syscall_0x…" of the number */
	uint64_t order; /* among equals: as numbered, then extras as they came */
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

/* What a column tells of a row: how many, or nanoseconds. */
enum figure {
	FIGURE_NONE,
	FIGURE_CALLS,
	FIGURE_ERRORS,
	FIGURE_TOTAL,
	FIGURE_LEAST,
	FIGURE_MOST,
	FIGURE_AVERAGE,
};

struct column {
	const char *heading;
	size_t width; /* at least */
	enum figure figure;
	enum { SHOW_NAME, SHOW_PERCENT, SHOW_SECONDS, SHOW_US, SHOW_NUMBER, SHOW_IF_ANY } show;
	bool wall; /* times of the clock on the wall, also without -w */
	bool left; /* text begins where the column does */
};
extern const struct column summary_columns[SUMMARY_COLUMNS];

/* What rows are sorted by: the figure, greatest first. */
uint64_t column_figure(const struct column *column, const struct table *table,
		       const struct row *row);
/* Appends what stands in a row, without blanks around it. */
void column_put(struct buf *out, const struct column *column, const struct table *table,
		const struct row *row);
/* Appends the name of the call. */
void row_put_name(struct buf *out, const struct row *row);

/* table.c: calls each() with the sorted table of every ABI of which a call was counted. */
void summary_each_table(const struct summary *summary,
			void (*each)(const struct table *table, const struct abi *abi, void *ctx),
			void *ctx);

#endif
