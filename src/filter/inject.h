/* SPDX-License-Identifier: MIT */
/* Parses the expressions of -e inject and -e fault. */
#ifndef FILTER_INJECT_H
#define FILTER_INJECT_H

#include <stdbool.h>

/*
 * Returns the number of an error: a name such as "ENOENT" in any case, or a number. Returns 0 with
 * *error set if it is none.
 */
unsigned expression_errno(const char *word, char **error);

#endif
