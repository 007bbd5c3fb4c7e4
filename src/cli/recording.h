/* SPDX-License-Identifier: MIT */
/* Options of recordings: --record and the options with that prefix, --replay, --from. */
#ifndef CLI_RECORDING_H
#define CLI_RECORDING_H

#include "cli/state.h"

/* --replay: opens the recording, and refuses options that need a tracee. */
bool cli_open_replay(struct cli *cli, char **error);
/* --diff: opens the recordings, and refuses options that a comparison has no use for. */
bool cli_open_diff(struct cli *cli, char **error);
void cli_free_command(struct diff_command *command);

#endif
