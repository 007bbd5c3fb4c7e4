/* SPDX-License-Identifier: MIT */
/* The keys of --summary=KEYS. */
#ifndef SUMMARY_KEYS_H
#define SUMMARY_KEYS_H

#include "summary/summary.h"

extern const struct key summary_keys[SUMMARY_KEYS];
/*
 * Appends the value of a key, which the tracee may have chosen. Control characters and invalid
 * UTF-8 are escaped, so are backslashes. A value that is equal to KEY_NONE or KEY_OTHER begins with
 * a backslash. NULL: KEY_NONE.
 */
void key_put_plain(struct buf *out, const char *text);

#endif
