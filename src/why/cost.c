/* SPDX-License-Identifier: MIT */
/* What costs time: the rules of the table on the sums. */
#include "why/cost.h"

#include <stdio.h>
#include <stdlib.h>

#include "why/findings.h"
#include "why/print.h"
#include "why/rows.h"
#include "why/texts.h"

/* Findings below this cost are nothing that a person would change. */
#define COST_MIN_NS 20000000u
/* A call that takes less than tracing can measure costs about this. */
#define CALL_NS 150u

/* The sums of a program for a rule. */
struct rule_case {
	enum finding_id id;
	const struct finding_row *row; /* of .id */
	uint32_t program;
	uint64_t n, ns, bytes;
	const struct sum *worst; /* the target with most calls */
	pid_t pid; /* a process */
	bool many_pids; /* there are others */
	uint64_t n_back; /* of calls that take again what was given back */
};

/* The time of the trace without what tracing has added. */
static uint64_t true_length(const struct diagnosis *diagnosis)
{
	uint64_t length = diagnosis->last_ns - diagnosis->first_ns;
	uint64_t added = diagnosis->n_stopped * diagnosis->stop_ns;

	return length > added + length / 20 ? length - added : length / 20;
}

static uint64_t cost_of(const struct finding_row *row, const struct sum_cell *cell)
{
	uint64_t least = row->waits ? 0 : cell->n * CALL_NS;

	return cell->ns > least ? cell->ns : least;
}

/* Whether the sums of one target are a case of the rule. */
static bool is_case(const struct diagnosis *diagnosis, const struct finding_row *row,
		    const struct sum *sum)
{
	const struct sum_cell *cell = &sum->cells[row->kind];

	if (row->idles && diagnosis->on_machine)
		return false;
	if (!cell->n || (!row->together && cell->n < row->min_calls))
		return false;
	if (row->max_bytes && cell->bytes / cell->n > row->max_bytes)
		return false;
	return !row->applies || row->applies(sum);
}

static struct rule_case *find_case(struct rule_case *cases, size_t n, enum finding_id id,
				   uint32_t program)
{
	for (size_t i = 0; i < n; i++)
		if (cases[i].id == id && cases[i].program == program)
			return &cases[i];
	return NULL;
}

/* Adds the sums of all targets to the cases. Returns their number; the caller frees *cases. */
static size_t collect(const struct diagnosis *diagnosis, struct rule_case **cases)
{
	size_t n = 0, capacity = 0;

	*cases = NULL;
	for (size_t i = 0; i < diagnosis->sums.n; i++)
		for (enum finding_id id = 0; id < FINDINGS; id++) {
			const struct finding_row *row = &finding_rows[id];
			const struct sum *sum = &diagnosis->sums.rows[i];
			const struct sum_cell *cell = &sum->cells[row->kind];
			const struct sum_cell *other = &sum->cells[row->paired];
			struct rule_case *found;

			if (row->part != PART_COST || !is_case(diagnosis, row, sum))
				continue;
			found = find_case(*cases, n, id, sum->program);
			if (!found) {
				*cases = xgrow(*cases, n, &capacity, sizeof(**cases));
				found = &(*cases)[n++];
				*found = (struct rule_case){ .id = id,
							     .row = row,
							     .program = sum->program };
			}
			found->many_pids |=
				sum->many_pids || (found->pid && found->pid != sum->pid);
			found->pid = sum->pid;
			found->n += cell->n;
			found->ns += cost_of(row, cell);
			/* What was given back is taken again, which costs as well. */
			if (row->paired) {
				found->ns += cost_of(row, other);
				found->n_back += other->n;
			}
			found->bytes += cell->bytes;
			if (!found->worst || cell->n > found->worst->cells[row->kind].n)
				found->worst = sum;
		}
	return n;
}

/* --- findings -------------------------------------------------------------------------------- */

static bool matters(const struct diagnosis *diagnosis, const struct rule_case *it)
{
	uint64_t length = true_length(diagnosis);

	if (it->n < it->row->min_calls)
		return false;
	if (!it->row->min_percent)
		return true;
	/*
	 * What tracing adds to calls is known only roughly: if most calls are of this kind, their
	 * number counts.
	 */
	if (!it->row->waits && it->n >= 10 * it->row->min_calls && 2 * it->n >= diagnosis->n_calls)
		return it->ns >= COST_MIN_NS / 2;
	return it->ns >= COST_MIN_NS && it->ns * 100 >= length * it->row->min_percent;
}

static void put_cost_count(struct buf *out, uint64_t n)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			buf_putc(out, ',');
		buf_putc(out, digits[i]);
	}
}

/* What stands for a text of targets: number 0 is no target. */
static void add_target(const struct diagnosis *diagnosis, struct finding *finding,
		       const struct rule_case *it)
{
	const struct sum *sum = it->worst;
	const struct sum_cell *cell = &sum->cells[it->row->kind];
	uint32_t text = it->row->by_example ? sum->example : sum->target;
	struct buf line = { 0 };

	if (!text)
		return;
	put_harmless(&line, texts_at(&diagnosis->targets, text), TEXT_KEPT);
	if (it->row->by_example)
		buf_puts(&line, ", and the like");
	else if (cell->n < it->n) {
		buf_puts(&line, ", ");
		put_cost_count(&line, cell->n);
		buf_puts(&line, " of them");
	}
	finding_line(finding, "target", "%s", buf_cstr(&line));
	buf_free(&line);
}

static void add_numbers(const struct diagnosis *diagnosis, struct finding *finding,
			const struct rule_case *it)
{
	struct buf line = { 0 };
	uint64_t length = true_length(diagnosis), percent;

	put_cost_count(&line, it->n);
	buf_printf(&line, " %s", plural(it->n, it->row->one, it->row->many));
	if (it->row->max_bytes)
		buf_printf(&line, " of %llu byte%s on average",
			   (unsigned long long)(it->bytes / it->n), plural_s(it->bytes / it->n));
	if (it->n_back) {
		buf_puts(&line, ", ");
		put_cost_count(&line, it->n_back);
		buf_printf(&line, " time%s taken again", plural_s(it->n_back));
	}
	if (it->ns) {
		buf_puts(&line, ", about ");
		put_time(&line, it->ns);
		percent = length ? it->ns * 100 / length : 0;
		if (percent <= 100)
			buf_printf(&line, " (%llu%% of the time)", (unsigned long long)percent);
	}
	finding_line(finding, "measured", "%s", buf_cstr(&line));
	buf_free(&line);
}

static void add_advice(const struct diagnosis *diagnosis, struct finding *finding,
		       const struct rule_case *it)
{
	struct buf next = { 0 };

	if (it->row->advise)
		it->row->advise(it->row, texts_at(&diagnosis->targets, it->worst->target),
				texts_at(&diagnosis->targets, it->worst->example), &next);
	if (next.len)
		finding->next = xstrdup(buf_cstr(&next));
	buf_free(&next);
}

/* Why the confidence of a cost is what it is. */
static const char *reason_of(const struct finding_row *row)
{
	if (row->reason)
		return row->reason;
	return row->waits ? "the time was measured"
			  : "times of short calls are estimated, because tracing changes them";
}

static void add_case(struct diagnosis *diagnosis, const struct rule_case *it)
{
	struct finding *finding = finding_add(diagnosis, it->id);

	finding->pid = it->worst->pid;
	finding->program = xstrdup(texts_at(&diagnosis->programs, it->program));
	put_harmless(&finding->title, finding->program, 40);
	/* Below a command the name of the program is enough. */
	if (!diagnosis->has_command && it->many_pids)
		buf_puts(&finding->title, " (several processes)");
	else if (!diagnosis->has_command)
		buf_printf(&finding->title, "[%d]", it->pid);
	buf_printf(&finding->title, " %s", it->row->title);
	finding->cost_ns = it->ns;
	finding->calls = it->n + it->n_back;
	add_numbers(diagnosis, finding, it);
	add_target(diagnosis, finding, it);
	if (it->row->calls)
		finding_line(finding, "where",
			     "scry -f --summary=stack -e trace=%s COMMAND shows the calling code",
			     it->row->calls);
	add_advice(diagnosis, finding, it);
	finding->confidence = it->row->waits ? SURE : LIKELY;
	finding->reason = reason_of(it->row);
}

static int compare_cost(const void *a, const void *b)
{
	const struct rule_case *one = a, *other = b;

	return (one->ns < other->ns) - (one->ns > other->ns);
}

void find_costs(struct diagnosis *diagnosis)
{
	struct rule_case *cases;
	size_t n = collect(diagnosis, &cases);

	if (n)
		qsort(cases, n, sizeof(*cases), compare_cost);
	for (size_t i = 0; i < n; i++)
		if (matters(diagnosis, &cases[i]))
			add_case(diagnosis, &cases[i]);
	free(cases);
}
