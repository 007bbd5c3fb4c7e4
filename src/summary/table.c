/* SPDX-License-Identifier: MIT */
/* The table of -c, as strace 6.1 prints it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "summary/summary.h"

struct row {
	const char *name; /* NULL: "syscall_0x…" of the number */
	uint64_t order; /* among rows of the same time: as numbered, then extras as they came */
	uint64_t nr;
	struct counter counter;
};

struct table {
	struct row *rows;
	size_t n;
	struct counter total;
	int seconds, usecs, calls, errors, names; /* widths of columns */
};

/* --- rows ------------------------------------------------------------------------------- */

static void add_row(struct table *table, const char *name, uint64_t nr, uint64_t order,
		    const struct counter *counter)
{
	if (!counter->calls)
		return;
	table->rows = xreallocarray(table->rows, table->n + 1, sizeof(*table->rows));
	table->rows[table->n++] =
		(struct row){ .name = name, .nr = nr, .order = order, .counter = *counter };
	table->total.calls += counter->calls;
	table->total.errors += counter->errors;
	table->total.ns += counter->ns;
}

static void add_rows(struct table *table, const struct summary *summary, const struct abi *abi)
{
	const struct counter *known = summary->known[abi->id];

	for (uint32_t nr = 0; known && nr < abi->n_ids; nr++)
		add_row(table, syscall_name(abi->ids[nr]), nr, nr, &known[nr]);
	for (size_t i = 0; i < summary->n_extras; i++) {
		const struct extra *extra = &summary->extras[i];
		const char *name = extra->id ? syscall_name(extra->id) : NULL;

		if (i == EXTRAS_MOST)
			name = "(others)";
		if (extra->abi == abi)
			add_row(table, name, extra->key, abi->n_ids + i, &extra->counter);
	}
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *left = a, *right = b;

	if (left->counter.ns != right->counter.ns)
		return left->counter.ns > right->counter.ns ? -1 : 1;
	return left->order < right->order ? -1 : 1;
}

/* --- text ------------------------------------------------------------------------------- */

static void put_name(struct buf *out, const struct row *row)
{
	if (row->name)
		buf_puts(out, row->name);
	else
		buf_printf(out, "syscall_0x%" PRIx64, row->nr);
}

static uint64_t usecs_per_call(const struct counter *counter)
{
	return counter->ns / 1000 / counter->calls;
}

static void widen(int *width, int wanted)
{
	if (*width < wanted)
		*width = wanted;
}

static int digits(uint64_t value)
{
	int n = 1;

	while (value /= 10)
		n++;
	return n;
}

static void measure(struct table *table)
{
	struct buf name = { 0 };

	table->seconds = table->usecs = 11;
	table->calls = table->errors = 9;
	table->names = 16;
	widen(&table->seconds, digits(table->total.ns / 1000000000) + 7);
	widen(&table->calls, digits(table->total.calls));
	widen(&table->errors, digits(table->total.errors));
	for (size_t i = 0; i < table->n; i++) {
		widen(&table->usecs, digits(usecs_per_call(&table->rows[i].counter)));
		buf_clear(&name);
		put_name(&name, &table->rows[i]);
		widen(&table->names, (int)name.len + 1);
	}
	buf_free(&name);
}

static void put_line(struct buf *out, const struct table *table)
{
	const int widths[] = {
		6, table->seconds, table->usecs, table->calls, table->errors, table->names
	};

	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		if (i)
			buf_putc(out, ' ');
		for (int j = 0; j < widths[i]; j++)
			buf_putc(out, '-');
	}
	buf_putc(out, '\n');
}

static void put_numbers(struct buf *out, const struct table *table, double percent,
			const struct counter *counter)
{
	buf_printf(out, "%6.2f %*.6f %*" PRIu64 " %*" PRIu64 " ", percent, table->seconds,
		   (double)counter->ns / 1e9, table->usecs, usecs_per_call(counter), table->calls,
		   counter->calls);
	if (counter->errors)
		buf_printf(out, "%*" PRIu64 " ", table->errors, counter->errors);
	else
		buf_printf(out, "%*s ", table->errors, "");
}

static void put_table(struct buf *out, const struct table *table)
{
	buf_printf(out, "%% time %*s %*s %*s %*s syscall\n", table->seconds, "seconds",
		   table->usecs, "usecs/call", table->calls, "calls", table->errors, "errors");
	put_line(out, table);
	for (size_t i = 0; i < table->n; i++) {
		const struct counter *counter = &table->rows[i].counter;
		double percent = table->total.ns ? 100.0 * counter->ns / table->total.ns : 0;

		put_numbers(out, table, percent, counter);
		put_name(out, &table->rows[i]);
		buf_putc(out, '\n');
	}
	put_line(out, table);
	put_numbers(out, table, 100, &table->total);
	buf_puts(out, "total\n");
}

void summary_print(const struct summary *summary, struct buf *out)
{
	size_t n;
	const struct abi *const *abis = abi_of_machine(&n);

	for (size_t i = 0; i < n; i++) {
		struct table table = { 0 };

		add_rows(&table, summary, abis[i]);
		if (table.n) {
			qsort(table.rows, table.n, sizeof(*table.rows), compare_rows);
			measure(&table);
			if (i)
				buf_printf(out, "System call usage summary for %s mode:\n",
					   abis[i]->mode);
			put_table(out, &table);
		}
		free(table.rows);
	}
}
