/* SPDX-License-Identifier: MIT */
/* Inside src/filter/: what all expressions share, "[!]all", "[!]none" and "[!]word[,word]…". */
#ifndef SCRY_FILTER_EXPRESSION_H
#define SCRY_FILTER_EXPRESSION_H

#include <stdbool.h>

/*
 * Calls each() for every word; stops and returns false when it does. *inverted: the set is all that
 * the words do not name ("all" is what "none" does not name). what: "system call", for messages.
 * all_is_word: "all" may stand among other words, and is then given to each().
 */
bool expression_parse(const char *expression, const char *what, bool all_is_word, bool *inverted,
		      bool (*each)(void *ctx, const char *word, char **error), void *ctx,
		      char **error);

#define SIGNALS 64

/* "; did you mean 'SIGINT'?" behind what *error says of a word that is no signal, if one is near. */
void add_nearest_signal(char **error, const char *separator, const char *word);

#endif
