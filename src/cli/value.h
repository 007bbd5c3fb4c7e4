/* SPDX-License-Identifier: MIT */
/* Parses values of options: numbers, times and words. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include "cli/state.h"

/* Parses a decimal number from 0 to max. option is its name in messages: "-s/--string-limit". */
bool cli_number(const char *option, const char *value, uint64_t max, uint64_t *number,
		char **error);
/* Parses a time with parse_duration(). */
bool cli_time(const char *option, const char *value, uint64_t *ns, char **error);
/*
 * Parses a time with parse_duration(), or in minutes (2m) or hours (1h). A number without a unit is
 * in seconds. Returns false if it is not a time.
 */
bool cli_seconds(const char *value, uint64_t *ns);
/* Sets *number to the number of one of n words. */
bool cli_choose(const char *option, const char *value, const struct cli_word *words, size_t n,
		int *number, char **error);
/* Returns whether word is in a list of words that are separated by blanks. */
bool cli_has_word(const char *list, const char *word, size_t len);

#endif
