/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: a cache of pages of a process's memory. */
#ifndef STACK_PAGES_H
#define STACK_PAGES_H

#include <stdbool.h>

#include "scry/fetch.h"

#define PAGES_KEPT 128 /* must be a power of two */
#define PAGE_BYTES 4096u

struct page {
	uint64_t addr;
	uint64_t stamp; /* the time at which the page was read, in the caller's clock */
	size_t len; /* the number of readable bytes from the start of the page */
	unsigned char bytes[PAGE_BYTES];
};

struct pages {
	struct page *kept[PAGES_KEPT]; /* indexed by page number modulo PAGES_KEPT */
};

/*
 * Copies len bytes of memory at addr to buf. Uses a cached page if its stamp is at least
 * valid_since; otherwise reads the page and stamps it with now. Returns false if a byte cannot be
 * read.
 */
bool pages_read(struct pages *pages, const struct fetch *fetch, uint64_t valid_since, uint64_t now,
		uint64_t addr, void *buf, size_t len);
void pages_free(struct pages *pages);

#endif
