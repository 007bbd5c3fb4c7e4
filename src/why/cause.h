/* SPDX-License-Identifier: MIT */
/* Asks the system why a call has failed. */
#ifndef WHY_CAUSE_H
#define WHY_CAUSE_H

#include "why/account.h"

/*
 * Asks the system about the cause of an error, a limited number of times. path: the
 * path of the call, or NULL. Returns words that the caller frees; NULL: it knows nothing.
 */
char *cause_describe(struct why *why, const struct seen *seen, int error, const char *path);

#endif
