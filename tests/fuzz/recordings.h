/* SPDX-License-Identifier: MIT */
/* Recordings of made-up traces, for tests of what reads them. */
#ifndef SCRY_RECORDINGS_H
#define SCRY_RECORDINGS_H

#include "scry/record.h"

/* What a capture is made of: every number in it depends on the seed and its index alone. */
struct made_capture {
	uint64_t seed;
	struct event event;
	struct event_facts facts;
	struct stack stack;
	pid_t tgid;
	size_t late; /* for fetch_ops.late */
};

void made_capture_fill(struct made_capture *made, uint64_t seed, unsigned index);
void made_capture_free(struct made_capture *made);
/* Asks questions about the tracee of the capture. Returns a checksum of the answers. */
uint64_t made_capture_ask(const struct made_capture *made, const struct fetch *fetch);
/* The same about descriptors of other processes, since version 7. */
uint64_t made_capture_ask_others(const struct made_capture *made, const struct fetch *fetch);
/* The tracee itself, which answers such questions. made must outlive it. */
struct fetch made_capture_source(struct made_capture *made);

/* Writes n captures to a file. Returns false if that fails. */
bool made_recording_write(const struct recorder_config *config, uint64_t seed, unsigned n);

#endif
