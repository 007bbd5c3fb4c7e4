/* SPDX-License-Identifier: MIT */
/* Packs blocks with libzstd, which is loaded only for recordings. */
#include "record/pack.h"

#include <stdlib.h>

#include "config.h"

#ifdef HAVE_ZSTD
#include <zstd.h>

/*
 * Level 3 takes no more CPU time than level 1 on captures of builds, scripts and loops, and finds
 * more of what repeats in a block.
 */
#define LEVEL 3

struct packer {
	ZSTD_CCtx *writer;
	ZSTD_DCtx *reader;
	ZSTD_CCtx *(*new_writer)(void);
	size_t (*free_writer)(ZSTD_CCtx *writer);
	ZSTD_DCtx *(*new_reader)(void);
	size_t (*free_reader)(ZSTD_DCtx *reader);
	size_t (*bound)(size_t len);
	size_t (*pack)(ZSTD_CCtx *writer, void *to, size_t room, const void *from, size_t len,
		       int level);
	size_t (*unpack)(ZSTD_DCtx *reader, void *to, size_t room, const void *from, size_t len);
	unsigned (*is_error)(size_t code);
};

static const struct library_function functions[] = {
	LIBRARY_FUNCTION(struct packer, new_writer, ZSTD_createCCtx),
	LIBRARY_FUNCTION(struct packer, free_writer, ZSTD_freeCCtx),
	LIBRARY_FUNCTION(struct packer, new_reader, ZSTD_createDCtx),
	LIBRARY_FUNCTION(struct packer, free_reader, ZSTD_freeDCtx),
	LIBRARY_FUNCTION(struct packer, bound, ZSTD_compressBound),
	LIBRARY_FUNCTION(struct packer, pack, ZSTD_compressCCtx),
	LIBRARY_FUNCTION(struct packer, unpack, ZSTD_decompressDCtx),
	LIBRARY_FUNCTION(struct packer, is_error, ZSTD_isError),
};

struct packer *packer_new(char **error)
{
	struct packer *packer = xcalloc(1, sizeof(*packer));

	if (library_load(ZSTD_SONAME, functions, ARRAY_SIZE(functions), packer, error))
		return packer;
	free(packer);
	return NULL;
}

void packer_free(struct packer *packer)
{
	if (packer->writer)
		packer->free_writer(packer->writer);
	if (packer->reader)
		packer->free_reader(packer->reader);
	free(packer);
}

bool packer_pack(struct packer *packer, struct buf *out, const void *bytes, size_t len)
{
	size_t room = packer->bound(len), packed;

	if (!packer->writer)
		packer->writer = packer->new_writer();
	if (!packer->writer)
		return false;
	buf_reserve(out, room);
	packed = packer->pack(packer->writer, out->data + out->len, room, bytes, len, LEVEL);
	if (packer->is_error(packed))
		return false;
	out->len += packed;
	return true;
}

bool packer_unpack(struct packer *packer, void *to, size_t len, const void *bytes, size_t packed)
{
	if (!packer->reader)
		packer->reader = packer->new_reader();
	return packer->reader && packer->unpack(packer->reader, to, len, bytes, packed) == len;
}

#else

struct packer *packer_new(char **error)
{
	set_error(error, "this build of scry has no libzstd; configure needs libzstd-dev for it");
	return NULL;
}

void packer_free(struct packer *packer)
{
	(void)packer;
}

bool packer_pack(struct packer *packer, struct buf *out, const void *bytes, size_t len)
{
	(void)packer, (void)out, (void)bytes, (void)len;
	return false;
}

bool packer_unpack(struct packer *packer, void *to, size_t len, const void *bytes, size_t packed)
{
	(void)packer, (void)to, (void)len, (void)bytes, (void)packed;
	return false;
}

#endif
