/* SPDX-License-Identifier: MIT */
/* Applies options by the table (enum cli_effect). */
#ifndef CLI_EFFECT_H
#define CLI_EFFECT_H

#include "cli/state.h"

/* Applies an option and counts it. value: NULL if there is none. */
bool cli_apply(struct cli *cli, const struct cli_option *option, const char *value, char **error);
/*
 * Returns how often an option was given so far. name is a letter or a long name: "t",
 * "absolute-timestamps". Options given as qualifiers of -e count.
 */
unsigned cli_given(const struct cli *cli, const char *name);
/* Returns the option with this long name, or with this alias; NULL: there is none. */
const struct cli_option *cli_find_option(const struct cli *cli, const char *name);

#endif
