/* SPDX-License-Identifier: MIT */
/* Private to src/why/: what a diagnosis wants of the values of a call. */
#ifndef SCRY_WHY_VALUES_H
#define SCRY_WHY_VALUES_H

#include "scry/sinks.h"
#include "why/why.h"

/* Bytes of a write, or of a command line, that are read. */
#define SAID_MAX 2048

struct value_finder {
	struct sink sink;
	struct sink_ops ops;
	struct thread *thread; /* receives what is found */
	unsigned argument; /* the current one */
	unsigned
		words; /* the argument that is a command line; 0: strings are bytes that are written */
};

void value_finder_init(struct value_finder *finder);
/* To be called before a call is decoded: what the thread knows of its last call is forgotten. */
void value_finder_begin(struct value_finder *finder, struct thread *thread, unsigned words);

#endif
