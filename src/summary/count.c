/* SPDX-License-Identifier: MIT */
/* Counts calls: by name and ABI for the tables of strace, or by keys. */
#include <stdlib.h>

#include "scry/type.h"
#include "summary/counter.h"
#include "summary/groups.h"

/* All columns of a table with keys are in JSON and CSV. */
static bool wants_histogram(const struct summary_config *config)
{
	if (config->n_keys && (summary_has_metrics(config) ||
			       (config->all_columns && config->format != SUMMARY_TEXT)))
		return true;
	return summary_needs_histogram(config);
}

struct summary *summary_new(const struct summary_config *config)
{
	struct summary *summary = xcalloc(1, sizeof(*summary));

	summary->config = config;
	summary->wants_errors = config->n_keys && summary_has_metrics(config);
	summary->wants_histogram = wants_histogram(config);
	if (config->n_keys) {
		summary->groups = xcalloc(1, sizeof(*summary->groups));
		summary->groups->most = config->drawn || summary_has_metrics(config)
						? GROUPS_MAX_AGAIN
						: GROUPS_MAX;
	}
	return summary;
}

static void free_by_number(struct counter *counters, const struct abi *abi)
{
	for (uint32_t nr = 0; counters && nr < abi->n_ids; nr++)
		counter_free(&counters[nr]);
	free(counters);
}

void summary_free(struct summary *summary)
{
	if (!summary)
		return;
	for (size_t i = 0; i < ABI_COUNT; i++)
		free_by_number(summary->by_number[i], abi_by_id(i));
	for (size_t i = 0; i < summary->n_extras; i++)
		counter_free(&summary->extras[i].counter);
	free(summary->extras);
	if (summary->groups)
		groups_free(summary->groups);
	free(summary->groups);
	free(summary);
}

void summary_clear(struct summary *summary)
{
	groups_clear(summary->groups);
}

static struct counter *get_by_number(struct summary *summary, const struct abi *abi, uint64_t nr)
{
	struct counter **by_number = &summary->by_number[abi->id];

	if (!*by_number)
		*by_number = xcalloc(abi->n_ids, sizeof(**by_number));
	return &(*by_number)[nr & ~(uint64_t)abi->nr_flag];
}

static struct counter *get_extra(struct summary *summary, const struct abi *abi,
				 const struct call *call)
{
	enum syscall_id id = call->id;
	uint64_t key = id ? 0 : call->nr;
	struct extra *extra;

	for (size_t i = 0; i < summary->n_extras; i++) {
		extra = &summary->extras[i];
		if (extra->abi == abi && extra->id == id && extra->key == key &&
		    extra->of_ring == (call->request != NULL))
			return &extra->counter;
	}
	/* After EXTRAS_MAX distinct extras, one more counts the rest. */
	if (summary->n_extras > EXTRAS_MAX)
		return &summary->extras[EXTRAS_MAX].counter;
	summary->extras = xgrow(summary->extras, summary->n_extras, &summary->extras_capacity,
				sizeof(*summary->extras));
	extra = &summary->extras[summary->n_extras++];
	*extra = (struct extra){ .abi = abi, .id = id, .of_ring = call->request, .key = key };
	return &extra->counter;
}

static struct counter *get_counter(struct summary *summary, const struct call *call)
{
	const struct abi *abi = call->abi ? call->abi : abi_native();
	enum syscall_id id = abi_syscall(abi, call->nr);

	if (id && id == call->id && !call->request)
		return get_by_number(summary, abi, call->nr);
	return get_extra(summary, abi, call);
}

static void add_time(struct times *times, uint64_t ns, uint64_t overhead_ns, uint64_t n, bool first)
{
	ns = ns > overhead_ns ? ns - overhead_ns : 0;
	times->total += n * ns;
	if (first || ns < times->min)
		times->min = ns;
	if (ns > times->max)
		times->max = ns;
}

static void add_many(struct times *times, const struct call_time *more, uint64_t n,
		     uint64_t overhead_ns, bool first)
{
	uint64_t overhead = n * overhead_ns;
	uint64_t min = more->min_ns > overhead_ns ? more->min_ns - overhead_ns : 0;
	uint64_t max = more->max_ns > overhead_ns ? more->max_ns - overhead_ns : 0;

	times->total += more->total_ns > overhead ? more->total_ns - overhead : 0;
	if (first || min < times->min)
		times->min = min;
	if (max > times->max)
		times->max = max;
}

uint64_t summary_bytes_moved(const struct call *call)
{
	bool moves = call->row && call->row->flags & CALL_MOVES;

	return !moves || call->is_error || call->result < 0 ? 0 : (uint64_t)call->result;
}

static struct counter *find_counter(struct summary *summary, const struct call *call,
				    const struct summary_subject *subject)
{
	const struct key_source source = { summary->config, call, subject };

	return summary->groups ? groups_find(summary->groups, &source) : get_counter(summary, call);
}

void summary_add_many(struct summary *summary, const struct call *call,
		      const struct call_times *times)
{
	static const struct summary_subject unknown = { .fd = -1 };
	struct counter *counter = find_counter(summary, call, &unknown);
	uint64_t overhead_ns = summary->config->overhead_ns;

	add_many(&counter->system, &times->system, times->n, overhead_ns, !counter->calls);
	add_many(&counter->wall, &times->wall, times->n, overhead_ns, !counter->calls);
	counter->calls += times->n;
	counter->errors += call->is_error ? times->n : 0;
	counter->unfinished += call->returned ? 0 : times->n;
}

void summary_take_many(struct summary *summary, const struct call *call,
		       const struct call_times *times)
{
	static const struct summary_subject unknown = { .fd = -1 };
	struct counter *counter = find_counter(summary, call, &unknown);

	/* Unsigned numbers wrap, and wrap back when more is added. */
	counter->system.total -= times->system.total_ns;
	counter->wall.total -= times->wall.total_ns;
	counter->calls -= times->n;
	counter->errors -= call->is_error ? times->n : 0;
	counter->unfinished -= call->returned ? 0 : times->n;
}

void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns,
		 const struct summary_subject *subject)
{
	struct counter *counter = find_counter(summary, call, subject);
	uint64_t overhead_ns = summary->config->overhead_ns;
	uint64_t wall_ns = call->returned_ns - call->entered_ns;
	uint64_t n = call_stands_for(call);

	add_time(&counter->system, system_ns, overhead_ns, n, !counter->calls);
	add_time(&counter->wall, wall_ns, overhead_ns, n, !counter->calls);
	counter->calls += n;
	counter->errors += call->is_error ? n : 0;
	counter->unfinished += call->returned ? 0 : n;
	counter->bytes += n * summary_bytes_moved(call);
	if (summary->wants_histogram)
		histogram_add(&counter->histogram,
			      wall_ns > overhead_ns ? wall_ns - overhead_ns : 0, n);
	if (summary->wants_errors && call->is_error)
		counter_add_error(counter, call_errno(call), n);
}
