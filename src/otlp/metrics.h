/* SPDX-License-Identifier: MIT */
/* Counters and histograms of calls, and counters of scry itself. */
#ifndef SCRY_OTLP_METRICS_H
#define SCRY_OTLP_METRICS_H

#include "otlp/resource.h"
#include "scry/summary.h"

/* The sums since the start of the trace. Times are CLOCK_REALTIME, in nanoseconds. */
struct measured {
	const struct summary *summary;
	const struct summary_config *config;
	const struct machine *machine;
	uint64_t start_ns, now_ns;
	uint64_t programs, signals, dropped_spans;
	const struct losses *losses;
};

/* Makes the request in the arena. *n_points: how many points it has. */
Otlp__MetricsRequest *metrics_request(struct arena *arena, const struct measured *measured,
				      size_t *n_points);

#endif
