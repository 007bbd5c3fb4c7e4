/* SPDX-License-Identifier: MIT */
/* Private header of src/summary/: histograms of times. */
#ifndef SCRY_SUMMARY_HISTOGRAM_H
#define SCRY_SUMMARY_HISTOGRAM_H

#include <stdint.h>

#include "scry/summary.h"

/*
 * Counts of times in nanoseconds. Each power of two has 16 buckets of equal width, so that a time
 * differs from the bounds of its bucket by at most 1/16. Only the buckets between the smallest and
 * the largest time exist: a histogram of HdrHistogram_c has all buckets of its range, and there may
 * be a histogram for each of a million groups. A zeroed struct is an empty histogram.
 */
struct histogram {
	uint64_t *counts;
	uint32_t first; /* the number of the bucket counts[0] */
	uint32_t n; /* of buckets; 0: the histogram is empty */
};

/* Counts n calls that took ns nanoseconds each. */
void histogram_add(struct histogram *histogram, uint64_t ns, uint64_t n);
void histogram_merge(struct histogram *to, const struct histogram *from);
void histogram_free(struct histogram *histogram);
/*
 * Returns the upper bound of the bucket of the quantile, in nanoseconds. part: PARTS / 2 is the
 * median.
 */
#define PARTS 100000u
uint64_t histogram_quantile(const struct histogram *histogram, unsigned part);

#define POWERS SUMMARY_POWERS
/*
 * Sets powers[i] to the number of times below 2^i and not below 2^(i - 1); powers[0]: of times that
 * are 0.
 */
void histogram_powers(const struct histogram *histogram, uint64_t powers[POWERS]);

#endif
