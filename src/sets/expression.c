/* SPDX-License-Identifier: MIT */
/* Splits "[!]word[,word]..." into words. */
#include <stdlib.h>
#include <string.h>

#include "scry/expression.h"
#include "scry/util.h"

/*
 * Returns why a word with a special meaning is wrong in a list of words; NULL: it is a plain word.
 */
static const char *misplaced(const char *word, bool all_is_word)
{
	if (*word == '!')
		return "'!' is allowed only before the first word, and inverts the whole list";
	if (!strcmp(word, "none") || (!strcmp(word, "all") && !all_is_word))
		return "it cannot be combined with other words";
	return NULL;
}

bool expression_parse(const char *expression, const char *what, bool all_is_word, bool *inverted,
		      bool (*each)(void *ctx, const char *word, char **error), void *ctx,
		      char **error)
{
	const char *list = expression + strspn(expression, "!");
	char *words, *rest, *word;
	const char *hint;
	bool good = true, any = false;

	*inverted = (list - expression) & 1;
	if (!strcmp(list, "none"))
		return true;
	if (!strcmp(list, "all")) {
		*inverted = !*inverted;
		return true;
	}
	words = rest = xstrdup(list);
	while (good && (word = strsep(&rest, ","))) {
		if (!*word)
			continue;
		any = true;
		hint = misplaced(word, all_is_word);
		good = hint ? set_error(error, "%s '%s': %s", what, word, hint)
			    : each(ctx, word, error);
	}
	free(words);
	if (!any)
		return set_error(error, "no %s is named in '%s'", what, expression);
	return good;
}
