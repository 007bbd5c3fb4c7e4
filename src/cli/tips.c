/* SPDX-License-Identifier: MIT */
/* Shows a line at the end that says where to read more (--tips). */
#include <stdlib.h>
#include <string.h>

#include "cli/apply.h"
#include "scry/util.h"

static const char tip[] = "tip: \"man scry\" has examples for many tasks";

/*
 * Parses a word of strace's --tips, which chooses one of many tips; here only "none" makes a
 * difference.
 */
static bool parse_tip_word(const char *value, const char *word, bool *wanted, char **error)
{
	const struct cli_word *choices = cli_words_tips.choices;
	size_t first = 0, end = cli_words_tips.n;
	uint64_t number;

	if (!*word)
		return true;
	if (!strncmp(word, "id:", 3)) {
		word += 3;
		first = TIP_RANDOM;
	} else if (!strncmp(word, "format:", 7)) {
		word += 7;
		end = TIP_FORMATS;
	}
	for (size_t i = first; i < end; i++) {
		if (strcmp(choices[i].name, word))
			continue;
		if (i < TIP_FORMATS)
			*wanted = i != TIP_NONE;
		return true;
	}
	if (end > TIP_RANDOM && parse_decimal(word, UINT64_MAX, &number))
		return true;
	set_error(error, "--tips '%s': it takes [id:]NUMBER|random, [format:]none|compact|full",
		  value);
	add_nearest(error, ";", word, "",
		    (struct name_list){ choices + first, end - first, sizeof(*choices) });
	return false;
}

bool cli_apply_tips(struct cli *cli, const char *value, char **error)
{
	char *words = xstrdup(value ? value : ""), *rest = words, *word;
	bool good = true, wanted = true;

	while (good && (word = strsep(&rest, ",")))
		good = parse_tip_word(value, word, &wanted, error);
	free(words);
	cli->config->tip = wanted ? tip : NULL;
	return good;
}
