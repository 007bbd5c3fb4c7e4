/* SPDX-License-Identifier: MIT */
/* Private header of src/stack/: a table of unwind information for programs linked without one. */
#ifndef STACK_FDES_H
#define STACK_FDES_H

#include "stack/source.h"

/*
 * An entry of the table: a function and its FDE (frame description entry). The layout is the
 * layout of the table in .eh_frame_hdr, but both addresses are relative to address 0 of the file.
 */
struct fde {
	int32_t ip, entry;
};

struct fdes {
	struct fde *list;
	size_t n, capacity;
};

/*
 * Fills the table from .eh_frame, sorted by ip. libunwind searches only .eh_frame_hdr, which
 * "gcc -static" does not make.
 */
void fdes_read(struct fdes *fdes, const struct source *source, const struct sections *sections);
void fdes_free(struct fdes *fdes);

#endif
