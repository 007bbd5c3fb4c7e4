/* SPDX-License-Identifier: MIT */
/*
 * A sink that checks values and writes nothing: groups must nest, names exist, bytes be readable.
 */
#ifndef SCRY_FUZZ_WATCHER_H
#define SCRY_FUZZ_WATCHER_H

#include "scry/decode.h"

#define NESTING_MAX 64

struct watcher {
	struct sink sink;
	enum group groups[NESTING_MAX];
	bool left_open[CALL_ARGS * 4]; /* arguments whose ENTRY segment a REST will close */
	unsigned depth, before; /* groups that were open when the segment began */
	unsigned argument;
	const char *names[RECORD_ARGUMENTS]; /* of the arguments; NULL if not announced yet */
	uint64_t sum; /* of all bytes and numbers: a compiler cannot leave out the reads */
	unsigned values;
	bool file; /* a value was a path or a descriptor */
};

void __attribute__((noreturn)) fail(const char *what);

#define require(condition)                \
	do {                              \
		if (!(condition))         \
			fail(#condition); \
	} while (0)

/* Begins a call. The sum continues. */
void watcher_begin(struct watcher *watcher);
/* Ends a segment. */
void watcher_end_segment(struct watcher *watcher);
/* Ends the call. No group may be open. */
void watcher_end(struct watcher *watcher);

#endif
