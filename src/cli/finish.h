/* SPDX-License-Identifier: MIT */
/* Checks combinations of options, and sets the defaults that depend on several options. */
#ifndef CLI_FINISH_H
#define CLI_FINISH_H

#include "cli/state.h"

/* Checks the command line as a whole and sets the defaults that depend on several options. */
bool cli_finish(struct cli *cli, char **error);

#endif
