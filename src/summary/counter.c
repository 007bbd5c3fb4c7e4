/* SPDX-License-Identifier: MIT */
/* Counters of calls: what a row of a table adds up. */
#include "summary/counter.h"

#include <stdlib.h>

void counter_free(struct counter *counter)
{
	histogram_free(&counter->histogram);
	free(counter->by_error);
	counter->by_error = NULL;
	counter->n_by_error = 0;
}

void counter_add_error(struct counter *counter, uint32_t error, uint64_t n)
{
	for (size_t i = 0; i < counter->n_by_error; i++)
		if (counter->by_error[i].error == error) {
			counter->by_error[i].n += n;
			return;
		}
	counter->by_error = xreallocarray(counter->by_error, counter->n_by_error + 1,
					  sizeof(*counter->by_error));
	counter->by_error[counter->n_by_error++] = (struct error_count){ error, n };
}

static void merge_times(struct times *sum, const struct times *times, bool first)
{
	sum->total += times->total;
	if (first || times->min < sum->min)
		sum->min = times->min;
	if (times->max > sum->max)
		sum->max = times->max;
}

void counter_merge(struct counter *to, const struct counter *from)
{
	merge_times(&to->system, &from->system, !to->calls);
	merge_times(&to->wall, &from->wall, !to->calls);
	to->calls += from->calls;
	to->errors += from->errors;
	to->bytes += from->bytes;
	to->unfinished += from->unfinished;
	histogram_merge(&to->histogram, &from->histogram);
	for (size_t i = 0; i < from->n_by_error; i++)
		counter_add_error(to, from->by_error[i].error, from->by_error[i].n);
}
