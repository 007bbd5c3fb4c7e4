/* SPDX-License-Identifier: MIT */
/* --diff: a session for each of two traces, and the comparison of what they show. */
#ifndef SCRY_COMPARISON_H
#define SCRY_COMPARISON_H

#include "scry/cli.h"

/* Compares the traces of --diff. Returns the exit status: 0 equal, 1 different, 2 trouble, after a message. */
int compare_traces(struct config *config);

#endif
