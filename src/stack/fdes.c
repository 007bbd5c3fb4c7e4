/* SPDX-License-Identifier: MIT */
/* .eh_frame, read as far as its functions' addresses (Linux Standard Base, "DWARF Extensions"). */
#include "stack/fdes.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

/* How an address is written: the low half says of what size, 0x10 relative to its own place. */
enum {
	ENCODE_ABSOLUTE = 0x00,
	ENCODE_U4 = 0x03,
	ENCODE_S4 = 0x0b,
	ENCODE_S8 = 0x0c,
	ENCODE_SIZE = 0x0f,
	ENCODE_RELATIVE = 0x10,
	ENCODE_OMITTED = 0xff,
};

struct reader {
	const unsigned char *bytes;
	size_t len, at;
	uint64_t addr; /* of the first byte in memory */
	/* The CIE that was read last, and how its FDEs write addresses. */
	size_t cie;
	unsigned encoding;
};

static bool take(struct reader *reader, void *value, size_t len)
{
	if (len > reader->len - reader->at)
		return false;
	memcpy(value, reader->bytes + reader->at, len);
	reader->at += len;
	return true;
}

static bool skip_leb(struct reader *reader)
{
	unsigned char byte;

	do {
		if (!take(reader, &byte, 1))
			return false;
	} while (byte & 0x80);
	return true;
}

static bool take_address(struct reader *reader, unsigned encoding, uint64_t *address)
{
	uint64_t place = reader->addr + reader->at;
	uint32_t word = 0;
	bool good;

	*address = 0;
	switch (encoding & ENCODE_SIZE) {
	case ENCODE_U4:
	case ENCODE_S4:
		good = take(reader, &word, sizeof(word));
		*address = (encoding & ENCODE_SIZE) == ENCODE_S4 ? (uint64_t)(int32_t)word : word;
		break;
	case ENCODE_ABSOLUTE:
	case ENCODE_S8:
		good = take(reader, address, sizeof(*address));
		break;
	default:
		return false;
	}
	if (encoding & ENCODE_RELATIVE)
		*address += place;
	return good && encoding != ENCODE_OMITTED && !(encoding & 0xe0);
}

/* One letter of the augmentation says what stands for it in the data behind. */
static bool take_augmentation(struct reader *reader, char letter, unsigned *encoding)
{
	unsigned char byte;
	uint64_t ignored;

	switch (letter) {
	case 'R':
	case 'L':
		if (!take(reader, &byte, 1))
			return false;
		if (letter == 'R')
			*encoding = byte;
		return true;
	case 'P':
		return take(reader, &byte, 1) && take_address(reader, byte & 0x1f, &ignored);
	default:
		return letter == 'S' || letter == 'B' || letter == 'z';
	}
}

static bool read_cie(struct reader *reader, size_t cie)
{
	const char *augmentation;
	unsigned char version, return_register;
	size_t letters;

	reader->encoding = ENCODE_ABSOLUTE;
	reader->at = cie + 8;
	if (!take(reader, &version, 1))
		return false;
	augmentation = (const char *)reader->bytes + reader->at;
	letters = strnlen(augmentation, reader->len - reader->at);
	reader->at += letters;
	if (!take(reader, &return_register, 1)) /* its NUL */
		return false;
	if (!skip_leb(reader) || !skip_leb(reader))
		return false;
	if (version == 1 ? !take(reader, &return_register, 1) : !skip_leb(reader))
		return false;
	if (*augmentation == 'z' && !skip_leb(reader))
		return false;
	for (size_t i = 0; i < letters; i++)
		if (!take_augmentation(reader, augmentation[i], &reader->encoding))
			return false;
	reader->cie = cie;
	return true;
}

static void add(struct fdes *fdes, uint64_t ip, uint64_t place)
{
	if (ip > INT32_MAX || place > INT32_MAX)
		return;
	if (fdes->n == fdes->size) {
		fdes->size = fdes->size ? fdes->size * 2 : 256;
		fdes->list = xreallocarray(fdes->list, fdes->size, sizeof(*fdes->list));
	}
	fdes->list[fdes->n++] = (struct fde){ (int32_t)ip, (int32_t)place };
}

/* An entry at start, id its distance to its CIE (0: it is one itself). */
static void read_entry(struct reader *reader, size_t start, uint32_t id, struct fdes *fdes)
{
	uint64_t ip;

	if (!id || id > start + 4)
		return;
	if (reader->cie != start + 4 - id && !read_cie(reader, start + 4 - id))
		return;
	reader->at = start + 8;
	if (take_address(reader, reader->encoding, &ip))
		add(fdes, ip, reader->addr + start);
}

static void read_entries(struct reader *reader, struct fdes *fdes)
{
	uint32_t len, id;

	for (;;) {
		size_t start = reader->at, next;

		/* 0 ends it; what is too long for 32 bits nobody writes. */
		if (!take(reader, &len, sizeof(len)) || !len || len == UINT32_MAX)
			return;
		next = reader->at + len;
		if (len > reader->len - reader->at || !take(reader, &id, sizeof(id)))
			return;
		read_entry(reader, start, id, fdes);
		reader->at = next;
	}
}

static int compare_fdes(const void *left, const void *right)
{
	const struct fde *a = left, *b = right;

	return a->ip < b->ip ? -1 : a->ip > b->ip;
}

void fdes_read(struct fdes *fdes, const struct source *source, const struct sections *sections)
{
	const Elf64_Shdr *section = sections_find(sections, ".eh_frame");
	unsigned char *bytes;

	if (!section || section->sh_type == SHT_NOBITS)
		return;
	bytes = source_copy(source, section->sh_offset, section->sh_size);
	if (bytes) {
		struct reader reader = { .bytes = bytes,
					 .len = section->sh_size,
					 .addr = section->sh_addr,
					 .cie = SIZE_MAX };

		read_entries(&reader, fdes);
	}
	free(bytes);
	if (fdes->n)
		qsort(fdes->list, fdes->n, sizeof(*fdes->list), compare_fdes);
}

void fdes_free(struct fdes *fdes)
{
	free(fdes->list);
	*fdes = (struct fdes){ 0 };
}
