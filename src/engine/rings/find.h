/* SPDX-License-Identifier: MIT */
/* Private to src/engine/rings/: finds a ring in its process. */
#ifndef SCRY_ENGINE_RINGS_FIND_H
#define SCRY_ENGINE_RINGS_FIND_H

#include "engine/rings/table.h"

/* Keeps the layout of a ring. Returns whether its sizes are such as the kernel makes. */
bool ring_set_layout(struct ring *ring, const struct uring_params *params);
/* Returns a number that identifies the file of a descriptor; 0: it is no ring, or unknown. */
uint64_t ring_find_file(pid_t tgid, int fd);
/*
 * Finds the addresses of a ring among the mappings of its process and, if the layout is not known,
 * the layout.
 */
bool ring_find_memory(struct ring *ring, const struct fetch *fetch);
/*
 * Returns whether a process has a ring with a thread of the kernel that takes requests from it
 * (IORING_SETUP_SQPOLL).
 */
bool rings_have_poller(pid_t tgid);

#endif
