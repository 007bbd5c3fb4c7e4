/* SPDX-License-Identifier: MIT */
/* The file of --report. */
#ifndef EXPORT_PAGE_WRITE_H
#define EXPORT_PAGE_WRITE_H

#include "export/page.h"

/* Write the parts of the file. */
void page_write_head(struct page *page);
void page_write_block(struct page *page);
void page_write_end(struct page *page);
/* Loads zlib; NULL: it is not there. */
struct zlib *zlib_new(void);

#endif
