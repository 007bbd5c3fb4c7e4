/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: what is known of the address space of one process. */
#ifndef STACK_SPACE_H
#define STACK_SPACE_H

#include "scry/index.h"
#include "scry/stack.h"
#include "stack/maps.h"
#include "stack/object.h"
#include "stack/pages.h"

struct cached_frame {
	uint64_t key; /* ip * 2 + exact */
	struct frame *frame;
};

struct space {
	struct space *next; /* in its chain of struct stacks */
	pid_t tgid;
	bool stale; /* the mappings may have changed since they were read */
	uint64_t now; /* a clock for pages: incremented before each stack is read */
	uint64_t mapped_at; /* the value of now when the mappings were read */
	struct objects *objects; /* of all processes */
	struct frame *program; /* NULL: not searched for yet */
	struct maps maps;
	struct pages pages;
	struct cached_frame *cached;
	size_t n_cached, cached_capacity;
	struct index cache_index; /* by key */
	void *unw_space; /* libunwind's unw_addr_space_t; NULL: not created yet */
	struct narrow_space *narrow; /* of a 32-bit process; NULL: not made yet */
	struct perf_map *perf_map; /* NULL: not read yet */
};

/* Reads the tracee's memory through the page cache. Returns false if a byte cannot be read. */
bool space_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		size_t len);

/* The vDSO of scry. The kernel has one vDSO for all processes of 64 bits. */
struct vdso {
	const char *bytes;
	size_t size; /* 0: there is none */
};
struct vdso space_vdso(void);

#endif
