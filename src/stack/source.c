/* SPDX-License-Identifier: MIT */
/* Reads the bytes, header and sections of an ELF file. */
#include "stack/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/util.h"

#define SECTIONS_MAX 262144

bool source_open(struct source *source, const char *path)
{
	struct stat st;

	*source = (struct source){ .fd = -1 };
	if (proc_stat_path(path, &st))
		return false;
	if (!S_ISREG(st.st_mode)) {
		errno = ENOEXEC;
		return false;
	}
	source->fd = proc_open_path(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (source->fd < 0)
		return false;
	source->size = (uint64_t)st.st_size;
	return true;
}

void source_close(struct source *source)
{
	if (source->fd >= 0)
		close(source->fd);
	source->fd = -1;
}

bool source_read(const struct source *source, uint64_t offset, void *buf, size_t len)
{
	uint64_t end;

	if (__builtin_add_overflow(offset, len, &end) || end > source->size)
		return false;
	if (source->fd < 0)
		return source->read && source->read(source->ctx, offset, buf, len);
	while (len) {
		ssize_t got = pread(source->fd, buf, len, (off_t)offset);

		if (got <= 0)
			return false;
		buf = (char *)buf + got;
		offset += (uint64_t)got;
		len -= (size_t)got;
	}
	return true;
}

void *source_copy(const struct source *source, uint64_t offset, uint64_t len)
{
	char *copy;

	if (len > SOURCE_TABLE_MAX || len > source->size)
		return NULL;
	copy = xmalloc(len + 1);
	copy[len] = 0;
	if (source_read(source, offset, copy, len))
		return copy;
	free(copy);
	return NULL;
}

bool source_header(const struct source *source, ElfW(Ehdr) *header)
{
	const unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
	const unsigned char order =
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

	return source_read(source, 0, header, sizeof(*header)) &&
	       !memcmp(header->e_ident, ELFMAG, SELFMAG) && header->e_ident[EI_CLASS] == class &&
	       header->e_ident[EI_DATA] == order &&
	       header->e_machine == arch_of_machine()->elf_machine;
}

void sections_read(struct sections *sections, const struct source *source, const ElfW(Ehdr) *header)
{
	ElfW(Shdr) first;
	uint32_t names;

	*sections = (struct sections){ 0 };
	if (!header->e_shoff || header->e_shentsize != sizeof(ElfW(Shdr)) ||
	    !source_read(source, header->e_shoff, &first, sizeof(first)))
		return;
	/* Numbers that do not fit in the header are in the first section header (elf(5)). */
	sections->n = header->e_shnum ? header->e_shnum : first.sh_size;
	names = header->e_shstrndx == SHN_XINDEX ? first.sh_link : header->e_shstrndx;
	if (sections->n <= SECTIONS_MAX)
		sections->list =
			source_copy(source, header->e_shoff, sections->n * sizeof(*sections->list));
	if (!sections->list || names >= sections->n) {
		sections_free(sections);
		return;
	}
	sections->names_len = sections->list[names].sh_size;
	sections->names = source_copy(source, sections->list[names].sh_offset, sections->names_len);
	if (!sections->names)
		sections->names_len = 0;
}

void sections_free(struct sections *sections)
{
	free(sections->list);
	free(sections->names);
	*sections = (struct sections){ 0 };
}

const ElfW(Shdr) *sections_find(const struct sections *sections, const char *name)
{
	for (size_t i = 0; i < sections->n; i++) {
		const ElfW(Shdr) *section = &sections->list[i];

		if (section->sh_name < sections->names_len &&
		    !strcmp(sections->names + section->sh_name, name))
			return section;
	}
	return NULL;
}
