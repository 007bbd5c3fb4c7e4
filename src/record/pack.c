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
	LIBRARY_POINTER(ZSTD_createCCtx);
	LIBRARY_POINTER(ZSTD_freeCCtx);
	LIBRARY_POINTER(ZSTD_createDCtx);
	LIBRARY_POINTER(ZSTD_freeDCtx);
	LIBRARY_POINTER(ZSTD_compressBound);
	LIBRARY_POINTER(ZSTD_compressCCtx);
	LIBRARY_POINTER(ZSTD_decompressDCtx);
	LIBRARY_POINTER(ZSTD_isError);
};

static const struct library_function functions[] = {
	LIBRARY_FUNCTION(struct packer, ZSTD_createCCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_freeCCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_createDCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_freeDCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_compressBound),
	LIBRARY_FUNCTION(struct packer, ZSTD_compressCCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_decompressDCtx),
	LIBRARY_FUNCTION(struct packer, ZSTD_isError),
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
		packer->sym_ZSTD_freeCCtx(packer->writer);
	if (packer->reader)
		packer->sym_ZSTD_freeDCtx(packer->reader);
	free(packer);
}

bool packer_pack(struct packer *packer, struct buf *out, const void *bytes, size_t len)
{
	size_t room = packer->sym_ZSTD_compressBound(len), packed;

	if (!packer->writer)
		packer->writer = packer->sym_ZSTD_createCCtx();
	if (!packer->writer)
		return false;
	buf_reserve(out, room);
	packed = packer->sym_ZSTD_compressCCtx(packer->writer, out->data + out->len, room, bytes,
					       len, LEVEL);
	if (packer->sym_ZSTD_isError(packed))
		return false;
	out->len += packed;
	return true;
}

bool packer_unpack(struct packer *packer, void *to, size_t len, const void *bytes, size_t packed)
{
	if (!packer->reader)
		packer->reader = packer->sym_ZSTD_createDCtx();
	return packer->reader &&
	       packer->sym_ZSTD_decompressDCtx(packer->reader, to, len, bytes, packed) == len;
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
