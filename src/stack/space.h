/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: what is known of the memory of one process. */
#ifndef STACK_SPACE_H
#define STACK_SPACE_H

#include "scry/stack.h"
#include "stack/maps.h"
#include "stack/object.h"
#include "stack/pages.h"

/* A frame that was shown before: by its address, and whether that is exact. */
struct known_frame {
	uint64_t key;
	struct frame *frame; /* NULL: an empty place */
};

struct space {
	struct space *next;
	pid_t tgid;
	bool stale; /* what is mapped may have changed */
	uint64_t changed; /* when it last did: pages read since are good */
	uint64_t now; /* counts stacks */
	struct objects *objects; /* those of all processes */
	struct frame *program; /* NULL: not looked for yet */
	struct maps maps;
	struct pages pages;
	struct known_frame *known;
	size_t n_known, known_size; /* a power of two */
	void *code; /* libunwind's; NULL: none yet */
	struct perf_map *jit; /* NULL: not read yet */
};

/* Reads the tracee's memory through the pages. */
bool space_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		size_t len);

#endif
