/* SPDX-License-Identifier: MIT */
/* Reads memory, or the files that a process has mapped: it runs on, or has ended. */
#include "stack/mapped.h"

#include <unistd.h>

#include "stack/objects.h"

/* A mapped file, whose pages are read. */
struct mapped_file {
	const struct mapping *mapping;
	int fd;
};

static size_t read_mapped_file(void *ctx, uint64_t addr, void *buf, size_t len)
{
	const struct mapped_file *file = ctx;
	const struct mapping *mapping = file->mapping;
	ssize_t got;

	if (addr < mapping->start || addr >= mapping->end)
		return 0;
	if (len > mapping->end - addr)
		len = mapping->end - addr;
	got = pread(file->fd, buf, len, (off_t)(mapping->offset + (addr - mapping->start)));
	return got > 0 ? (size_t)got : 0;
}

static bool read_mapped(struct space *space, const struct tracee *tracee, struct mapping *mapping,
			uint64_t addr, void *buf, size_t len)
{
	static const struct fetch_ops ops = { .read = read_mapped_file };
	struct object *object = objects_get(space->objects, space, tracee, mapping);
	struct mapped_file file = { mapping, object ? object->fd : -1 };
	const struct fetch fetch = { &ops, &file };

	return file.fd >= 0 &&
	       pages_read(&space->pages, &fetch, space->mapped_at, space->now, addr, buf, len);
}

/*
 * Unwind tables refer to pointers in the data of a file, which are not followed: what the data
 * began with is as good.
 */
bool mapped_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		 size_t len)
{
	struct mapping *mapping = tracee->fetch.ops->stack ? maps_find(&space->maps, addr) : NULL;

	if (!mapping || !mapping->inode)
		return space_read(space, tracee, addr, buf, len);
	return (mapping->writable && space_read(space, tracee, addr, buf, len)) ||
	       read_mapped(space, tracee, mapping, addr, buf, len);
}
