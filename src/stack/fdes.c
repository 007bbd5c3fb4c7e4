/* SPDX-License-Identifier: MIT */
/*
 * Parses .eh_frame (Linux Standard Base, "DWARF Extensions") as far as the addresses of functions.
 * The section is a list of CIEs (common information entries) and FDEs (frame description entries,
 * one for each function), each of which refers to a CIE.
 */
#include "stack/fdes.h"

#include <stdlib.h>
#include <string.h>

#include "scry/util.h"

/* Encodings of addresses: a size and, optionally, ENCODE_RELATIVE (to where the address is). */
enum {
	ENCODE_ABSOLUTE = 0x00,
	ENCODE_U4 = 0x03,
	ENCODE_U8 = 0x04,
	ENCODE_S4 = 0x0b,
	ENCODE_S8 = 0x0c,
	ENCODE_SIZE = 0x0f,
	ENCODE_RELATIVE = 0x10,
	ENCODE_OMITTED = 0xff,
};

struct reader {
	const unsigned char *bytes;
	size_t len, at;
	uint64_t addr; /* of the section, in the file's address space */
	size_t cie; /* the offset of the CIE that was read last; SIZE_MAX: none */
	unsigned encoding; /* of addresses in the FDEs of that CIE */
};

static bool take_fde(struct reader *reader, void *value, size_t len)
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
		if (!take_fde(reader, &byte, 1))
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
	if ((encoding & ENCODE_SIZE) == ENCODE_ABSOLUTE && sizeof(void *) == 4)
		encoding |= ENCODE_U4;
	switch (encoding & ENCODE_SIZE) {
	case ENCODE_U4:
	case ENCODE_S4:
		good = take_fde(reader, &word, sizeof(word));
		*address = (encoding & ENCODE_SIZE) == ENCODE_S4 ? (uint64_t)(int32_t)word : word;
		break;
	case ENCODE_ABSOLUTE:
	case ENCODE_U8:
	case ENCODE_S8:
		good = take_fde(reader, address, sizeof(*address));
		break;
	default:
		return false;
	}
	if (encoding & ENCODE_RELATIVE)
		*address += place;
	return good && encoding != ENCODE_OMITTED && !(encoding & 0xe0);
}

/*
 * Each letter of the augmentation string announces an item of the augmentation data. Takes the item
 * of one letter. Returns false if the letter is unknown or the data is too short.
 */
static bool take_augmentation(struct reader *reader, char letter, unsigned *encoding)
{
	unsigned char byte;
	uint64_t ignored;

	switch (letter) {
	case 'R':
	case 'L':
		if (!take_fde(reader, &byte, 1))
			return false;
		if (letter == 'R')
			*encoding = byte;
		return true;
	case 'P':
		return take_fde(reader, &byte, 1) && take_address(reader, byte & 0x1f, &ignored);
	default:
		return letter == 'S' || letter == 'B' || letter == 'z';
	}
}

static bool read_cie(struct reader *reader, size_t cie)
{
	const char *augmentation;
	unsigned char version, ignored;
	size_t letters;

	/* Until the whole CIE is read, no FDE may use the encoding of the CIE before. */
	reader->cie = SIZE_MAX;
	reader->encoding = ENCODE_ABSOLUTE;
	reader->at = cie + 8;
	if (!take_fde(reader, &version, 1))
		return false;
	augmentation = (const char *)reader->bytes + reader->at;
	letters = strnlen(augmentation, reader->len - reader->at);
	reader->at += letters;
	if (!take_fde(reader, &ignored, 1)) /* the NUL of the string */
		return false;
	if (!skip_leb(reader) || !skip_leb(reader)) /* code and data alignment factors */
		return false;
	if (version == 1 ? !take_fde(reader, &ignored, 1)
			 : !skip_leb(reader)) /* return address register */
		return false;
	/* The letter z announces the length of the augmentation data. */
	if (*augmentation == 'z' && !skip_leb(reader))
		return false;
	for (size_t i = 0; i < letters; i++)
		if (!take_augmentation(reader, augmentation[i], &reader->encoding))
			return false;
	reader->cie = cie;
	return true;
}

/*
 * Adds the FDE at offset start to the table. id is its distance from the CIE, measured from the
 * field that holds it; 0 marks an entry that is a CIE.
 */
static void read_entry(struct reader *reader, size_t start, uint32_t id, struct fdes *fdes)
{
	uint64_t ip, entry = reader->addr + start;

	if (!id || id > start + 4)
		return;
	if (reader->cie != start + 4 - id && !read_cie(reader, start + 4 - id))
		return;
	reader->at = start + 8;
	if (!take_address(reader, reader->encoding, &ip) || ip > INT32_MAX || entry > INT32_MAX)
		return;
	fdes->list = xgrow(fdes->list, fdes->n, &fdes->capacity, sizeof(*fdes->list));
	fdes->list[fdes->n++] = (struct fde){ (int32_t)ip, (int32_t)entry };
}

static void read_entries(struct reader *reader, struct fdes *fdes)
{
	uint32_t len, id;

	for (;;) {
		size_t start = reader->at, next;

		/* 0 ends the list. UINT32_MAX announces a 64-bit length, which no linker writes. */
		if (!take_fde(reader, &len, sizeof(len)) || !len || len == UINT32_MAX)
			return;
		next = reader->at + len;
		if (len > reader->len - reader->at || !take_fde(reader, &id, sizeof(id)))
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
	const ElfW(Shdr) *section = sections_find(sections, ".eh_frame");
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
