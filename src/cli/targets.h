/* SPDX-License-Identifier: MIT */
/* Options that name processes otherwise than by a process ID. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H

#include "cli/state.h"
#include "scry/target.h"

/* Adds a process, or several, to trace. word is copied. */
void cli_add_target(struct cli *cli, enum target_kind kind, const char *word);
/* Checks the targets against the rest of the command line. */
bool cli_finish_targets(struct cli *cli, char **error);
/*
 * --list-targets: makes targets of all options that select processes, and appends the list of what
 * they name.
 */
void cli_prepare_list(struct cli *cli);
bool cli_list_targets(const struct config *config, struct buf *out, char **error);

#endif
