/* SPDX-License-Identifier: MIT */
/* The memory of one process, as stacks read it. */
#include "stack/space.h"

bool space_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		size_t len)
{
	const struct mapping *mapping = maps_find(&space->maps, addr);
	/* Pages of files stay valid until the mappings change, other pages for one stack. */
	uint64_t valid_since = mapping && mapping->inode ? space->mapped_at : space->now;

	return pages_read(&space->pages, &tracee->fetch, valid_since, space->now, addr, buf, len);
}
