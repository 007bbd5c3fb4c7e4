/* SPDX-License-Identifier: MIT */
/* Counts calls by name. */
#include <stdlib.h>

#include "summary/summary.h"

struct summary *summary_new(const struct summary_config *config)
{
	struct summary *summary = xcalloc(1, sizeof(*summary));

	summary->config = config;
	return summary;
}

void summary_free(struct summary *summary)
{
	if (!summary)
		return;
	for (size_t i = 0; i < ABI_COUNT; i++)
		free(summary->by_number[i]);
	free(summary->extras);
	free(summary);
}

static struct counter *get_by_number(struct summary *summary, const struct abi *abi, uint64_t nr)
{
	struct counter **by_number = &summary->by_number[abi->id];

	if (!*by_number)
		*by_number = xcalloc(abi->n_ids, sizeof(**by_number));
	return &(*by_number)[nr & ~(uint64_t)abi->nr_flag];
}

static struct counter *get_extra(struct summary *summary, const struct abi *abi, enum syscall_id id,
				 uint64_t key)
{
	struct extra *extra;

	for (size_t i = 0; i < summary->n_extras; i++) {
		extra = &summary->extras[i];
		if (extra->abi == abi && extra->id == id && extra->key == key)
			return &extra->counter;
	}
	/* After EXTRAS_MAX distinct extras, one more counts the rest. */
	if (summary->n_extras > EXTRAS_MAX)
		return &summary->extras[EXTRAS_MAX].counter;
	summary->extras =
		xreallocarray(summary->extras, summary->n_extras + 1, sizeof(*summary->extras));
	extra = &summary->extras[summary->n_extras++];
	*extra = (struct extra){ .abi = abi, .id = id, .key = key };
	return &extra->counter;
}

static struct counter *get_counter(struct summary *summary, const struct call *call)
{
	const struct abi *abi = call->abi ? call->abi : abi_native();
	enum syscall_id id = abi_syscall(abi, call->nr);

	if (id && id == call->id)
		return get_by_number(summary, abi, call->nr);
	return get_extra(summary, abi, call->id, call->id ? 0 : call->nr);
}

static void add_time(struct times *times, uint64_t ns, uint64_t overhead_ns, bool first)
{
	ns = ns > overhead_ns ? ns - overhead_ns : 0;
	times->total += ns;
	if (first || ns < times->min)
		times->min = ns;
	if (ns > times->max)
		times->max = ns;
}

static void add_many(struct times *times, const struct call_times *more, uint64_t overhead_ns,
		     bool first)
{
	uint64_t overhead = more->n * overhead_ns;
	uint64_t min = more->min_ns > overhead_ns ? more->min_ns - overhead_ns : 0;
	uint64_t max = more->max_ns > overhead_ns ? more->max_ns - overhead_ns : 0;

	times->total += more->total_ns > overhead ? more->total_ns - overhead : 0;
	if (first || min < times->min)
		times->min = min;
	if (max > times->max)
		times->max = max;
}

void summary_add_many(struct summary *summary, const struct call *call,
		      const struct call_times *times)
{
	struct counter *counter = get_counter(summary, call);
	uint64_t overhead_ns = summary->config->overhead_ns;

	add_many(&counter->system, times, overhead_ns, !counter->calls);
	add_many(&counter->wall, times, overhead_ns, !counter->calls);
	counter->calls += times->n;
	counter->errors += call->is_error ? times->n : 0;
}

void summary_add(struct summary *summary, const struct call *call, uint64_t system_ns)
{
	struct counter *counter = get_counter(summary, call);
	uint64_t overhead_ns = summary->config->overhead_ns;

	add_time(&counter->system, system_ns, overhead_ns, !counter->calls);
	add_time(&counter->wall, call->returned_ns - call->entered_ns, overhead_ns,
		 !counter->calls);
	counter->calls++;
	counter->errors += call->is_error;
}
