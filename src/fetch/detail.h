/* SPDX-License-Identifier: MIT */
/* struct fd_detail in a recording: numbers, whatever the layout of the struct is on the machine. */
#ifndef FETCH_DETAIL_H
#define FETCH_DETAIL_H

#include "scry/bytes.h"
#include "scry/fd.h"

/* The bytes of a struct fd_detail in a recording. detail_get() returns false if they are none. */
void detail_put(struct buf *out, const struct fd_detail *detail);
bool detail_get(struct bytes *in, struct fd_detail *detail);

#endif
