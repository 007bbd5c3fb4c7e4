/* SPDX-License-Identifier: MIT */
/* Counts of calls by a key. */
#ifndef EXPORT_TALLIES_H
#define EXPORT_TALLIES_H

#include "export/page.h"
#include "export/export.h"

/*
 * Returns the row of a key, which it adds if necessary; NULL: the table is full. The row is valid
 * until the next call.
 */
struct tally_row *tallies_get(struct tallies *tallies, const char *key, size_t len);
void tallies_add(struct tallies *tallies, const char *key, size_t len,
		 const struct export_record *record);
void tallies_free(struct tallies *tallies);

#endif
