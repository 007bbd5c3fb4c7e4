/* SPDX-License-Identifier: MIT */
/* The findings as text, which fits on a screen, and as JSON. */
#ifndef WHY_PRINT_H
#define WHY_PRINT_H

#include "why/why.h"

/* print.c */
void findings_put_text(const struct diagnosis *diagnosis, struct buf *out);
void findings_put_json(const struct diagnosis *diagnosis, struct buf *out, bool lines);
/* Appends a time such as "1.25 s". */
void put_time(struct buf *out, uint64_t ns);
/* Appends text of a tracee without control characters, n bytes at most. */
void put_harmless(struct buf *out, const char *text, size_t n);

#endif
