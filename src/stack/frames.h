/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: frames with their names, each worked out once. */
#ifndef STACK_FRAMES_H
#define STACK_FRAMES_H

#include "stack/lines.h"
#include "stack/space.h"

/* What a frame needs to be named. */
struct namer {
	struct line_reader *lines; /* NULL: not asked for */
};

/* The frame at ip, of which the caller becomes a user. */
struct frame *frames_get(const struct namer *namer, struct space *space,
			 const struct tracee *tracee, uint64_t ip, bool exact);
/* Frames that are in use live on. */
void frames_forget(struct space *space);
void frame_release(struct frame *frame);

#endif
