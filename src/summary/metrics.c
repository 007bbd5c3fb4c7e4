/* SPDX-License-Identifier: MIT */
/*
 * Writes tables with keys as metrics: in the text format of Prometheus (version 0.0.4), or in that
 * of OpenMetrics 1.0. The keys are labels.
 */
#include "summary/metrics.h"

#include <string.h>

#include "scry/arch.h"
#include "scry/sinks.h"
#include "scry/syscalls.h"
#include "summary/keys.h"
#include "summary/rows.h"

/* Appends the value of a label. Both formats escape backslash, quote and line end. */
static void put_metric_label(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "%s=\"", name);
	for (; *text; text++) {
		if (*text == '\\' || *text == '"')
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
	buf_putc(out, '"');
}

static void put_labels(struct buf *out, const struct table *table, const struct row *row)
{
	const struct summary_config *config = table->config;
	struct buf plain = { 0 };

	for (size_t i = 0; i < config->n_keys; i++) {
		buf_clear(&plain);
		if (row->is_other)
			buf_puts(&plain, KEY_OTHER);
		else
			key_put_plain(&plain, row_value(row, i));
		if (i)
			buf_putc(out, ',');
		put_metric_label(out, summary_key_name(config->keys[i]), buf_cstr(&plain));
	}
	buf_free(&plain);
}

/* OpenMetrics names a counter without "_total", and its samples with it. */
static void put_metric_head(struct buf *out, const struct table *table, const char *name,
			    const char *end, const char *type, const char *unit, const char *help)
{
	bool open = table->config->format == SUMMARY_OPENMETRICS;

	if (open)
		end = "";
	buf_printf(out, "# HELP %s%s %s\n# TYPE %s%s %s\n", name, end, help, name, end, type);
	if (open && unit)
		buf_printf(out, "# UNIT %s %s\n", name, unit);
}

static void put_sample(struct buf *out, const struct table *table, const struct row *row,
		       const char *name, uint64_t value)
{
	buf_printf(out, "%s{", name);
	put_labels(out, table, row);
	buf_printf(out, "} %llu\n", (unsigned long long)value);
}

static void put_errors(struct buf *out, const struct table *table, const struct row *row)
{
	for (size_t i = 0; i < row->counter.n_by_error; i++) {
		const struct error_count *count = &row->counter.by_error[i];
		char number[12];

		buf_puts(out, "scry_errors_total{");
		put_labels(out, table, row);
		buf_putc(out, ',');
		put_metric_label(out, "errno", errno_word(abi_native(), count->error, number));
		buf_printf(out, "} %llu\n", (unsigned long long)count->n);
	}
}

static void put_duration(struct buf *out, const struct table *table, const struct row *row)
{
	static const char name[] = "scry_call_duration_seconds";
	uint64_t powers[POWERS], n = 0;

	histogram_powers(&row->counter.histogram, powers);
	for (unsigned i = 0; i <= SUMMARY_LAST_POWER; i++) {
		n += powers[i];
		if (i < SUMMARY_FIRST_POWER)
			continue;
		/* A bucket contains its bound: the greatest time of this power is 2^i - 1 ns. */
		buf_printf(out, "%s_bucket{", name);
		put_labels(out, table, row);
		buf_printf(out, ",le=\"%.12g\"} %llu\n", (double)((uint64_t)1 << i) / 1e9,
			   (unsigned long long)n);
	}
	buf_printf(out, "%s_bucket{", name);
	put_labels(out, table, row);
	buf_printf(out, ",le=\"+Inf\"} %llu\n%s_sum{", (unsigned long long)row->counter.calls,
		   name);
	put_labels(out, table, row);
	buf_printf(out, "} %.9f\n", (double)row->counter.wall.total / 1e9);
	buf_printf(out, "%s_count{", name);
	put_labels(out, table, row);
	buf_printf(out, "} %llu\n", (unsigned long long)row->counter.calls);
}

static void put_total(struct buf *out, const struct table *table, const char *name,
		      const char *help, uint64_t value)
{
	put_metric_head(out, table, name, "_total", "counter", NULL, help);
	buf_printf(out, "%s_total %llu\n", name, (unsigned long long)value);
}

static void put_losses(struct buf *out, const struct table *table)
{
	const struct losses *losses = table->config->losses;

	if (!losses)
		return;
	put_total(out, table, "scry_lost_records",
		  "Records that were lost, because scry was slower than the calls.",
		  losses->records);
	if (losses->one_in)
		put_total(out, table, "scry_left_out_calls",
			  "Selected calls that --sample has left out; the other counts are "
			  "estimates of all calls.",
			  losses->left_out);
}

void summary_each_group(const struct summary *summary, summary_each *each, void *ctx)
{
	struct table table;

	summary_group_table(summary, &table);
	for (size_t i = 0; i < table.n; i++) {
		const struct row *row = &table.rows[i];
		struct summary_group group = {
			.is_other = row->is_other,
			.calls = row->counter.calls,
			.bytes = row->counter.bytes,
			.wall_ns = row->counter.wall.total,
			.errors = row->counter.by_error,
			.n_errors = row->counter.n_by_error,
		};

		for (size_t key = 0; key < summary->config->n_keys && !row->is_other; key++)
			group.values[key] = row_value(row, key);
		histogram_powers(&row->counter.histogram, group.powers);
		each(ctx, &group);
	}
	table_free(&table);
}

void table_put_metrics(struct buf *out, const struct table *table)
{
	put_metric_head(out, table, "scry_calls", "_total", "counter", NULL,
			"System calls that returned.");
	for (size_t i = 0; i < table->n; i++)
		put_sample(out, table, &table->rows[i], "scry_calls_total",
			   table->rows[i].counter.calls);
	put_metric_head(out, table, "scry_errors", "_total", "counter", NULL,
			"System calls that returned an error.");
	for (size_t i = 0; i < table->n; i++)
		put_errors(out, table, &table->rows[i]);
	put_metric_head(out, table, "scry_bytes", "_total", "counter", "bytes",
			"Bytes that system calls read or wrote.");
	for (size_t i = 0; i < table->n; i++)
		put_sample(out, table, &table->rows[i], "scry_bytes_total",
			   table->rows[i].counter.bytes);
	put_metric_head(out, table, "scry_call_duration_seconds", "", "histogram", "seconds",
			"Time from the entry to the exit of system calls.");
	for (size_t i = 0; i < table->n; i++)
		put_duration(out, table, &table->rows[i]);
	put_losses(out, table);
	if (table->config->format == SUMMARY_OPENMETRICS)
		buf_puts(out, "# EOF\n");
}
