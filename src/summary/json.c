/* SPDX-License-Identifier: MIT */
/* Writes summaries as JSON records, one for each row (doc/json.md). */
#include "summary/json.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "scry/json.h"
#include "scry/sinks.h"
#include "summary/columns.h"
#include "summary/keys.h"
#include "summary/rows.h"
#include "summary/tree.h"

static void begin_record(struct buf *out, const char *type, pid_t pid)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	json_put_head(out, type, &now);
	if (pid)
		json_add_signed(out, "pid", pid);
}

/* --- calls ------------------------------------------------------------------------------------ */

#define PERCENTILE(n) [SUMMARY_PERCENTILE(n)] = { "wall_p" #n "_ns", "wall_p" #n "_ns" },

/* The keys of columns, without and with -w. */
static const char *const names[SUMMARY_COLUMNS][2] = {
	[SUMMARY_CALLS] = { "calls", "calls" },
	[SUMMARY_ERRORS] = { "errors", "errors" },
	[SUMMARY_PERCENT] = { "system_percent", "wall_percent" },
	[SUMMARY_TOTAL] = { "system_total_ns", "wall_total_ns" },
	[SUMMARY_MIN] = { "system_min_ns", "wall_min_ns" },
	[SUMMARY_MAX] = { "system_max_ns", "wall_max_ns" },
	[SUMMARY_AVERAGE] = { "system_avg_ns", "wall_avg_ns" },
	[SUMMARY_WALL_PERCENT] = { "wall_percent", "wall_percent" },
	[SUMMARY_WALL_TOTAL] = { "wall_total_ns", "wall_total_ns" },
	[SUMMARY_WALL_MIN] = { "wall_min_ns", "wall_min_ns" },
	[SUMMARY_WALL_MAX] = { "wall_max_ns", "wall_max_ns" },
	[SUMMARY_WALL_AVERAGE] = { "wall_avg_ns", "wall_avg_ns" },
	PERCENTILES(PERCENTILE)[SUMMARY_P99_9] = { "wall_p999_ns", "wall_p999_ns" },
	[SUMMARY_P99_99] = { "wall_p9999_ns", "wall_p9999_ns" },
	[SUMMARY_P99_999] = { "wall_p99999_ns", "wall_p99999_ns" },
	[SUMMARY_HISTOGRAM] = { "wall_histogram", "wall_histogram" },
	[SUMMARY_WAITING] = { "waiting_total_ns", "waiting_total_ns" },
	[SUMMARY_BYTES] = { "bytes", "bytes" },
};

const char *column_name(enum summary_column column, bool wall_clock)
{
	return names[column][wall_clock];
}

static void choose(struct chosen *chosen, enum summary_column column, bool wall)
{
	if (column == SUMMARY_NAME)
		return;
	for (size_t i = 0; i < chosen->n; i++)
		if (!strcmp(names[chosen->columns[i]][wall], names[column][wall]))
			return;
	chosen->columns[chosen->n++] = column;
}

/*
 * Chooses the columns of -U, or all of them. With -w all times are wall-clock times, so that
 * several columns have the same key; it is put once.
 */
void columns_choose(struct chosen *chosen, const struct summary_config *config)
{
	static const enum summary_column all[] = {
		SUMMARY_CALLS,	  SUMMARY_ERRORS,   SUMMARY_PERCENT,	  SUMMARY_TOTAL,
		SUMMARY_MIN,	  SUMMARY_MAX,	    SUMMARY_AVERAGE,	  SUMMARY_WALL_TOTAL,
		SUMMARY_WALL_MIN, SUMMARY_WALL_MAX, SUMMARY_WALL_AVERAGE,
	};
	static const enum summary_column more[] = {
		SUMMARY_WALL_PERCENT,	SUMMARY_WAITING, SUMMARY_BYTES, SUMMARY_PERCENTILE(50),
		SUMMARY_PERCENTILE(90), SUMMARY_P99,	 SUMMARY_P99_9, SUMMARY_HISTOGRAM,
	};

	*chosen = (struct chosen){ 0 };
	if (config->all_columns)
		for (size_t i = 0; i < ARRAY_SIZE(all); i++)
			choose(chosen, all[i], config->wall_clock);
	else
		for (size_t i = 0; i < config->n_columns; i++)
			choose(chosen, config->columns[i], config->wall_clock);
	/* Records of -c keep their members. */
	for (size_t i = 0; config->all_columns && config->n_keys && i < ARRAY_SIZE(more); i++)
		choose(chosen, more[i], config->wall_clock);
}

/* Puts the upper bounds of powers of two, in nanoseconds, and the number of times in each. */
static void put_json_powers(struct buf *out, const struct row *row)
{
	uint64_t powers[POWERS];

	histogram_powers(&row->counter.histogram, powers);
	json_begin_array(out);
	for (unsigned i = 0; i < POWERS; i++) {
		if (!powers[i])
			continue;
		json_begin_element(out);
		json_begin_array(out);
		json_put_unsigned(out, i < 64 ? (uint64_t)1 << i : UINT64_MAX);
		json_begin_element(out);
		json_put_unsigned(out, powers[i]);
		json_end_array(out);
	}
	json_end_array(out);
}

static void put_columns(struct buf *out, const struct table *table, const struct row *row)
{
	const struct summary_config *config = table->config;
	struct chosen chosen;

	columns_choose(&chosen, config);
	for (size_t i = 0; i < chosen.n; i++) {
		const struct column *column = &summary_columns[chosen.columns[i]];
		const char *key = names[chosen.columns[i]][config->wall_clock];

		if (!column_is_known(chosen.columns[i], config))
			continue;
		if (chosen.columns[i] == SUMMARY_HISTOGRAM) {
			json_begin_member(out, key);
			put_json_powers(out, row);
			continue;
		}
		if (column->show != SHOW_PERCENT) {
			json_add_unsigned(out, key, column_figure(column, table, row));
			continue;
		}
		json_begin_member(out, key);
		column_put(out, column, table, row);
	}
	if (row->counter.unfinished)
		json_add_unsigned(out, "unfinished", row->counter.unfinished);
	json_end_line(out);
}

/* Puts name and number. A call made by a multiplexer such as socketcall(2) has no number. */
static void put_call_member(struct buf *out, const struct row *row, const struct abi *abi)
{
	json_add_text(out, "name", row->name);
	if (row->of_ring)
		json_add_text(out, "via", "io_uring");
	json_begin_member(out, "number");
	if (!row->name || row->order < abi->n_ids)
		json_put_unsigned(out, row->nr | abi->nr_flag);
	else
		json_put_null(out);
}

/* The argument of put_json_table(). */
struct destination {
	struct buf *out;
	pid_t pid; /* 0: none */
};

static void put_json_table(const struct table *table, const struct abi *abi, void *ctx)
{
	const struct destination *destination = ctx;
	struct buf *out = destination->out;

	for (size_t i = 0; i < table->n; i++) {
		begin_record(out, "summary", destination->pid);
		json_add_text(out, "abi", abi->name);
		put_call_member(out, &table->rows[i], abi);
		put_columns(out, table, &table->rows[i]);
	}
	begin_record(out, "summary_total", destination->pid);
	json_add_text(out, "abi", abi->name);
	put_columns(out, table, &table->total);
}

void summary_print_json(const struct summary *summary, pid_t pid, struct buf *out)
{
	struct destination destination = { out, pid };

	summary_each_table(summary, put_json_table, &destination);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void begin_group(struct buf *out, const struct summary_span *span, const char *type)
{
	begin_record(out, type, span->pid);
	if (!span->repeated)
		return;
	json_add_text(out, "since", span->recent ? "previous" : "start");
	json_add_unsigned(out, "length_ns", span->length_ns);
}

static void put_column_value(struct buf *out, enum summary_key key, const char *value)
{
	if (value && summary_keys[key].number)
		buf_puts(out, value);
	else
		json_put_text(out, value);
}

static void put_column_values(struct buf *out, const struct table *table, const struct row *row)
{
	const struct summary_config *config = table->config;

	if (row->is_other) {
		json_add_text(out, "keys", NULL);
		json_add_bool(out, "other", true);
		return;
	}
	json_begin_member(out, "keys");
	json_begin_object(out);
	for (size_t i = 0; i < config->n_keys; i++) {
		json_begin_member(out, summary_key_name(config->keys[i]));
		put_column_value(out, config->keys[i], row_value(row, i));
	}
	json_end_object(out);
}

void table_put_json(struct buf *out, const struct table *table, const struct summary_span *span)
{
	const struct summary_config *config = table->config;

	for (size_t i = 0; i < table->n; i++) {
		begin_group(out, span, "group_summary");
		put_column_values(out, table, &table->rows[i]);
		put_columns(out, table, &table->rows[i]);
	}
	begin_group(out, span, "group_summary_total");
	if (config->corrected)
		json_add_unsigned(out, "corrected_ns", config->overhead_ns);
	else if (config->stop_ns && !config->stops_partly)
		json_add_unsigned(out, "stop_ns", config->stop_ns);
	put_columns(out, table, &table->total);
}

/* --- stacks ----------------------------------------------------------------------------------- */

static void put_tally(struct buf *out, const struct tally *tally)
{
	json_add_unsigned(out, "calls", tally->calls);
	json_add_unsigned(out, "errors", tally->errors);
	json_add_unsigned(out, "wall_total_ns", tally->wall_ns);
	json_add_unsigned(out, "bytes", tally->bytes);
}

/* Puts a record of a call and its callers, innermost first. */
static void put_json_stack(struct buf *out, const struct call_tree *tree, uint32_t number)
{
	begin_record(out, "stack_summary", 0);
	json_add_text(out, "name", node_name(tree, &tree->nodes[number]));
	put_tally(out, &tree->nodes[number].own);
	json_begin_member(out, "callers");
	json_begin_array(out);
	for (number = tree->nodes[number].parent; number; number = tree->nodes[number].parent) {
		json_begin_element(out);
		json_put_text(out, node_name(tree, &tree->nodes[number]));
	}
	json_end_array(out);
	json_end_line(out);
}

void call_tree_print_json(struct call_tree *tree, enum call_weight weight, struct buf *out)
{
	size_t n;
	uint32_t *calls = call_tree_calls(tree, weight, &n);

	call_tree_sum(tree);
	for (size_t i = 0; i < n; i++)
		put_json_stack(out, tree, calls[i]);
	begin_record(out, "stack_summary_total", 0);
	json_add_unsigned(out, "stacks", n);
	put_tally(out, &tree->nodes[0].all);
	json_end_line(out);
	free(calls);
}
