/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: named frames, and a cache of them for each process. */
#ifndef STACK_FRAMES_H
#define STACK_FRAMES_H

#include "stack/lines.h"
#include "stack/space.h"

/*
 * Returns the frame at ip, from the cache if it is there. The caller owns a reference and returns
 * it with frame_release(). exact: false if ip is a return address. lines: NULL to leave out source
 * lines.
 */
struct frame *frames_get(struct line_reader *lines, struct space *space,
			 const struct tracee *tracee, uint64_t ip, bool exact);
/* Empties the cache. Frames that have other references stay valid. */
void frames_forget(struct space *space);
void frame_release(struct frame *frame);

#endif
