/* SPDX-License-Identifier: MIT */
/* Chooses the engine (--engine, SCRY_ENGINE), and refuses options that the chosen one does not have. */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include "cli/state.h"

/*
 * Sets config->engine.kind, unless events are recorded. CHOICE_AUTO: the engine that an option
 * needs, otherwise ptrace. Fails if an option cannot be had with the engine.
 */
bool cli_choose_engine(struct cli *cli, char **error);
/* Says which engine was chosen, and what the bpf engine needs here. The caller frees the text. */
char *cli_explain_engine(const struct cli *cli);

#endif
