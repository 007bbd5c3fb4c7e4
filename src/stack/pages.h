/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: memory of a process, a page at a time. */
#ifndef STACK_PAGES_H
#define STACK_PAGES_H

#include <stdbool.h>

#include "scry/fetch.h"

#define PAGES_KEPT 128 /* a power of two */
#define PAGE_BYTES 4096u

struct page {
	uint64_t addr;
	uint64_t stamp; /* when it was read; 0: never */
	size_t len; /* readable bytes */
	unsigned char bytes[PAGE_BYTES];
};

/*
 * What is mapped read-only stays as it is until something else is mapped, the rest until the
 * tracee is resumed.
 */
struct pages {
	struct page *kept[PAGES_KEPT];
};

/*
 * Copies len bytes at addr. A page read since valid_since serves; now is what a new one is stamped
 * with. False: not all of it can be read.
 */
bool pages_read(struct pages *pages, const struct fetch *fetch, uint64_t valid_since, uint64_t now,
		uint64_t addr, void *buf, size_t len);
void pages_free(struct pages *pages);

#endif
