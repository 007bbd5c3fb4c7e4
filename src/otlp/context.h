/* SPDX-License-Identifier: MIT */
/* The context of a span, as TRACEPARENT has it (W3C Trace Context, level 1). */
#ifndef SCRY_OTLP_CONTEXT_H
#define SCRY_OTLP_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_ID_SIZE 16
#define SPAN_ID_SIZE 8

struct span_context {
	uint8_t trace_id[TRACE_ID_SIZE];
	uint8_t span_id[SPAN_ID_SIZE];
	uint8_t flags;
	bool known; /* false: there is no span, and all else is unset */
};

/*
 * Span.flags: the flags of TRACEPARENT, a flag that the origin of the parent is known, and a flag
 * that the parent is of another process.
 */
#define SPAN_FLAGS(flags, remote) ((uint32_t)(flags) | 0x100u | ((remote) ? 0x200u : 0))

/*
 * Finds TRACEPARENT among the strings of an environment, each with a NUL, of len bytes. Returns
 * false if it has none.
 */
bool context_find(const char *environment, size_t len, struct span_context *context);
bool context_equals(const struct span_context *one, const struct span_context *other);

/*
 * Makes identifiers. A replay makes them of the recording, so that a second replay sends the same
 * spans again.
 */
struct identifiers {
	uint64_t state[2];
};
/* seed 0: from the random numbers of the kernel. */
void identifiers_begin(struct identifiers *identifiers, uint64_t seed);
/* Fills size bytes, of which one at least is not 0. */
void identifiers_make(struct identifiers *identifiers, uint8_t *id, size_t size);

#endif
