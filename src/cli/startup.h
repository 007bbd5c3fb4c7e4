/* SPDX-License-Identifier: MIT */
/* Options about what is traced and how. */
#ifndef CLI_STARTUP_H
#define CLI_STARTUP_H

#include "cli/state.h"

/*
 * -p $(pgrep NAME), without quotes: further processes stand where the command would. Adds those at
 * argv[*next], and moves *next past them.
 */
bool cli_take_processes(struct cli *cli, char **argv, int *next, char **error);

#endif
