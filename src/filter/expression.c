/* SPDX-License-Identifier: MIT */
/* Takes "[!]word[,word]…" apart. */
#include <stdlib.h>
#include <string.h>

#include "filter/expression.h"
#include "scry/util.h"

/* Why a word that only makes sense elsewhere is wrong here; NULL: nothing special about it. */
static const char *misplaced(const char *word, bool all_is_word)
{
	if (*word == '!')
		return "'!' stands only before the first word and holds for all";
	if (!strcmp(word, "none") || (!strcmp(word, "all") && !all_is_word))
		return "it cannot stand among others";
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
