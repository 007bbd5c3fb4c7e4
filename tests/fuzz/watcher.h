/* SPDX-License-Identifier: MIT */
/*
 * A sink that only checks its input: groups must nest, names must exist, all bytes must be
 * readable.
 */
#ifndef SCRY_FUZZ_WATCHER_H
#define SCRY_FUZZ_WATCHER_H

#include "scry/decode.h"

#define NESTING 64

struct watcher {
	struct sink sink;
	enum group groups[NESTING];
	/* The ENTRY segment has an open group; a REST segment closes it. */
	bool left_open[CALL_ARGS * 4];
	unsigned depth, before; /* number of open groups: now, and at the begin of the segment */
	unsigned argument;
	const char *names[RECORD_ARGUMENTS]; /* of the arguments; NULL: not announced yet */
	uint64_t sum; /* of all bytes, so that the compiler cannot omit reading them */
	unsigned values;
	bool file; /* a value was a path or a descriptor */
};

void __attribute__((noreturn)) fail(const char *what);

#define require(condition)                \
	do {                              \
		if (!(condition))         \
			fail(#condition); \
	} while (0)

/* Begins a call. Only the sum is kept. */
void watcher_begin(struct watcher *watcher);
/* Ends a part of a call. */
void watcher_end_part(struct watcher *watcher);
/* Ends the call: no group may be open. */
void watcher_end(struct watcher *watcher);

#endif
