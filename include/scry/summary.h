/* SPDX-License-Identifier: MIT */
/* Door of src/summary/: counters and the tables of -c. */
#ifndef SCRY_SUMMARY_H
#define SCRY_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "scry/call.h"
#include "scry/util.h"

/* Times are those in the kernel (system_ns) or, from WALL on and with -w, of the clock on the wall. */
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
	SUMMARY_COLUMNS,	/* how many there are; as a sort order: as the calls are numbered */
};

struct summary_config {
	enum summary_column columns[SUMMARY_COLUMNS];	/* -U */
	size_t n_columns;
	enum summary_column sort;	/* -S: by what the column shows, greatest first; NAME: by alphabet */
	bool wall_clock;		/* -w */
	bool all_columns;		/* JSON: whatever columns says */
	uint64_t overhead_ns;		/* -O: taken off the time of every call */
};

/* strace's columns and order. */
void summary_defaults(struct summary_config *config);

struct summary;

/* config is kept, not copied. */
struct summary *summary_new(const struct summary_config *config);
/* Counts a call that returned; system_ns: CPU time in the kernel it took; calls without a name by nr. */
void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns);
/* Appends the tables, one for each ABI, totals last. */
void summary_print(const struct summary *summary, struct buf *out);
/* The same as JSON: a record a row, then one of totals. pid: whose calls these are; 0: of all. */
void summary_print_json(const struct summary *summary, pid_t pid, struct buf *out);
void summary_free(struct summary *summary);

/* Calls by the stacks that they came from. */
struct call_tree;
struct stack;

/* What makes a stack heavy. */
enum call_weight { WEIGHT_CALLS, WEIGHT_TIME, WEIGHT_BYTES };

struct call_tree *call_tree_new(void);
void call_tree_free(struct call_tree *tree);
/* Counts a call that returned; nothing of the stack is kept. */
void call_tree_add(struct call_tree *tree, const struct call *call, const struct stack *stack);
/* Appends a table: each call with its callers, heaviest first. */
void call_tree_print(struct call_tree *tree, enum call_weight weight, struct buf *out);
void call_tree_print_json(struct call_tree *tree, enum call_weight weight, struct buf *out);
/* Appends "outermost;…;innermost NUMBER" lines, which flamegraph.pl, speedscope and inferno read. */
void call_tree_fold(const struct call_tree *tree, enum call_weight weight, struct buf *out);
/* Appends a flame graph: one SVG file. */
void call_tree_draw(struct call_tree *tree, enum call_weight weight, struct buf *out);

#endif
