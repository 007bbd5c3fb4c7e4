/* SPDX-License-Identifier: MIT */
/* Histograms of times with buckets of a bounded relative width. */
#include "summary/histogram.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

#define SUB_BITS 4
#define SUBS (1u << SUB_BITS)

static unsigned power_of(uint64_t ns)
{
	return ns ? 64 - (unsigned)__builtin_clzll(ns) : 0;
}

static uint32_t bucket_of(uint64_t ns)
{
	unsigned shift;

	if (ns < SUBS)
		return (uint32_t)ns;
	shift = power_of(ns) - 1 - SUB_BITS;
	return (shift + 1) * SUBS + (uint32_t)(ns >> shift & (SUBS - 1));
}

/* Returns the greatest time of a bucket. */
static uint64_t bucket_end(uint32_t bucket)
{
	unsigned shift;

	if (bucket < SUBS)
		return bucket;
	shift = bucket / SUBS - 1;
	return ((uint64_t)(SUBS + bucket % SUBS) << shift) + (((uint64_t)1 << shift) - 1);
}

/* Makes the histogram have the buckets from first to last. */
static void widen_histogram(struct histogram *histogram, uint32_t first, uint32_t last)
{
	uint32_t end = histogram->first + histogram->n;
	uint64_t *counts;

	if (histogram->n && first >= histogram->first && last < end)
		return;
	if (histogram->n) {
		first = first < histogram->first ? first : histogram->first;
		last = last >= end ? last : end - 1;
	}
	counts = xcalloc(last - first + 1, sizeof(*counts));
	if (histogram->n)
		memcpy(counts + (histogram->first - first), histogram->counts,
		       histogram->n * sizeof(*counts));
	free(histogram->counts);
	*histogram = (struct histogram){ counts, first, last - first + 1 };
}

void histogram_add(struct histogram *histogram, uint64_t ns, uint64_t n)
{
	uint32_t bucket = bucket_of(ns);

	widen_histogram(histogram, bucket, bucket);
	histogram->counts[bucket - histogram->first] += n;
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
	if (!from->n)
		return;
	widen_histogram(to, from->first, from->first + from->n - 1);
	for (uint32_t i = 0; i < from->n; i++)
		to->counts[from->first + i - to->first] += from->counts[i];
}

void histogram_free(struct histogram *histogram)
{
	free(histogram->counts);
	*histogram = (struct histogram){ 0 };
}

uint64_t histogram_quantile(const struct histogram *histogram, unsigned part)
{
	uint64_t all = 0, wanted, seen = 0;

	for (uint32_t i = 0; i < histogram->n; i++)
		all += histogram->counts[i];
	/* ceil(all * part / PARTS) without an overflow. */
	wanted = all / PARTS * part + (all % PARTS * part + PARTS - 1) / PARTS;
	for (uint32_t i = 0; i < histogram->n; i++) {
		seen += histogram->counts[i];
		if (seen >= wanted)
			return bucket_end(histogram->first + i);
	}
	return 0;
}

void histogram_powers(const struct histogram *histogram, uint64_t powers[POWERS])
{
	memset(powers, 0, POWERS * sizeof(*powers));
	for (uint32_t i = 0; i < histogram->n; i++)
		powers[power_of(bucket_end(histogram->first + i))] += histogram->counts[i];
}
