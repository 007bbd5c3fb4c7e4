/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: the bytes of an ELF file, wherever they come from. */
#ifndef STACK_SOURCE_H
#define STACK_SOURCE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file (fd), or what a process has mapped of one (read). Nothing that it says is believed. */
struct source {
	int fd; /* -1: read */
	uint64_t size;
	bool (*read)(void *ctx, uint64_t offset, void *buf, size_t len);
	void *ctx;
};

/* Longer tables are not read: their symbols are not known then. */
#define SOURCE_TABLE_MOST ((size_t)256 << 20)

/* Regular files only, so that nothing happens to devices. False: errno says why. */
bool source_open(struct source *source, const char *path);
void source_close(struct source *source);
bool source_read(const struct source *source, uint64_t offset, void *buf, size_t len);
/* The bytes with a NUL behind them, malloc'ed; NULL: not all there, or too many. */
void *source_copy(const struct source *source, uint64_t offset, uint64_t len);

/* The section headers, malloc'ed, and the names they mean; *n is 0 if there are none. */
struct sections {
	Elf64_Shdr *list;
	size_t n;
	char *names;
	size_t names_len;
};

/* False: no ELF file of this machine. */
bool source_header(const struct source *source, Elf64_Ehdr *header);
void sections_read(struct sections *sections, const struct source *source,
		   const Elf64_Ehdr *header);
void sections_free(struct sections *sections);
/* NULL: there is none. */
const Elf64_Shdr *sections_find(const struct sections *sections, const char *name);

#endif
