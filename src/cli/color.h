/* SPDX-License-Identifier: MIT */
/* Chooses colours by --color, SCRY_COLORS and NO_COLOR. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include "cli/state.h"

/* Sets the colours in config->sink if they are wanted. */
void cli_choose_colors(struct cli *cli);

#endif
