/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/why/: --why, which says what went wrong and what is slow. Its consumer does
 * the rest.
 */
#ifndef SCRY_WHY_H
#define SCRY_WHY_H

#include "scry/util.h"

/* --why; its value help does not start a trace. */
enum why_format { WHY_NO, WHY_TEXT, WHY_JSON, WHY_HELP };

/*
 * Appends the page of a finding, or with name NULL the list of all findings. Returns false after a
 * message in *error, which the caller frees, if there is no such finding.
 */
bool why_help(const char *name, struct buf *out, char **error);

#endif
