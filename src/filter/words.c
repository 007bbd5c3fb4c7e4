/* SPDX-License-Identifier: MIT */
/* Expressions over signals, statuses and other small sets of words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "filter/expression.h"
#include "scry/filter.h"
#include "scry/util.h"

struct parse {
	const char *what;
	const struct filter_word *words;
	size_t n;
	unsigned set;
};

static bool unknown_word(const struct parse *parse, const char *text, char **error)
{
	struct buf names = { 0 };

	for (size_t i = 0; i < parse->n; i++)
		buf_printf(&names, "%s%s", i ? ", " : "", parse->words[i].name);
	set_error(error, "unknown %s '%s'; it can be %s, all or none", parse->what, text,
		  buf_cstr(&names));
	buf_free(&names);
	return false;
}

static bool parse_word(void *ctx, const char *text, char **error)
{
	struct parse *parse = ctx;

	for (size_t i = 0; i < parse->n; i++) {
		if (!strcasecmp(parse->words[i].name, text)) {
			parse->set |= parse->words[i].bits;
			return true;
		}
	}
	return unknown_word(parse, text, error);
}

bool filter_parse_words(const char *expression, const char *what, const struct filter_word *words,
			size_t n, unsigned *set, char **error)
{
	struct parse parse = { .what = what, .words = words, .n = n };
	unsigned all = 0;
	bool inverted;

	if (!expression_parse(expression, what, false, &inverted, parse_word, &parse, error))
		return false;
	for (size_t i = 0; i < n; i++)
		all |= words[i].bits;
	*set = inverted ? all & ~parse.set : parse.set;
	return true;
}

const struct filter_word filter_status_words[STATUS_WORDS] = {
	{ "successful", STATUS_SUCCESSFUL }, { "failed", STATUS_FAILED },
	{ "unfinished", STATUS_UNFINISHED }, { "unavailable", STATUS_UNAVAILABLE },
	{ "detached", STATUS_DETACHED },
};

bool filter_parse_status(const char *expression, unsigned *set, char **error)
{
	return filter_parse_words(expression, "status", filter_status_words, STATUS_WORDS, set,
				  error);
}

#define SIGNALS 64

static bool unknown_signal(const char *text, char **error)
{
	const char *names[SIGNALS], *near;
	size_t sig = strncasecmp(text, "SIG", 3) ? 0 : 3;
	char *word = xstrdup(text + sig);

	for (char *c = word; *c; c++)
		*c = toupper((unsigned char)*c);
	for (unsigned i = 0; i < SIGNALS; i++)
		names[i] = signal_name(abi_native(), i + 1) + strlen("SIG");
	near = nearest(word, names, SIGNALS);
	free(word);
	if (near)
		return set_error(error, "unknown signal '%s'; did you mean 'SIG%s'?", text, near);
	return set_error(error, "unknown signal '%s'", text);
}

static bool parse_signal(void *ctx, const char *text, char **error)
{
	uint64_t *set = ctx;
	int signal = signal_by_name(abi_native(), text);

	if (signal < 0)
		return unknown_signal(text, error);
	if (!signal || signal > SIGNALS)
		return set_error(error, "no signal has number '%s'; they are 1 to %d", text,
				 SIGNALS);
	*set |= UINT64_C(1) << (signal - 1);
	return true;
}

bool filter_parse_signals(const char *expression, uint64_t *set, char **error)
{
	bool inverted;

	*set = 0;
	if (!expression_parse(expression, "signal", false, &inverted, parse_signal, set, error))
		return false;
	if (inverted)
		*set = ~*set;
	return true;
}
