/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/sets/: the grammar that all expressions share, "[!]all", "[!]none" and
 * "[!]word[,word]...".
 */
#ifndef SCRY_EXPRESSION_H
#define SCRY_EXPRESSION_H

#include <stdbool.h>

#define SIGNALS 64

/*
 * Calls each() for every word. Returns false with *error set if the expression is wrong, or if
 * each() returns false, which ends the iteration. *inverted gets whether the set is the complement
 * of the words; "all" is the complement of no words. what is the noun for messages, such as "system
 * call". all_is_word: "all" may stand among other words, and is passed to each() then.
 */
bool expression_parse(const char *expression, const char *what, bool all_is_word, bool *inverted,
		      bool (*each)(void *ctx, const char *word, char **error), void *ctx,
		      char **error);

/*
 * Appends a suggestion ("; did you mean 'SIGINT'?") to *error if the name of a signal is similar.
 */
void add_nearest_signal(char **error, const char *separator, const char *word);
/*
 * Returns the number of an error: a name such as "ENOENT" in any case, or a number. Returns 0 with
 * *error set if it is none.
 */
unsigned expression_errno(const char *word, char **error);

#endif
