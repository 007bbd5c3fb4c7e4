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
#include "stack/numbered_registers.h"

#define SECTIONS_MAX 262144
#define SEGMENTS_MAX 1024

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

static bool is_elf(const unsigned char ident[EI_NIDENT], unsigned char class)
{
	const unsigned char order =
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;

	return !memcmp(ident, ELFMAG, SELFMAG) && ident[EI_CLASS] == class &&
	       ident[EI_DATA] == order;
}

/* Members have the same names in files of 32 and of 64 bits. */
static void widen_header(ElfW(Ehdr) *to, const Elf32_Ehdr *from)
{
	*to = (ElfW(Ehdr)){ .e_type = from->e_type,
			    .e_machine = from->e_machine,
			    .e_version = from->e_version,
			    .e_entry = from->e_entry,
			    .e_phoff = from->e_phoff,
			    .e_shoff = from->e_shoff,
			    .e_flags = from->e_flags,
			    .e_ehsize = from->e_ehsize,
			    .e_phentsize = from->e_phentsize,
			    .e_phnum = from->e_phnum,
			    .e_shentsize = from->e_shentsize,
			    .e_shnum = from->e_shnum,
			    .e_shstrndx = from->e_shstrndx };
	memcpy(to->e_ident, from->e_ident, sizeof(to->e_ident));
}

bool source_header(const struct source *source, ElfW(Ehdr) *header)
{
	const unsigned char class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
	const struct arch *narrow = narrow_arch();
	Elf32_Ehdr small;

	if (!source_read(source, 0, &small, sizeof(small)))
		return false;
	if (narrow && is_elf(small.e_ident, ELFCLASS32) && small.e_machine == narrow->elf_machine) {
		widen_header(header, &small);
		return true;
	}
	return source_read(source, 0, header, sizeof(*header)) && is_elf(header->e_ident, class) &&
	       header->e_machine == arch_of_machine()->elf_machine;
}

static void widen_section(ElfW(Shdr) *to, const Elf32_Shdr *from)
{
	*to = (ElfW(Shdr)){ .sh_name = from->sh_name,
			    .sh_type = from->sh_type,
			    .sh_flags = from->sh_flags,
			    .sh_addr = from->sh_addr,
			    .sh_offset = from->sh_offset,
			    .sh_size = from->sh_size,
			    .sh_link = from->sh_link,
			    .sh_info = from->sh_info };
}

static void widen_segment(ElfW(Phdr) *to, const Elf32_Phdr *from)
{
	*to = (ElfW(Phdr)){ .p_type = from->p_type,
			    .p_flags = from->p_flags,
			    .p_offset = from->p_offset,
			    .p_vaddr = from->p_vaddr,
			    .p_filesz = from->p_filesz,
			    .p_memsz = from->p_memsz };
}

static void widen_symbol(ElfW(Sym) *to, const Elf32_Sym *from)
{
	*to = (ElfW(Sym)){ .st_name = from->st_name,
			   .st_info = from->st_info,
			   .st_other = from->st_other,
			   .st_shndx = from->st_shndx,
			   .st_value = from->st_value,
			   .st_size = from->st_size };
}

/* Returns the n elements of a table; NULL: they cannot be read. */
#define READ_WIDENED(source, offset, n, wide, small_type, widen)                     \
	small_type *small_ = source_copy((source), (offset), (n) * sizeof(*small_)); \
                                                                                     \
	(wide) = small_ ? xcalloc((n) + 1, sizeof(*(wide))) : NULL;                  \
	for (size_t i_ = 0; small_ && i_ < (n); i_++)                                \
		widen(&(wide)[i_], &small_[i_]);                                     \
	free(small_)

static ElfW(Shdr) *read_sections(const struct source *source, const ElfW(Ehdr) *header, size_t n)
{
	ElfW(Shdr) *list;

	if (!source_is_narrow(header))
		return source_copy(source, header->e_shoff, n * sizeof(*list));
	READ_WIDENED(source, header->e_shoff, n, list, Elf32_Shdr, widen_section);
	return list;
}

ElfW(Phdr) *segments_read(const struct source *source, const ElfW(Ehdr) *header, size_t *n)
{
	bool narrow = source_is_narrow(header);
	ElfW(Phdr) *list;

	*n = header->e_phnum;
	if (header->e_phentsize != (narrow ? sizeof(Elf32_Phdr) : sizeof(*list)) ||
	    *n > SEGMENTS_MAX)
		return NULL;
	if (!narrow)
		return source_copy(source, header->e_phoff, *n * sizeof(*list));
	READ_WIDENED(source, header->e_phoff, *n, list, Elf32_Phdr, widen_segment);
	return list;
}

ElfW(Sym) *source_symbols(const struct source *source, const struct sections *sections,
			  uint64_t offset, uint64_t len, size_t *n)
{
	ElfW(Sym) *list;

	*n = len / (sections->narrow ? sizeof(Elf32_Sym) : sizeof(*list));
	if (!sections->narrow)
		return source_copy(source, offset, len);
	READ_WIDENED(source, offset, *n, list, Elf32_Sym, widen_symbol);
	return list;
}

void sections_read(struct sections *sections, const struct source *source, const ElfW(Ehdr) *header)
{
	bool narrow = source_is_narrow(header);
	ElfW(Shdr) *first;
	uint32_t names;

	*sections = (struct sections){ .narrow = narrow };
	if (!header->e_shoff ||
	    header->e_shentsize != (narrow ? sizeof(Elf32_Shdr) : sizeof(ElfW(Shdr))))
		return;
	first = read_sections(source, header, 1);
	if (!first)
		return;
	/* Numbers that do not fit in the header are in the first section header (elf(5)). */
	sections->n = header->e_shnum ? header->e_shnum : first->sh_size;
	names = header->e_shstrndx == SHN_XINDEX ? first->sh_link : header->e_shstrndx;
	free(first);
	if (sections->n <= SECTIONS_MAX)
		sections->list = read_sections(source, header, sections->n);
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
