/* SPDX-License-Identifier: MIT */
/* Memory of a process, a page at a time: an unwinder asks for eight bytes here and there. */
#include "stack/pages.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

static const struct page *find_page(struct pages *pages, const struct fetch *fetch,
				    uint64_t valid_since, uint64_t now, uint64_t addr)
{
	struct page **place = &pages->kept[addr / PAGE_BYTES % PAGES_KEPT], *page = *place;

	if (page && page->addr == addr && page->stamp >= valid_since)
		return page;
	if (!page)
		*place = page = xmalloc(sizeof(*page));
	page->addr = addr;
	page->stamp = now;
	page->len = fetch_read(fetch, addr, page->bytes, PAGE_BYTES);
	return page;
}

bool pages_read(struct pages *pages, const struct fetch *fetch, uint64_t valid_since, uint64_t now,
		uint64_t addr, void *buf, size_t len)
{
	while (len) {
		size_t at = addr % PAGE_BYTES, some = PAGE_BYTES - at;
		const struct page *page = find_page(pages, fetch, valid_since, now, addr - at);

		if (some > len)
			some = len;
		if (at + some > page->len)
			return false;
		memcpy(buf, page->bytes + at, some);
		buf = (char *)buf + some;
		addr += some;
		len -= some;
	}
	return true;
}

void pages_free(struct pages *pages)
{
	for (size_t i = 0; i < PAGES_KEPT; i++)
		free(pages->kept[i]);
	*pages = (struct pages){ 0 };
}
