/* SPDX-License-Identifier: MIT */
/* Caches pages of a process's memory: libunwind reads 8 bytes at a time, often from one page. */
#include "stack/pages.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

static const struct page *get_page(struct pages *pages, const struct fetch *fetch,
				   uint64_t valid_since, uint64_t now, uint64_t addr)
{
	struct page **slot = &pages->kept[addr / PAGE_BYTES % PAGES_KEPT], *page = *slot;

	if (page && page->addr == addr && page->stamp >= valid_since)
		return page;
	if (!page)
		*slot = page = xmalloc(sizeof(*page));
	page->addr = addr;
	page->stamp = now;
	page->len = fetch_read(fetch, addr, page->bytes, PAGE_BYTES);
	return page;
}

bool pages_read(struct pages *pages, const struct fetch *fetch, uint64_t valid_since, uint64_t now,
		uint64_t addr, void *buf, size_t len)
{
	while (len) {
		size_t at = addr % PAGE_BYTES, chunk = PAGE_BYTES - at;
		const struct page *page = get_page(pages, fetch, valid_since, now, addr - at);

		if (chunk > len)
			chunk = len;
		if (at + chunk > page->len)
			return false;
		memcpy(buf, page->bytes + at, chunk);
		buf = (char *)buf + chunk;
		addr += chunk;
		len -= chunk;
	}
	return true;
}

void pages_free(struct pages *pages)
{
	for (size_t i = 0; i < PAGES_KEPT; i++)
		free(pages->kept[i]);
	*pages = (struct pages){ 0 };
}
