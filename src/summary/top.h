/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: the live screen of --top. */
#ifndef SCRY_SUMMARY_TOP_H
#define SCRY_SUMMARY_TOP_H

#include "scry/output.h"
#include "scry/where.h"
#include "summary/groups.h"

/* What the user types after / or g. */
#define TYPED_MAX 80

enum top_page { PAGE_ROWS, PAGE_ROW, PAGE_HELP };
enum top_question { ASKS_NOTHING, ASKS_FILTER, ASKS_KEYS };

/* The row that the user has opened: its calls by errno, path and stack; or all calls by stack. */
struct opened {
	bool all; /* all calls, by stack alone */
	/* the values of the keys of the row, each with a NUL after it; NULL: no row is open */
	char *text;
	size_t len;
	uint32_t missing;
	/* From the start of the trace; calls are counted by path and stack since then. */
	uint64_t since_ns;
	struct summary_config by_path;
	struct summary *paths; /* NULL: paths are counted from the start */
	struct call_tree *stacks; /* NULL: no stacks are taken */
};

struct top {
	const struct summary_config *config; /* of the command line */
	struct top_sources sources;
	struct buf title; /* without control characters */
	struct summary_config counted; /* all keys by which calls are counted */
	struct summary *counts;
	uint64_t counts_ns; /* when the counting began */
	/*
	 * An expression that was typed as a filter: only the calls are shown that have met it
	 * since. NULL: the filter is a text
	 */
	struct where *where;
	unsigned n_expressions; /* that were typed so far */
	struct summary *chosen; /* as .counts, of these calls; NULL: there is no expression */
	uint64_t chosen_ns;
	struct summary_config viewed; /* the keys, columns and order of the screen */
	struct summary *view;
	/*
	 * Copies of the counts: at the last refresh, which the screen shows, and at the one before
	 * it; NULL: nothing was counted before.
	 */
	struct groups *latest, *before;
	uint64_t latest_ns, before_ns;
	struct summary *earlier; /* as .view, of .before */
	/* what was counted between both copies, for each row of the table and for all together */
	struct counter *recent;
	bool paused;
	struct table table; /* of view */
	enum top_page page;
	enum top_question asks;
	char filter[TYPED_MAX + 1], typed[TYPED_MAX + 1];
	char *message; /* NULL: none */
	size_t selected, first; /* rows of the table: the selected one, the first visible one */
	struct buf selected_text; /* the values of the keys of the selected row */
	/* the first visible line of PAGE_ROW and PAGE_HELP; at the last drawing: all of them */
	size_t page_first, page_lines;
	/* at the last drawing: the number of lines for rows, and the columns of the terminal */
	size_t height, width;
	struct opened opened;
	uint64_t elapsed_ns, ended_ns; /* the length of the trace so far; the same at its end */
	bool has_table, ended;
};

/* A letter that sorts rows. */
struct sort_key {
	char key;
	enum summary_column column;
	const char *name;
};
extern const struct sort_key top_sort_keys[];
extern const size_t top_n_sort_keys;

/* A key that has an effect while rows are shown. */
struct binding {
	int key, other; /* two keys with the same effect; other 0: none */
	const char *shown, *help;
	enum top_wish (*run)(struct top *top, int key);
};
extern const struct binding top_bindings[];
extern const size_t top_n_bindings;

/* Returns whether rows can be sorted by this column with what is counted. */
bool top_has_column(const struct top *top, enum summary_column column);
/* Returns the config of a table in an opened row: it has no rates. */
struct summary_config top_section_config(const struct top *top);
/*
 * Adds up the counts by other keys. Only groups are used that have the values of the opened row if
 * in_opened, and that the filter selects if filtered.
 */
void top_regroup(const struct top *top, struct summary *to, bool in_opened, bool filtered);
/* When the counting of what is shown began. */
static inline uint64_t top_counted_since(const struct top *top)
{
	return top->where ? top->chosen_ns : top->counts_ns;
}
/* Makes the table anew from the latest copy of the counts. */
void top_rebuild(struct top *top);

#endif
