/* SPDX-License-Identifier: MIT */
/* Reads segments, symbols and unwind information of an ELF file. */
#include "stack/object.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/util.h"
#include "stack/lines.h"

static bool read_segments(struct object *object, const struct source *source,
			  const ElfW(Ehdr) *header)
{
	object->segments = segments_read(source, header, &object->n_segments);
	for (size_t i = 0; object->segments && i < object->n_segments; i++) {
		const ElfW(Phdr) *segment = &object->segments[i];

		if (segment->p_type == PT_GNU_EH_FRAME)
			object->eh_hdr = segment->p_vaddr;
		if (segment->p_type == PT_ARM_EXIDX && header->e_machine == EM_ARM) {
			object->exidx = segment->p_vaddr;
			object->exidx_size = segment->p_memsz;
		}
	}
	return object->segments != NULL;
}

static void read_symbols(struct object *object, const struct source *source,
			 const struct sections *sections, const struct location *location)
{
	symbols_add(&object->symbols, source, sections, SHT_SYMTAB);
	symbols_add(&object->symbols, source, sections, SHT_DYNSYM);
	debug_read_id(&object->id, source, sections);
	object->debug_path = debug_find(object, source, sections, location);
	symbols_sort(&object->symbols);
}

struct object *object_new(const struct source *source, const struct location *location)
{
	struct object *object = xcalloc(1, sizeof(*object));
	struct sections sections;
	ElfW(Ehdr) header;

	if (!source_header(source, &header) || !read_segments(object, source, &header)) {
		free(object);
		return NULL;
	}
	object->fd = -1;
	object_set_identity(object, source->fd);
	sections_read(&sections, source, &header);
	read_symbols(object, source, &sections, location);
	if (!object->eh_hdr && !source_is_narrow(&header))
		fdes_read(&object->fdes, source, &sections);
	sections_free(&sections);
	return object;
}

void object_free(struct object *object)
{
	symbols_free(&object->symbols);
	fdes_free(&object->fdes);
	free(object->segments);
	lines_free(object->lines);
	free(object->path);
	free(object->debug_path);
	if (object->fd >= 0)
		close(object->fd);
	free(object);
}

bool object_address(const struct object *object, uint64_t offset, uint64_t *address)
{
	for (size_t i = 0; i < object->n_segments; i++) {
		const ElfW(Phdr) *segment = &object->segments[i];

		if (segment->p_type == PT_LOAD && offset >= segment->p_offset &&
		    offset - segment->p_offset < segment->p_filesz) {
			*address = segment->p_vaddr + (offset - segment->p_offset);
			return true;
		}
	}
	return false;
}
