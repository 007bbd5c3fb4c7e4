/* SPDX-License-Identifier: MIT */
/* The signals after which a tracer whose tracees have a filter becomes the keeper. */
#ifndef ENGINE_CRASH_SIGNALS_H
#define ENGINE_CRASH_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

struct crash_signal {
	int signal;
	bool dumps; /* a defect of scry, of which a core file is useful */
	const char *name;
};

#define CRASH_SIGNALS 8
extern const struct crash_signal crash_signals[CRASH_SIGNALS];

void crash_signals_fill(sigset_t *set);
/* Blocks them. *before: the former mask. */
void crash_signals_block(sigset_t *before);

#endif
