/* SPDX-License-Identifier: MIT */
/* Writes summaries as JSON records, one for each row (doc/json.md). */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scry/sinks.h"
#include "summary/summary.h"
#include "summary/tree.h"

static void begin_record(struct buf *out, const char *type, pid_t pid)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	json_put_head(out, type, &now);
	if (pid)
		buf_printf(out, ",\"pid\":%d", pid);
}

static void put_number(struct buf *out, const char *key, uint64_t number)
{
	buf_printf(out, ",\"%s\":", key);
	json_put_unsigned(out, number);
}

/* --- calls ------------------------------------------------------------------------------------ */

/* The keys of columns, without and with -w. */
static const char *const keys[SUMMARY_COLUMNS][2] = {
	[SUMMARY_CALLS] = { "calls", "calls" },
	[SUMMARY_ERRORS] = { "errors", "errors" },
	[SUMMARY_PERCENT] = { "system_percent", "wall_percent" },
	[SUMMARY_TOTAL] = { "system_total_ns", "wall_total_ns" },
	[SUMMARY_MIN] = { "system_min_ns", "wall_min_ns" },
	[SUMMARY_MAX] = { "system_max_ns", "wall_max_ns" },
	[SUMMARY_AVERAGE] = { "system_avg_ns", "wall_avg_ns" },
	[SUMMARY_WALL_TOTAL] = { "wall_total_ns", "wall_total_ns" },
	[SUMMARY_WALL_MIN] = { "wall_min_ns", "wall_min_ns" },
	[SUMMARY_WALL_MAX] = { "wall_max_ns", "wall_max_ns" },
	[SUMMARY_WALL_AVERAGE] = { "wall_avg_ns", "wall_avg_ns" },
};

/* The columns of a record, which have different keys. */
struct chosen {
	enum summary_column columns[SUMMARY_COLUMNS];
	size_t n;
};

static void choose(struct chosen *chosen, enum summary_column column, bool wall)
{
	if (column == SUMMARY_NAME)
		return;
	for (size_t i = 0; i < chosen->n; i++)
		if (!strcmp(keys[chosen->columns[i]][wall], keys[column][wall]))
			return;
	chosen->columns[chosen->n++] = column;
}

/*
 * Chooses the columns of -U, or all of them. With -w all times are wall-clock times, so that
 * several columns have the same key; it is put once.
 */
static void choose_columns(struct chosen *chosen, const struct summary_config *config)
{
	static const enum summary_column all[] = {
		SUMMARY_CALLS,	  SUMMARY_ERRORS,   SUMMARY_PERCENT,	  SUMMARY_TOTAL,
		SUMMARY_MIN,	  SUMMARY_MAX,	    SUMMARY_AVERAGE,	  SUMMARY_WALL_TOTAL,
		SUMMARY_WALL_MIN, SUMMARY_WALL_MAX, SUMMARY_WALL_AVERAGE,
	};

	*chosen = (struct chosen){ 0 };
	if (config->all_columns)
		for (size_t i = 0; i < ARRAY_SIZE(all); i++)
			choose(chosen, all[i], config->wall_clock);
	else
		for (size_t i = 0; i < config->n_columns; i++)
			choose(chosen, config->columns[i], config->wall_clock);
}

static void put_columns(struct buf *out, const struct table *table, const struct row *row)
{
	const struct summary_config *config = table->config;
	struct chosen chosen;

	choose_columns(&chosen, config);
	for (size_t i = 0; i < chosen.n; i++) {
		const struct column *column = &summary_columns[chosen.columns[i]];
		const char *key = keys[chosen.columns[i]][config->wall_clock];

		if (chosen.columns[i] != SUMMARY_PERCENT) {
			put_number(out, key, column_figure(column, table, row));
			continue;
		}
		buf_printf(out, ",\"%s\":", key);
		column_put(out, column, table, row);
	}
	buf_puts(out, "}\n");
}

/* Puts name and number. A call made by a multiplexer such as socketcall(2) has no number. */
static void put_call(struct buf *out, const struct row *row, const struct abi *abi)
{
	buf_puts(out, ",\"name\":");
	json_put_text(out, row->name);
	if (!row->name || row->order < abi->n_ids)
		put_number(out, "number", row->nr | abi->nr_flag);
	else
		buf_puts(out, ",\"number\":null");
}

/* The argument of put_table(). */
struct destination {
	struct buf *out;
	pid_t pid; /* 0: none */
};

static void put_table(const struct table *table, const struct abi *abi, void *ctx)
{
	const struct destination *destination = ctx;
	struct buf *out = destination->out;

	for (size_t i = 0; i < table->n; i++) {
		begin_record(out, "summary", destination->pid);
		buf_printf(out, ",\"abi\":\"%s\"", abi->name);
		put_call(out, &table->rows[i], abi);
		put_columns(out, table, &table->rows[i]);
	}
	begin_record(out, "summary_total", destination->pid);
	buf_printf(out, ",\"abi\":\"%s\"", abi->name);
	put_columns(out, table, &table->total);
}

void summary_print_json(const struct summary *summary, pid_t pid, struct buf *out)
{
	struct destination destination = { out, pid };

	summary_each_table(summary, put_table, &destination);
}

/* --- stacks ----------------------------------------------------------------------------------- */

static void put_tally(struct buf *out, const struct tally *tally)
{
	put_number(out, "calls", tally->calls);
	put_number(out, "errors", tally->errors);
	put_number(out, "wall_total_ns", tally->wall_ns);
	put_number(out, "bytes", tally->bytes);
}

/* Puts a record of a call and its callers, innermost first. */
static void put_stack(struct buf *out, const struct call_tree *tree, uint32_t number)
{
	const char *comma = "";

	begin_record(out, "stack_summary", 0);
	buf_puts(out, ",\"name\":");
	json_put_text(out, node_name(tree, &tree->nodes[number]));
	put_tally(out, &tree->nodes[number].own);
	buf_puts(out, ",\"callers\":[");
	for (number = tree->nodes[number].parent; number; number = tree->nodes[number].parent) {
		buf_puts(out, comma);
		json_put_text(out, node_name(tree, &tree->nodes[number]));
		comma = ",";
	}
	buf_puts(out, "]}\n");
}

void call_tree_print_json(struct call_tree *tree, enum call_weight weight, struct buf *out)
{
	size_t n;
	uint32_t *calls = call_tree_calls(tree, weight, &n);

	call_tree_sum(tree);
	for (size_t i = 0; i < n; i++)
		put_stack(out, tree, calls[i]);
	begin_record(out, "stack_summary_total", 0);
	put_number(out, "stacks", n);
	put_tally(out, &tree->nodes[0].all);
	buf_puts(out, "}\n");
	free(calls);
}
