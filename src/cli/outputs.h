/* SPDX-License-Identifier: MIT */
/* Asks all outputs whether the command line makes sense to them. */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "cli/state.h"

/* Refuses two options of n pairs that are both given. */
bool cli_exclude(const struct option_pair *pairs, size_t n, char **error);
/* Refuses an option of n that is given without what it needs. */
bool cli_require(const struct option_need *needs, size_t n, char **error);
/* Lets each output check the options. */
bool cli_check_outputs(const struct cli *cli, char **error);
/* Returns whether an output that is asked for is about children, too. */
bool cli_outputs_follow(const struct config *config);
/* Returns whether an output that is asked for writes files that end at --max-file-size. */
bool cli_outputs_limit_files(const struct config *config);
/*
 * Returns how messages name an output that is asked for beside lines; NULL: there is none.
 * only_live: one that no replay can have.
 */
const char *cli_asked_output(const struct config *config, bool only_live);

#endif
