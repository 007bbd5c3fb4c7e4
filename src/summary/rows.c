/* SPDX-License-Identifier: MIT */
/* The rows of a table, in their order. */
#include "summary/rows.h"

#include <stdlib.h>
#include <string.h>

#include "summary/columns.h"
#include "summary/counter.h"
#include "summary/groups.h"
#include "summary/keys.h"

void table_free(struct table *table)
{
	for (size_t i = 0; i < table->n_levels; i++)
		counter_free(&table->levels[i]);
	free(table->levels);
	free(table->level_of);
	free(table->rows);
	counter_free(&table->total.counter);
	counter_free(&table->other);
}

/* --- by name and ABI ---------------------------------------------------------------------- */

static void add_row(struct table *table, const struct row *row)
{
	if (!row->counter.calls)
		return;
	table->rows = xgrow(table->rows, table->n, &table->capacity, sizeof(*table->rows));
	table->rows[table->n++] = *row;
	counter_merge(&table->total.counter, &row->counter);
}

static void add_rows(struct table *table, const struct summary *summary, const struct abi *abi)
{
	const struct counter *by_number = summary->by_number[abi->id];

	for (uint32_t nr = 0; by_number && nr < abi->n_ids; nr++)
		add_row(table, &(struct row){ .name = syscall_name(abi->ids[nr]),
					      .nr = nr,
					      .order = nr,
					      .counter = by_number[nr] });
	for (size_t i = 0; i < summary->n_extras; i++) {
		const struct extra *extra = &summary->extras[i];
		const char *name = extra->id ? syscall_name(extra->id) : NULL;

		if (i == EXTRAS_MAX)
			name = "(others)";
		if (extra->abi == abi)
			add_row(table, &(struct row){ .name = name,
						      .of_ring = extra->of_ring && i < EXTRAS_MAX,
						      .nr = extra->key,
						      .order = abi->n_ids + i,
						      .counter = extra->counter });
	}
}

static int compare_names(const struct row *left, const struct row *right)
{
	struct buf texts[2] = { { 0 }, { 0 } };
	int order;

	row_put_name(&texts[0], left);
	row_put_name(&texts[1], right);
	order = strcmp(buf_cstr(&texts[0]), buf_cstr(&texts[1]));
	buf_free(&texts[0]);
	buf_free(&texts[1]);
	return order;
}

/* Orders rows without keys. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	const struct row *left = a, *right = b;
	enum summary_column sort = table->config->sort;
	uint64_t keys[2] = { 0, 0 };
	int order = 0;

	if (sort == SUMMARY_NAME)
		order = compare_names(left, right);
	else if (sort < SUMMARY_COLUMNS) {
		keys[0] = column_figure(&summary_columns[sort], table, left);
		keys[1] = column_figure(&summary_columns[sort], table, right);
	}
	if (keys[0] != keys[1])
		order = keys[0] > keys[1] ? -1 : 1;
	return order ? order : left->order < right->order ? -1 : 1;
}

void summary_each_table(const struct summary *summary,
			void (*each)(const struct table *table, const struct abi *abi, void *ctx),
			void *ctx)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++) {
		struct table table = { .config = summary->config, .total.name = "total" };

		add_rows(&table, summary, abis[i]);
		if (table.n) {
			qsort_r(table.rows, table.n, sizeof(*table.rows), compare_rows, &table);
			each(&table, abis[i], ctx);
		}
		table_free(&table);
	}
}

/* --- by keys ------------------------------------------------------------------------------ */

const char *row_value(const struct row *row, size_t i)
{
	if (row->is_other)
		return KEY_OTHER;
	return row->group ? group_value(row->group, i) : NULL;
}

/* Compares the values of a key: numbers by size, a missing value first. */
static int compare_values(const struct row *left, const struct row *right, size_t key)
{
	const char *one = row_value(left, key), *other = row_value(right, key);

	if (!one || !other)
		return !!one - !!other;
	return strverscmp(one, other);
}

static int compare_tuples(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	int order = 0;

	for (size_t i = 0; i < table->config->n_keys && !order; i++)
		order = compare_values(a, b, i);
	return order;
}

static uint64_t sort_figure(const struct table *table, const struct counter *counter)
{
	const struct row row = { .counter = *counter };

	return column_figure(&summary_columns[table->config->sort], table, &row);
}

/* Orders rows by the column of -S alone, for --summary-top. */
static int compare_figures(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	const struct row *left = a, *right = b;
	enum summary_column sort = table->config->sort;
	uint64_t figures[2] = { left->counter.calls, right->counter.calls };

	if (sort < SUMMARY_COLUMNS && sort != SUMMARY_NAME) {
		figures[0] = sort_figure(table, &left->counter);
		figures[1] = sort_figure(table, &right->counter);
	}
	if (figures[0] != figures[1])
		return figures[0] > figures[1] ? -1 : 1;
	return left->order < right->order ? -1 : 1;
}

/*
 * Orders rows so that those with the same first key stand together, among them those with the same
 * second key, and so on. The rows that belong together are placed by what the column of -S shows
 * for all of them.
 */
static int compare_nested(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	const struct row *left = a, *right = b;
	enum summary_column sort = table->config->sort;

	if (sort == SUMMARY_COLUMNS)
		return left->order < right->order ? -1 : 1;
	for (size_t i = 0; i < table->config->n_keys; i++) {
		int order = compare_values(left, right, i);
		uint64_t figures[2];

		if (!order)
			continue;
		if (sort == SUMMARY_NAME || summary_keys[table->config->keys[i]].ascending)
			return order;
		figures[0] = sort_figure(table, &table->levels[left->levels[i]]);
		figures[1] = sort_figure(table, &table->levels[right->levels[i]]);
		if (figures[0] != figures[1])
			return figures[0] > figures[1] ? -1 : 1;
		return order;
	}
	return 0;
}

/*
 * Orders rows by the column of -S, and those that are equal in that, such as rates of rows at rest,
 * by calls.
 */
static int compare_flat(const void *a, const void *b, void *ctx)
{
	const struct table *table = ctx;
	const struct row *left = a, *right = b;
	enum summary_column sort = table->config->sort;
	uint64_t figures[2] = { 0, 0 };

	if (sort < SUMMARY_COLUMNS && sort != SUMMARY_NAME) {
		figures[0] = column_figure(&summary_columns[sort], table, left);
		figures[1] = column_figure(&summary_columns[sort], table, right);
	}
	if (figures[0] != figures[1])
		return figures[0] > figures[1] ? -1 : 1;
	if (sort != SUMMARY_NAME && left->counter.calls != right->counter.calls)
		return left->counter.calls > right->counter.calls ? -1 : 1;
	return compare_tuples(a, b, ctx);
}

void table_sort_flat(struct table *table)
{
	size_t n = table->n - (table->other.calls != 0);

	qsort_r(table->rows, n, sizeof(*table->rows), compare_flat, table);
}

/*
 * Adds up the counters of the rows from start to end, which have the same values of the keys up to
 * this one.
 */
static void sum_level(struct table *table, size_t key, size_t start, size_t end)
{
	size_t n_keys = table->config->n_keys, level = start * n_keys + key;

	for (size_t i = start; i < end; i++) {
		counter_merge(&table->levels[level], &table->rows[i].counter);
		table->level_of[i * n_keys + key] = level;
	}
}

static bool same_keys(const struct row *left, const struct row *right, size_t last)
{
	for (size_t key = 0; key <= last; key++)
		if (compare_values(left, right, key))
			return false;
	return true;
}

/*
 * Adds up the counters of the rows that have the same first keys. The rows must be in the order of
 * compare_tuples().
 */
static void add_levels(struct table *table)
{
	size_t n_keys = table->config->n_keys;

	table->n_levels = table->n * n_keys;
	table->levels = xcalloc(table->n_levels + 1, sizeof(*table->levels));
	table->level_of = xcalloc(table->n_levels + 1, sizeof(*table->level_of));
	for (size_t i = 0; i < table->n; i++)
		table->rows[i].levels = &table->level_of[i * n_keys];
	for (size_t key = 0; key < n_keys; key++)
		for (size_t start = 0, end; start < table->n; start = end) {
			for (end = start + 1; end < table->n; end++)
				if (!same_keys(&table->rows[start], &table->rows[end], key))
					break;
			sum_level(table, key, start, end);
		}
}

/* Merges the rows from `from` on into one. */
static void merge_others(struct table *table, size_t from, const struct counter *more)
{
	struct row *other;

	if (from >= table->n && !more->calls)
		return;
	for (size_t i = from; i < table->n; i++)
		counter_merge(&table->other, &table->rows[i].counter);
	counter_merge(&table->other, more);
	if (from < table->n)
		table->n = from;
	table->rows = xgrow(table->rows, table->n, &table->capacity, sizeof(*table->rows));
	other = &table->rows[table->n];
	*other = (struct row){ .is_other = true, .counter = table->other };
}

void summary_group_table(const struct summary *summary, struct table *table)
{
	const struct summary_config *config = summary->config;
	const struct groups *groups = summary->groups;
	bool has_other;

	*table = (struct table){ .config = config };
	table->capacity = groups->n + 1;
	table->rows = xcalloc(table->capacity, sizeof(*table->rows));
	for (size_t i = 0; i < groups->n; i++) {
		const struct key_group *group = &groups->items[i];

		/* Calls were counted as missing, and no more of them came. */
		if (!group->counter.calls)
			continue;
		table->rows[table->n++] = (struct row){
			.group = group,
			.order = i,
			.counter = group->counter,
		};
		counter_merge(&table->total.counter, &group->counter);
	}
	counter_merge(&table->total.counter, &groups->others);
	table->left_out = groups->left_out.calls;
	if (config->top)
		qsort_r(table->rows, table->n, sizeof(*table->rows), compare_figures, table);
	merge_others(table, config->top ? config->top : table->n, &groups->others);
	has_other = table->other.calls;
	if (config->flat) {
		table->n += has_other;
		return;
	}
	qsort_r(table->rows, table->n, sizeof(*table->rows), compare_tuples, table);
	add_levels(table);
	qsort_r(table->rows, table->n, sizeof(*table->rows), compare_nested, table);
	table->n += has_other;
}
