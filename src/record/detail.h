/* SPDX-License-Identifier: MIT */
/* struct fd_detail in a recording: numbers, whatever the layout of the struct is on the machine. */
#ifndef RECORD_DETAIL_H
#define RECORD_DETAIL_H

#include "record/bytes.h"
#include "scry/record.h"

/* The bytes of a struct fd_detail in a recording. detail_get() returns false if they are none. */
void detail_put(struct buf *out, const struct fd_detail *detail);
bool detail_get(struct bytes *in, struct fd_detail *detail);

#endif
