/* SPDX-License-Identifier: MIT */
/* The memory of one process, as stacks read it. */
#include "stack/space.h"

#include <string.h>
#include <sys/auxv.h>

#include "scry/arch.h"
#include "stack/source.h"

struct vdso space_vdso(void)
{
	const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)getauxval(AT_SYSINFO_EHDR);
	const ElfW(Phdr) *segment;
	struct vdso vdso = { (const char *)header, 0 };

	if (!header)
		return vdso;
	segment = (const ElfW(Phdr) *)(vdso.bytes + header->e_phoff);
	for (unsigned i = 0; i < header->e_phnum; i++)
		if (segment[i].p_type == PT_LOAD)
			vdso.size =
				(segment[i].p_offset + segment[i].p_memsz + abi_page_size() - 1) &
				~(size_t)(abi_page_size() - 1);
	return vdso;
}

static bool read_vdso(const struct mapping *mapping, uint64_t addr, void *buf, size_t len)
{
	struct vdso vdso = space_vdso();
	uint64_t at = addr - mapping->start;

	if (at >= vdso.size || len > vdso.size - at)
		return false;
	memcpy(buf, vdso.bytes + at, len);
	return true;
}

bool space_read(struct space *space, const struct tracee *tracee, uint64_t addr, void *buf,
		size_t len)
{
	const struct mapping *mapping = maps_find(&space->maps, addr);
	const struct fetch_stack_ops *captured = tracee->fetch.ops->stack;
	uint64_t valid_since;

	if (captured && mapping && !strcmp(mapping->path, "[vdso]"))
		return read_vdso(mapping, addr, buf, len);
	if (captured)
		return captured->read(tracee->fetch.ctx, addr, buf, len) == len;
	/* Pages of files stay valid until the mappings change, other pages for one stack. */
	valid_since =
		mapping && mapping->inode && !mapping->writable ? space->mapped_at : space->now;
	return pages_read(&space->pages, &tracee->fetch, valid_since, space->now, addr, buf, len);
}
