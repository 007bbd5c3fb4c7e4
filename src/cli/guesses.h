/* SPDX-License-Identifier: MIT */
/* Options that do not exist and that people try: what they want has another name. */
#ifndef CLI_GUESSES_H
#define CLI_GUESSES_H

#include "scry/cli.h"

/*
 * Returns a sentence for an option that does not exist, and that people try; NULL: none is known.
 */
const char *cli_guess(const char *word);
/*
 * Returns a sentence for a command that is traced, and is also the name of something that scry
 * does, if its arguments say that this may be meant: scry diff A.rec B.rec. NULL: nothing speaks
 * for that.
 */
const char *cli_guess_subcommand(char *const *argv);

#endif
