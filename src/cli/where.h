/* SPDX-License-Identifier: MIT */
/* --where, and the options that are shorthands for expressions. */
#ifndef CLI_WHERE_H
#define CLI_WHERE_H

#include "cli/state.h"

/* Parses --where, and refuses what the engine or the recording does not have. */
bool cli_read_where(struct cli *cli, char **error);
/* Adds what -P, -e trace-fds and -e status select to the expression, after paths were resolved. */
void cli_extend_where(struct cli *cli);
/* Adds an expression of --record-when. */
void cli_await(struct cli *cli, const char *expression);

#endif
