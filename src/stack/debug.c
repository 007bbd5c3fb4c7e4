/* SPDX-License-Identifier: MIT */
/* Finds debug files by build-id and .gnu_debuglink (GDB manual, "Separate Debug Files"). */
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "stack/object.h"

#define DEBUG_ROOT "/usr/lib/debug"
/* The maximum size in bytes of a file that is identified by its checksum, which takes long. */
#define CHECKSUM_SIZE_MAX ((uint64_t)64 << 20)

void debug_read_id(struct build_id *id, const struct source *source,
		   const struct sections *sections)
{
	const ElfW(Shdr) *section = sections_find(sections, ".note.gnu.build-id");
	ElfW(Nhdr) note;
	uint64_t at;

	id->len = 0;
	if (!section || !source_read(source, section->sh_offset, &note, sizeof(note)))
		return;
	if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof(ELF_NOTE_GNU) ||
	    !note.n_descsz || note.n_descsz > sizeof(id->bytes))
		return;
	at = section->sh_offset + sizeof(note) + sizeof(ELF_NOTE_GNU);
	if (source_read(source, at, id->bytes, note.n_descsz))
		id->len = note.n_descsz;
}

/* Computes the CRC-32 of .gnu_debuglink (ITU-T V.42) over the whole file. */
static bool checksum(const struct source *source, uint32_t *crc)
{
	static const uint32_t polynomial = 0xedb88320;
	unsigned char bytes[4096];
	uint32_t sum = ~0u;

	if (source->size > CHECKSUM_SIZE_MAX)
		return false;
	for (uint64_t at = 0; at < source->size;) {
		size_t chunk =
			source->size - at < sizeof(bytes) ? source->size - at : sizeof(bytes);

		if (!source_read(source, at, bytes, chunk))
			return false;
		for (size_t i = 0; i < chunk; i++) {
			sum ^= bytes[i];
			for (int bit = 0; bit < 8; bit++)
				sum = sum >> 1 ^ (sum & 1 ? polynomial : 0);
		}
		at += chunk;
	}
	*crc = ~sum;
	return true;
}

static bool same_id(const struct build_id *a, const struct build_id *b)
{
	return a->len && a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}

/*
 * Adds the symbols of the file at path if it is the debug file of the object: the build-id must
 * match or, for a file without one, the checksum. crc is NULL to accept only a matching build-id.
 */
static bool try_file(struct object *object, const char *path, const uint32_t *crc)
{
	struct source source;
	struct sections sections = { 0 };
	struct build_id id;
	ElfW(Ehdr) header;
	uint32_t actual;
	bool good;

	if (!source_open(&source, path))
		return false;
	good = source_header(&source, &header);
	if (good) {
		sections_read(&sections, &source, &header);
		debug_read_id(&id, &source, &sections);
		good = same_id(&object->id, &id) ||
		       (crc && !id.len && checksum(&source, &actual) && actual == *crc);
	}
	if (good)
		symbols_add(&object->symbols, &source, &sections, SHT_SYMTAB);
	sections_free(&sections);
	source_close(&source);
	return good;
}

/* Tries the file .build-id/XX/YYYY.debug, where XXYYYY is the build-id in hexadecimal. */
static char *find_by_id(struct object *object, const char *root)
{
	const struct build_id *id = &object->id;
	struct buf path = { 0 };
	char *found = NULL;

	if (id->len < 2)
		return NULL;
	buf_printf(&path, "%s" DEBUG_ROOT "/.build-id/%02x/", root, id->bytes[0]);
	for (size_t i = 1; i < id->len; i++)
		buf_printf(&path, "%02x", id->bytes[i]);
	buf_puts(&path, ".debug");
	if (try_file(object, buf_cstr(&path), NULL))
		found = xstrdup(buf_cstr(&path));
	buf_free(&path);
	return found;
}

/*
 * Reads section .gnu_debuglink: a file name, NUL, zeros up to a multiple of four bytes, the
 * checksum. Returns the name, which the caller frees, or NULL.
 */
static char *read_link(const struct source *source, const struct sections *sections, uint32_t *crc)
{
	const ElfW(Shdr) *section = sections_find(sections, ".gnu_debuglink");
	char *name = NULL;
	size_t at;

	if (section && section->sh_size < 4096)
		name = source_copy(source, section->sh_offset, section->sh_size);
	if (!name)
		return NULL;
	at = (strlen(name) + 4) & ~(size_t)3;
	if (!*name || strchr(name, '/') || at + sizeof(*crc) > section->sh_size) {
		free(name);
		return NULL;
	}
	memcpy(crc, name + at, sizeof(*crc));
	return name;
}

/* Tries the directory of the file, its subdirectory .debug, and its counterpart in DEBUG_ROOT. */
static char *find_by_name(struct object *object, const struct location *location, const char *root,
			  const char *name, uint32_t crc)
{
	static const char *const forms[][2] = { { "", "/" },
						{ "", "/.debug/" },
						{ DEBUG_ROOT, "/" } };
	int directory = (int)(strrchr(location->path, '/') - location->path);

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		struct buf path = { 0 };
		char *found = NULL;

		buf_printf(&path, "%s%s%.*s%s%s", root, forms[i][0], directory, location->path,
			   forms[i][1], name);
		if (try_file(object, buf_cstr(&path), &crc))
			found = xstrdup(buf_cstr(&path));
		buf_free(&path);
		if (found)
			return found;
	}
	return NULL;
}

char *debug_find(struct object *object, const struct source *source,
		 const struct sections *sections, const struct location *location)
{
	/* Search scry's own file system first: a tracee in a container rarely has debug files. */
	const char *roots[] = { "", location->root };
	char *name, *found = NULL;
	uint32_t crc;

	if (!location->path || !strchr(location->path, '/'))
		return NULL;
	for (size_t i = 0; !found && i < ARRAY_SIZE(roots); i++)
		found = find_by_id(object, roots[i]);
	name = found ? NULL : read_link(source, sections, &crc);
	for (size_t i = 0; name && !found && i < ARRAY_SIZE(roots); i++)
		found = find_by_name(object, location, roots[i], name, crc);
	free(name);
	return found;
}
