/* SPDX-License-Identifier: MIT */
/* Finds the file of the command, its environment and the user as which it runs. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/state.h"

/* Searches for the command's file in PATH. Returns its path, which the caller frees. */
char *cli_find_command(const char *name, char **error);
/* Applies "VAR=VALUE" or "VAR" of -E to cli->environment. */
void cli_change_environment(struct cli *cli, const char *change);
/* Sets the user and group IDs in config->engine from cli->user. */
bool cli_find_user(struct cli *cli, char **error);

#endif
