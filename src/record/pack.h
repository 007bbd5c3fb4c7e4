/* SPDX-License-Identifier: MIT */
/* Packs blocks with libzstd, which is loaded only for recordings. */
#ifndef RECORD_PACK_H
#define RECORD_PACK_H

#include "scry/bytes.h"

/* Returns NULL with *error set if libzstd cannot be loaded. */
struct packer *packer_new(char **error);
void packer_free(struct packer *packer);
/* Appends the packed bytes to out. Returns false if libzstd fails. */
bool packer_pack(struct packer *packer, struct buf *out, const void *bytes, size_t len);
/* Unpacks to exactly len bytes at to. Returns false if the bytes are something else. */
bool packer_unpack(struct packer *packer, void *to, size_t len, const void *bytes, size_t packed);

#endif
