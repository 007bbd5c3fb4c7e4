/* SPDX-License-Identifier: MIT */
/* A sink that only looks: groups must nest, names must be there, every byte must be readable. */
#ifndef SCRY_FUZZ_WATCHER_H
#define SCRY_FUZZ_WATCHER_H

#include "scry/decode.h"

#define NESTING 64

struct watcher {
	struct sink sink;
	enum group groups[NESTING];
	bool left_open[CALL_ARGS * 4]; /* arguments whose ENTRY segment a REST will close */
	unsigned depth, before; /* groups that were open when the segment began */
	unsigned argument;
	const char *names[RECORD_ARGUMENTS]; /* of the arguments; NULL if not announced yet */
	uint64_t sum; /* of all that was looked at, so that it must be */
	unsigned values;
	bool file; /* one of them was a path or a descriptor */
};

void __attribute__((noreturn)) fail(const char *what);

#define require(condition)                \
	do {                              \
		if (!(condition))         \
			fail(#condition); \
	} while (0)

/* Begins a call; the sum goes on. */
void watcher_begin(struct watcher *watcher);
/* No more values of this side of the call. */
void watcher_end_part(struct watcher *watcher);
/* The call is over: nothing may be open. */
void watcher_end(struct watcher *watcher);

#endif
