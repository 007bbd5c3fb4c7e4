/* SPDX-License-Identifier: MIT */
/* Reports at the end of the trace: calls by stack, as a table, folded stacks and a flame graph. */
#ifndef SCRY_REPORT_H
#define SCRY_REPORT_H

#include "scry/cli.h"
#include "scry/summary.h"

struct report {
	struct call_tree *tree; /* NULL: no report was requested */
	struct output *folded, *picture; /* NULL: not requested */
};

/* Opens the files before the launch. Returns false after a message if a file cannot be opened. */
bool report_open(struct report *report, const struct config *config);
/*
 * Writes and closes the files. Appends the table by stack to *table if it was requested. Returns false
 * if a write failed.
 */
bool report_write(struct report *report, const struct config *config, struct buf *table);

#endif
