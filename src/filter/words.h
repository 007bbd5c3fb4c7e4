/* SPDX-License-Identifier: MIT */
/* Parses expressions that select signals, statuses or words of other small sets. */
#ifndef FILTER_WORDS_H
#define FILTER_WORDS_H

#include <stdbool.h>

/*
 * Appends a suggestion ("; did you mean 'SIGINT'?") to *error if the name of a signal is similar.
 */
void add_nearest_signal(char **error, const char *separator, const char *word);

#endif
