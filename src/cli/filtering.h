/* SPDX-License-Identifier: MIT */
/* Options that select or change calls and signals: -e and its qualifiers, -P, -e inject. */
#ifndef CLI_FILTERING_H
#define CLI_FILTERING_H

#include "scry/cli.h"

/* Adds the paths of -P with symbolic links resolved. */
void cli_resolve_paths(struct config *config);

#endif
