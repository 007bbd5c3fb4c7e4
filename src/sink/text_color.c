/* SPDX-License-Identifier: MIT */
/*
 * Colours of text: a look at the words of a line that is about to be written. What the tracee says has
 * no control characters left in it, and the text is that of an uncoloured line when the codes are taken out.
 */
#include <ctype.h>
#include <string.h>

#include "sink/text.h"

struct words {
	struct text *text;
	struct buf *out;
	const char *at, *end;
};

static void put(struct words *words, enum color color, size_t len)
{
	const char *code = words->text->config.colors->codes[color];

	if (*code && len)
		buf_printf(words->out, "\033[%sm", code);
	buf_put(words->out, words->at, len);
	if (*code && len)
		buf_puts(words->out, "\033[m");
	words->at += len;
}

static size_t left(const struct words *words)
{
	return (size_t)(words->end - words->at);
}

static bool begins(const struct words *words, const char *with)
{
	size_t len = strlen(with);

	return left(words) >= len && !memcmp(words->at, with, len);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '#';
}

static size_t word_length(const struct words *words)
{
	size_t n = 0;

	while (n < left(words) && is_word(words->at[n]))
		n++;
	return n;
}

/* Bytes up to and with the next of these; all that is left if there is none. */
static size_t length_to(const struct words *words, const char *what)
{
	size_t len = strlen(what);

	for (size_t n = 1; n + len <= left(words); n++)
		if (!memcmp(words->at + n, what, len))
			return n + len;
	return left(words);
}

static size_t string_length(const struct words *words)
{
	size_t n = 1;

	while (n < left(words) && words->at[n] != '"')
		n += words->at[n] == '\\' ? 2 : 1;
	return n < left(words) ? n + 1 : left(words);
}

/* In front of a call: its process, times, places. The name comes before a parenthesis. */
static size_t prefix_length(const struct words *words)
{
	for (size_t n = 0; n < left(words); n++) {
		size_t end = n;

		if ((n && words->at[n - 1] != ' ') || !is_word(words->at[n]) ||
		    isdigit((unsigned char)words->at[n]))
			continue;
		while (end < left(words) && is_word(words->at[end]))
			end++;
		if (end < left(words) && words->at[end] == '(')
			return n;
	}
	return SIZE_MAX;
}

static void begin_line(struct words *words)
{
	struct text_coloring *state = &words->text->coloring;
	size_t prefix = prefix_length(words);
	const char *resumed = memmem(words->at, left(words), "<... ", 5);

	state->depth = 0;
	state->in_result = state->failed = false;
	if (resumed && (prefix == SIZE_MAX || resumed < words->at + prefix)) {
		put(words, COLOR_CALL, (size_t)(resumed - words->at));
		put(words, COLOR_COMMENT, length_to(words, ">"));
		state->depth = 1;
	} else if (prefix != SIZE_MAX) {
		put(words, COLOR_CALL, prefix);
		put(words, COLOR_SYSCALL, word_length(words));
	} else {
		put(words, COLOR_CALL, left(words)); /* no call: a signal, an end */
	}
}

static void put_word(struct words *words)
{
	const struct text_coloring *state = &words->text->coloring;
	size_t n = word_length(words);
	char next = n < left(words) ? words->at[n] : ' ';

	if (state->in_result)
		put(words, state->failed ? COLOR_ERROR : COLOR_RETVAL, n);
	else if (next == '=' && !isdigit((unsigned char)*words->at))
		put(words, COLOR_ARGNAME, n);
	else if (isdigit((unsigned char)*words->at))
		put(words, COLOR_ARGVAL, n);
	else
		put(words, COLOR_CONST, n);
}

static void put_mark(struct words *words)
{
	struct text_coloring *state = &words->text->coloring;

	if (strchr("([{", *words->at))
		state->depth++;
	else if (strchr(")]}", *words->at) && state->depth)
		state->depth--;
	if (!state->depth && begins(words, "= ") && !state->in_result) {
		put(words, COLOR_PUNCT, 2);
		state->in_result = true;
		state->failed = begins(words, "-1 E") || begins(words, "? E");
	} else {
		put(words, COLOR_PUNCT, 1);
	}
}

static void put_token(struct words *words)
{
	const struct text_coloring *state = &words->text->coloring;

	if (*words->at == ' ' || *words->at == '\n') {
		buf_putc(words->out, *words->at++);
	} else if (*words->at == '"') {
		put(words, state->in_result ? COLOR_RETVAL : COLOR_ARGVAL, string_length(words));
	} else if (begins(words, "/*")) {
		put(words, COLOR_COMMENT, length_to(words, "*/"));
	} else if (*words->at == '<' && !begins(words, "<<")) {
		put(words, COLOR_COMMENT, length_to(words, ">"));
	} else if (state->in_result && state->failed && *words->at == '(') {
		put(words, COLOR_ERROR, length_to(words, ")"));
	} else if (*words->at == '-' && left(words) > 1 && isdigit((unsigned char)words->at[1])) {
		put(words,
		    !state->in_result ? COLOR_ARGVAL
		    : state->failed   ? COLOR_ERROR
				      : COLOR_RETVAL,
		    1);
	} else if (is_word(*words->at)) {
		put_word(words);
	} else {
		put_mark(words);
	}
}

void text_color(struct text *text, struct buf *out)
{
	struct words words = { .text = text,
			       .out = out,
			       .at = text->line.data,
			       .end = text->line.data + text->line.len };
	size_t newline = text->line.len && words.end[-1] == '\n';

	if (!text->line.len)
		return;
	words.end -= newline;
	if (!text->column)
		begin_line(&words);
	while (words.at < words.end)
		put_token(&words);
	if (newline)
		buf_putc(out, '\n');
}
