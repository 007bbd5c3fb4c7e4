/* SPDX-License-Identifier: MIT */
/*
 * Finds out what execve(2) has mapped from the auxiliary vector and the ELF headers, because
 * /proc/PID/maps goes with the process.
 */
#include "stack/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/proc.h"
#include "scry/util.h"
#include "stack/objects.h"

#define INTERPRETER_MAX 4096

/* An ELF file with its program headers. */
struct image {
	struct source source;
	ElfW(Ehdr) header;
	ElfW(Phdr) *segments;
};

static bool read_image(struct image *image)
{
	size_t n;

	image->segments = source_header(&image->source, &image->header)
				  ? segments_read(&image->source, &image->header, &n)
				  : NULL;
	if (!image->segments)
		source_close(&image->source);
	return image->segments;
}

static void close_image(struct image *image)
{
	free(image->segments);
	source_close(&image->source);
}

static uint64_t page_down(uint64_t address)
{
	return address & ~(uint64_t)(abi_page_size() - 1);
}

/* Adds the segments as the kernel maps them. bias: of their addresses. */
static void map_segments(struct maps *maps, const struct image *image, uint64_t bias,
			 const struct fetch_file *file)
{
	for (unsigned i = 0; i < image->header.e_phnum; i++) {
		const ElfW(Phdr) *segment = &image->segments[i];
		struct mapping new = {
			.inode = file->inode,
			.exec = segment->p_flags & PF_X,
			.writable = segment->p_flags & PF_W,
		};
		uint64_t end;

		if (segment->p_type != PT_LOAD || !segment->p_filesz ||
		    __builtin_add_overflow(bias + segment->p_vaddr, segment->p_filesz, &end))
			continue;
		new.start = page_down(bias + segment->p_vaddr);
		new.end = page_down(end + abi_page_size() - 1);
		new.offset = page_down(segment->p_offset);
		maps_put(maps, &new, file->path);
	}
}

/* Returns the malloc'ed path of the interpreter; NULL: the program has none. */
static char *interpreter_of(const struct image *image)
{
	for (unsigned i = 0; i < image->header.e_phnum; i++) {
		const ElfW(Phdr) *segment = &image->segments[i];

		if (segment->p_type == PT_INTERP && segment->p_filesz <= INTERPRETER_MAX)
			return source_copy(&image->source, segment->p_offset, segment->p_filesz);
	}
	return NULL;
}

/* Returns the malloc'ed path of an open file without symbolic links; NULL: unknown. */
static char *real_path(int fd)
{
	char path[PROC_PATH + INTERPRETER_MAX];
	ssize_t len = proc_fd_link(PROC_SELF, fd, path, sizeof(path) - 1);

	if (len <= 0)
		return NULL;
	path[len] = 0;
	return xstrdup(path);
}

static void map_interpreter(struct maps *maps, pid_t tgid, const char *name, uint64_t base)
{
	struct mapping wanted = { .path = (char *)name };
	struct fetch_file file = { 0 };
	struct buf path = { 0 };
	struct image image;
	struct stat st;
	char *real;

	if (objects_open(&image.source, tgid, &wanted, &path) && read_image(&image)) {
		real = real_path(image.source.fd);
		file.path = real ? real : name;
		if (!fstat(image.source.fd, &st))
			file.inode = st.st_ino;
		map_segments(maps, &image, base, &file);
		free(real);
		close_image(&image);
	}
	buf_free(&path);
}

static uint64_t auxv_value(const struct fetch_program *program, uint64_t type)
{
	for (size_t i = 0; i < program->n_auxv && program->auxv[2 * i] != AT_NULL; i++)
		if (program->auxv[2 * i] == type)
			return program->auxv[2 * i + 1];
	return 0;
}

void program_map(struct maps *maps, pid_t tgid, const struct fetch_program *program)
{
	struct mapping wanted = { .path = (char *)program->file.path,
				  .inode = program->file.inode };
	struct mapping vdso = { .start = auxv_value(program, AT_SYSINFO_EHDR), .exec = true };
	uint64_t base = auxv_value(program, AT_BASE);
	struct buf path = { 0 };
	struct image image;
	char *interpreter;

	vdso.end = vdso.start + space_vdso().size;
	if (vdso.start && vdso.end > vdso.start)
		maps_put(maps, &vdso, "[vdso]");
	if (!program->file.path)
		return;
	if (objects_open(&image.source, tgid, &wanted, &path) && read_image(&image)) {
		map_segments(maps, &image, auxv_value(program, AT_ENTRY) - image.header.e_entry,
			     &program->file);
		interpreter = base ? interpreter_of(&image) : NULL;
		if (interpreter)
			map_interpreter(maps, tgid, interpreter, base);
		free(interpreter);
		close_image(&image);
	}
	buf_free(&path);
}
