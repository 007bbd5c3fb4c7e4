/* SPDX-License-Identifier: MIT */
/* Parses expressions that select signals, statuses or words of other small sets. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "scry/call.h"
#include "scry/expression.h"
#include "scry/sets.h"
#include "scry/util.h"

struct parse {
	const char *what;
	const struct set_word *words;
	size_t n;
	unsigned set;
};

static bool unknown_word(const struct parse *parse, const char *text, char **error)
{
	size_t n = parse->n;
	const char **words = xcalloc(n + 2, sizeof(*words));
	const struct name_list names = { words, n + 2, sizeof(*words) };

	for (size_t i = 0; i < n; i++)
		words[i] = parse->words[i].name;
	words[n] = "all";
	words[n + 1] = "none";
	set_error(error, "unknown %s '%s'", parse->what, text);
	if (!add_nearest(error, ";", text, "", names))
		add_names(error, "; it can be ", names, " or ");
	free(words);
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

bool word_set_parse(const char *expression, const char *what, const struct set_word *words,
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

const struct set_word status_words[STATUS_WORDS] = {
	{ "successful", STATUS_SUCCESSFUL }, { "failed", STATUS_FAILED },
	{ "unfinished", STATUS_UNFINISHED }, { "unavailable", STATUS_UNAVAILABLE },
	{ "detached", STATUS_DETACHED },
};

bool status_set_parse(const char *expression, unsigned *set, char **error)
{
	return word_set_parse(expression, "status", status_words, STATUS_WORDS, set, error);
}

void add_nearest_signal(char **error, const char *separator, const char *word)
{
	const char *signals[SIGNALS];

	for (unsigned i = 0; i < SIGNALS; i++)
		signals[i] = signal_name(abi_native(), i + 1) + strlen("SIG");
	if (!strncasecmp(word, "SIG", strlen("SIG")))
		word += strlen("SIG");
	add_nearest(error, separator, word, "SIG", NAMES(signals));
}

static bool unknown_signal(const char *text, char **error)
{
	set_error(error, "unknown signal '%s'", text);
	add_nearest_signal(error, ";", text);
	return false;
}

static bool parse_signal_name(void *ctx, const char *text, char **error)
{
	uint64_t *set = ctx;
	int signal = signal_by_name(abi_native(), text);

	if (signal < 0)
		return unknown_signal(text, error);
	if (!signal || signal > SIGNALS)
		return set_error(error, "no signal has number '%s'; signals are 1 to %d", text,
				 SIGNALS);
	*set |= UINT64_C(1) << (signal - 1);
	return true;
}

bool signal_set_parse(const char *expression, uint64_t *set, char **error)
{
	bool inverted;

	*set = 0;
	if (!expression_parse(expression, "signal", false, &inverted, parse_signal_name, set,
			      error))
		return false;
	if (inverted)
		*set = ~*set;
	return true;
}

static unsigned errno_by_name(const char *name)
{
	for (unsigned i = 1; i <= ERRNO_MAX; i++) {
		const char *known = errno_name(abi_native(), i);

		if (known && !strcasecmp(known, name))
			return i;
	}
	return 0;
}

unsigned expression_errno(const char *word, char **error)
{
	const char *errors[ERRNO_MAX];
	uint64_t number;

	if (!parse_decimal(word, ERRNO_MAX, &number))
		number = errno_by_name(word);
	if (number)
		return (unsigned)number;
	for (unsigned i = 0; i < ERRNO_MAX; i++)
		errors[i] = errno_name(abi_native(), i + 1);
	set_error(error, "error=%s: it takes the name of an error or a number from 1 to 4095",
		  word);
	add_nearest(error, ";", word, "", NAMES(errors));
	return 0;
}
