/* SPDX-License-Identifier: MIT */
/* Applies options by the table (enum cli_effect). */
#include "cli/effect.h"

#include <string.h>

#include "cli/value.h"
#include "cli/words.h"
#include "scry/util.h"

static bool is_named(const struct cli_option *option, const char *name)
{
	if (name[1])
		return option->long_name && !strcmp(option->long_name, name);
	return option->short_name == *name;
}

unsigned cli_given(const struct cli *cli, const char *name)
{
	for (size_t i = 0; i < cli->n_options; i++)
		if (is_named(&cli->options[i], name))
			return cli->given[i];
	return 0;
}

const struct cli_option *cli_find_option(const struct cli *cli, const char *name)
{
	for (size_t i = 0; i < cli->n_options; i++) {
		const struct cli_option *option = &cli->options[i];

		if (option->long_name &&
		    (!strcmp(option->long_name, name) ||
		     (option->aliases && cli_has_word(option->aliases, name, strlen(name)))))
			return option;
	}
	return NULL;
}

/* Appends the names of an option, such as "-X/--const-print-style". */
static void put_option_name(struct buf *out, const struct cli_option *option)
{
	if (option->short_name)
		buf_printf(out, "-%c", option->short_name);
	if (option->long_name)
		buf_printf(out, "%s--%s", option->short_name ? "/" : "", option->long_name);
}

/* Applies EFFECT_CHOOSE. */
static bool choose(const struct cli_option *option, const char *value, int *number, char **error)
{
	const struct cli_words *words = option->action.words;
	struct buf name = { 0 };
	bool good;

	put_option_name(&name, option);
	good = cli_choose(buf_cstr(&name), value ? value : words->preset, words->choices, words->n,
			  number, error);
	buf_free(&name);
	return good;
}

/* Returns whether a set lacks calls of another one, which selects some. */
static bool loses_calls(const struct call_set *set, const struct call_set *before)
{
	if (call_set_is_all(before))
		return false;
	for (unsigned id = 0; id < ID_COUNT; id++)
		if (before->abis[id] & ~set->abis[id])
			return true;
	return false;
}

/*
 * Applies EFFECT_CALLS. As with strace, the last set replaces the sets before it, which is a
 * surprise if both were meant. A file of options is there to be changed by the command line.
 */
static bool set_calls(struct cli *cli, const struct cli_option *option, const char *value,
		      struct call_set *set, char **error)
{
	size_t row = option - cli->options;
	struct call_set before = *set;

	if (!call_set_parse(value ? value : option->action.preset, set, error))
		return false;
	if (option->qualifiers && cli->given[row] - cli->filed[row] > 1 &&
	    loses_calls(set, &before))
		cli->replaced = option;
	return true;
}

bool cli_apply(struct cli *cli, const struct cli_option *option, const char *value, char **error)
{
	const struct cli_action *action = &option->action;
	const struct cli_words *words = action->words;
	void *member = (char *)(action->of_cli ? (void *)cli : cli->config) + action->member;

	cli->given[option - cli->options]++;
	cli->filed[option - cli->options] += cli->in_file;
	switch (action->effect) {
	case EFFECT_APPLY:
		return action->apply(cli, value, error);
	case EFFECT_SET:
		*(bool *)member = true;
		return true;
	case EFFECT_PUT:
		*(int *)member = action->value;
		return true;
	case EFFECT_KEEP:
	case EFFECT_OUTPUT:
		*(const char **)member = value;
		return true;
	case EFFECT_CHOOSE:
		return choose(option, value, member, error);
	case EFFECT_WORDS:
		return word_set_parse(value ? value : words->preset, words->what, words->bits,
				      words->n, member, error);
	case EFFECT_CALLS:
		return set_calls(cli, option, value, member, error);
	case EFFECT_DESCRIPTORS:
		return number_set_parse(value, member, error);
	}
	return false;
}
