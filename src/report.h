/* SPDX-License-Identifier: MIT */
/* What is written at the end: calls by stack, as a table, folded, as a picture. */
#ifndef SCRY_REPORT_H
#define SCRY_REPORT_H

#include "scry/cli.h"
#include "scry/summary.h"

struct report {
	struct call_tree *tree; /* NULL: nobody wants to know */
	struct output *folded, *picture;
};

/* Opens the files, before anything is traced. False if one cannot be, having said why. */
bool report_open(struct report *report, const struct config *config);
/* Writes them. Appends the table to *table if it was asked for. False if a write failed. */
bool report_write(struct report *report, const struct config *config, struct buf *table);

#endif
