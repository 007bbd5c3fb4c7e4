/* SPDX-License-Identifier: MIT */
/* Inside src/stack/: a table of unwind information for programs that were linked without one. */
#ifndef STACK_FDES_H
#define STACK_FDES_H

#include "stack/source.h"

/* As in .eh_frame_hdr: relative to address 0 of the file. */
struct fde {
	int32_t ip, place;
};

struct fdes {
	struct fde *list;
	size_t n, size;
};

/*
 * Lists what .eh_frame describes: "gcc -static" makes no .eh_frame_hdr, and libunwind searches
 * nothing else.
 */
void fdes_read(struct fdes *fdes, const struct source *source, const struct sections *sections);
void fdes_free(struct fdes *fdes);

#endif
