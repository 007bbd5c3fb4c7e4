/* SPDX-License-Identifier: MIT */
/* Which threads of two traces are the same ones. */
#ifndef SCRY_DIFF_MATCH_H
#define SCRY_DIFF_MATCH_H

#include "diff/trace.h"

/* NO_THREAD: only the other trace has this thread. */
struct match {
	uint32_t threads[2];
};

/*
 * Returns the pairs of threads, parents before their children, which the caller frees. Children of
 * two matched threads are matched by the programs that they execute, and by their order.
 */
struct match *match_threads(const struct trace *const traces[2], size_t *n);

#endif
