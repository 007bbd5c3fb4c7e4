/* SPDX-License-Identifier: MIT */
/* Shows one of a list of tips (--tips). */
#ifndef CLI_TIPS_H
#define CLI_TIPS_H

#include "cli/state.h"

/* Sets config->tip if a tip is wanted. */
void cli_choose_tip(struct cli *cli);

#endif
