/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: reads the bytes, header and sections of an ELF file. */
#ifndef STACK_SOURCE_H
#define STACK_SOURCE_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The bytes of an ELF file, from a file (fd) or from what a process has mapped of it (read). The
 * contents are untrusted input: every offset and length is checked.
 */
struct source {
	int fd; /* -1: use read */
	uint64_t size;
	bool (*read)(void *ctx, uint64_t offset, void *buf, size_t len);
	void *ctx;
};

/* The maximum size, in bytes, of a table that source_copy() copies. */
#define SOURCE_TABLE_MAX ((size_t)256 << 20)

/*
 * Opens a regular file. Other kinds are refused before open(2), which has side effects on devices
 * and FIFOs. Returns false with errno set.
 */
bool source_open(struct source *source, const char *path);
void source_close(struct source *source);
bool source_read(const struct source *source, uint64_t offset, void *buf, size_t len);
/*
 * Returns a copy of len bytes at offset with a NUL appended, which the caller frees. NULL: some
 * cannot be read, or len exceeds SOURCE_TABLE_MAX.
 */
void *source_copy(const struct source *source, uint64_t offset, uint64_t len);

/*
 * Headers, sections, segments and symbols of a file of 32 bits on a 64-bit machine are read as those
 * of one of 64 bits. Returns whether the file is such a one.
 */
static inline bool source_is_narrow(const ElfW(Ehdr) *header)
{
	return sizeof(void *) == 8 && header->e_ident[EI_CLASS] == ELFCLASS32;
}

struct sections {
	bool narrow; /* of source_is_narrow() */
	ElfW(Shdr) *list;
	size_t n; /* 0: the file has none, or they are damaged */
	char *names; /* the section header string table */
	size_t names_len;
};

/*
 * Returns false if source is no ELF file that this machine executes. Files of 32 bits on a 64-bit
 * machine: see narrow.h.
 */
bool source_header(const struct source *source, ElfW(Ehdr) *header);
/* Reads the *n segments, which the caller frees. NULL: they are damaged. */
ElfW(Phdr) *segments_read(const struct source *source, const ElfW(Ehdr) *header, size_t *n);
/*
 * Reads the symbols of a section of len bytes, which the caller frees. NULL: they cannot be read.
 */
ElfW(Sym) *source_symbols(const struct source *source, const struct sections *sections,
			  uint64_t offset, uint64_t len, size_t *n);
void sections_read(struct sections *sections, const struct source *source,
		   const ElfW(Ehdr) *header);
void sections_free(struct sections *sections);
/* Returns the section of that name, or NULL. */
const ElfW(Shdr) *sections_find(const struct sections *sections, const char *name);

#endif
