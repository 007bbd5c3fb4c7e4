/* SPDX-License-Identifier: MIT */
/* Public header of src/summary/: counts of calls, by name (-c) and by stack (--summary=stack). */
#ifndef SCRY_SUMMARY_H
#define SCRY_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/call.h"
#include "scry/util.h"

/*
 * Columns from SUMMARY_WALL_TOTAL on show wall-clock time: the time from entry to exit. The other
 * times are CPU time in the kernel or, with summary_config.wall_clock, also wall-clock time.
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
	SUMMARY_WALL_TOTAL,
	SUMMARY_WALL_MIN,
	SUMMARY_WALL_MAX,
	SUMMARY_WALL_AVERAGE,
	SUMMARY_COLUMNS,	/* the number of columns; as a sort order: by system call number */
};

struct summary_config {
	enum summary_column columns[SUMMARY_COLUMNS];	/* -U */
	size_t n_columns;
	enum summary_column sort;	/* -S: column, descending; SUMMARY_NAME: alphabetically */
	bool wall_clock;		/* -w */
	bool all_columns;		/* no -U was given: JSON shows all columns */
	uint64_t overhead_ns;		/* -O: subtracted from the times of every call */
};

/* Sets the columns and the order of strace. */
void summary_defaults(struct summary_config *config);

struct summary;

/* config must stay valid as long as the summary. */
struct summary *summary_new(const struct summary_config *config);
/* Counts a call that has returned. system_ns: the CPU time that it took in the kernel. */
void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns);
/* Counts calls that have returned with the same result. Both kinds of time become the time from entry to exit. */
void summary_add_many(struct summary *summary, const struct call *call,
		      const struct call_times *times);
/* Appends one table for each ABI of which calls were counted, with totals in the last row. */
void summary_print(const struct summary *summary, struct buf *out);
/*
 * Appends the tables as JSON (doc/json.md): one record for each row, then one with totals. The
 * records contain pid unless it is 0.
 */
void summary_print_json(const struct summary *summary, pid_t pid, struct buf *out);
void summary_free(struct summary *summary);

/* Counts of calls by stack: a tree of the stacks from which calls were made. */
struct call_tree;
struct stack;

/* What stacks are sorted by: number of calls, wall-clock time, or bytes read and written. */
enum call_weight { WEIGHT_CALLS, WEIGHT_TIME, WEIGHT_BYTES };

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
