/* SPDX-License-Identifier: MIT */
/* Finds the source line of an address with libdw. */
#include "config.h"

#include "stack/lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scry/util.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>

struct line_reader {
	void *library;
	LIBRARY_POINTER(dwfl_begin);
	LIBRARY_POINTER(dwfl_end);
	LIBRARY_POINTER(dwfl_report_elf);
	LIBRARY_POINTER(dwfl_report_end);
	LIBRARY_POINTER(dwfl_module_info);
	LIBRARY_POINTER(dwfl_module_getsrc);
	LIBRARY_POINTER(dwfl_lineinfo);
};

struct lines {
	const struct line_reader *reader;
	Dwfl *dwfl;
	Dwfl_Module *module;
};

/*
 * libdwfl callback: opens the debug file that debug_find() found, and no other. The library's own
 * callback would also query debuginfod servers on the network.
 */
static int find_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			   const char *file, const char *link, GElf_Word crc, char **found)
{
	const struct object *object = *data;
	struct source source;

	(void)module;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)crc;
	if (!object || !object->debug_path || !source_open(&source, object->debug_path))
		return -1;
	*found = strdup(object->debug_path);
	return source.fd;
}

/* libdwfl callback: finds nothing, because its caller reports the file itself. */
static int find_elf(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
		    char **file, Elf **elf)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)elf;
	return -1;
}

const Dwfl_Callbacks lines_callbacks = {
	.find_elf = find_elf,
	.find_debuginfo = find_debug_file,
};

static void open_module(struct lines *lines, struct object *object, int fd)
{
	const struct line_reader *reader = lines->reader;
	void **data;

	lines->dwfl = reader->sym_dwfl_begin(&lines_callbacks);
	if (lines->dwfl)
		lines->module =
			reader->sym_dwfl_report_elf(lines->dwfl, "", object->path, fd, 0, true);
	if (!lines->module) {
		close(fd);
		return;
	}
	reader->sym_dwfl_report_end(lines->dwfl, NULL, NULL);
	reader->sym_dwfl_module_info(lines->module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
	*data = object;
}

static void open_lines(const struct line_reader *reader, struct object *object)
{
	struct source source;

	object->lines_searched = true;
	if (!object->path || !source_open(&source, object->path))
		return;
	if (!object_matches(object, source.fd)) {
		source_close(&source);
		return;
	}
	object->lines = xcalloc(1, sizeof(*object->lines));
	object->lines->reader = reader;
	open_module(object->lines, object, source.fd);
}

char *lines_find(struct line_reader *reader, struct object *object, uint64_t address,
		 unsigned *line)
{
	Dwfl_Line *found = NULL;
	const char *file;
	int number;

	if (!object->lines_searched)
		open_lines(reader, object);
	if (object->lines && object->lines->module)
		found = reader->sym_dwfl_module_getsrc(object->lines->module, address);
	file = found ? reader->sym_dwfl_lineinfo(found, NULL, &number, NULL, NULL, NULL) : NULL;
	if (!file || number <= 0)
		return NULL;
	*line = (unsigned)number;
	return xstrdup(file);
}

void lines_free(struct lines *lines)
{
	if (lines && lines->dwfl)
		lines->reader->sym_dwfl_end(lines->dwfl);
	free(lines);
}

struct line_reader *line_reader_new(char **why)
{
#define FUNCTION(function) LIBRARY_FUNCTION(struct line_reader, function)
	static const struct library_function functions[] = {
		FUNCTION(dwfl_begin),	   FUNCTION(dwfl_end),	       FUNCTION(dwfl_report_elf),
		FUNCTION(dwfl_report_end), FUNCTION(dwfl_module_info), FUNCTION(dwfl_module_getsrc),
		FUNCTION(dwfl_lineinfo),
	};
#undef FUNCTION
	struct line_reader *reader = xcalloc(1, sizeof(*reader));

	reader->library = library_load(LIBDW_SONAME, functions, ARRAY_SIZE(functions), reader, why);
	if (reader->library)
		return reader;
	free(reader);
	return NULL;
}

#else

struct line_reader *line_reader_new(char **why)
{
	*why = xstrdup("scry was built without libdw, which reads lines of the source");
	return NULL;
}

char *lines_find(struct line_reader *reader, struct object *object, uint64_t address,
		 unsigned *line)
{
	(void)reader;
	(void)object;
	(void)address;
	(void)line;
	return NULL;
}

void lines_free(struct lines *lines)
{
	free(lines);
}
#endif

void line_reader_free(struct line_reader *reader)
{
	free(reader);
}
