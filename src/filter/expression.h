/* SPDX-License-Identifier: MIT */
/*
 * Private to src/filter/: the grammar that all expressions share, "[!]all", "[!]none" and
 * "[!]word[,word]...".
 */
#ifndef SCRY_FILTER_EXPRESSION_H
#define SCRY_FILTER_EXPRESSION_H

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

#endif
