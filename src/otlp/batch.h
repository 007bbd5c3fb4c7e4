/* SPDX-License-Identifier: MIT */
/* Batches of spans, by where their processes run. */
#ifndef SCRY_OTLP_BATCH_H
#define SCRY_OTLP_BATCH_H

#include "otlp/resource.h"

/* A zeroed struct is an empty batch. */
struct batch {
	struct arena arena;
	struct batch_group {
		struct home home; /* copies in the arena */
		Otlp__Span **spans;
		size_t n, capacity;
	} * groups;
	size_t n_groups, capacity;
	size_t n_spans;
	uint64_t begun_ns; /* CLOCK_MONOTONIC of the first span */
};

/* Appends a span, of which all parts are in batch->arena. */
void batch_add(struct batch *batch, const struct home *home, Otlp__Span *span, uint64_t ns);
/* Makes the request of a batch. It is in batch->arena. */
Otlp__TraceRequest *batch_request(struct batch *batch, const struct machine *machine);

#endif
