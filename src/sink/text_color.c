/* SPDX-License-Identifier: MIT */
/*
 * Colours of text. Before a line, or a part of it, is written, a scanner puts escape sequences
 * around its tokens. Strings of the tracee are escaped already: these sequences are the only
 * control characters. Without the sequences the line is equal to the uncoloured one.
 */
#include "sink/text_color.h"

#include <ctype.h>
#include <string.h>

struct scanner {
	struct text *text;
	struct buf *out;
	const char *at, *end;
};

static void put_colored(struct scanner *scanner, enum color color, size_t len)
{
	const char *code = scanner->text->config.colors->codes[color];

	if (*code && len)
		buf_printf(scanner->out, "\033[%sm", code);
	buf_put(scanner->out, scanner->at, len);
	if (*code && len)
		buf_puts(scanner->out, "\033[m");
	scanner->at += len;
}

static size_t left(const struct scanner *scanner)
{
	return (size_t)(scanner->end - scanner->at);
}

static bool begins_number(const struct scanner *scanner, const char *with)
{
	size_t len = strlen(with);

	return left(scanner) >= len && !memcmp(scanner->at, with, len);
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '#';
}

static size_t word_length(const struct scanner *scanner)
{
	size_t n = 0;

	while (n < left(scanner) && is_word(scanner->at[n]))
		n++;
	return n;
}

/* The number of bytes through the next occurrence of what, or to the end of the text. */
static size_t length_to(const struct scanner *scanner, const char *what)
{
	size_t len = strlen(what);

	for (size_t n = 1; n + len <= left(scanner); n++)
		if (!memcmp(scanner->at + n, what, len))
			return n + len;
	return left(scanner);
}

static size_t string_length(const struct scanner *scanner)
{
	size_t n = 1;

	while (n < left(scanner) && scanner->at[n] != '"')
		n += scanner->at[n] == '\\' ? 2 : 1;
	return n < left(scanner) ? n + 1 : left(scanner);
}

/*
 * The length of the columns before the name of a call: pid, times, number, ip. The name is the
 * first word that a parenthesis follows. SIZE_MAX if there is none.
 */
static size_t prefix_length(const struct scanner *scanner)
{
	for (size_t n = 0; n < left(scanner); n++) {
		size_t end = n;

		if ((n && scanner->at[n - 1] != ' ') || !is_word(scanner->at[n]) ||
		    isdigit((unsigned char)scanner->at[n]))
			continue;
		while (end < left(scanner) && is_word(scanner->at[end]))
			end++;
		if (end < left(scanner) && scanner->at[end] == '(')
			return n;
	}
	return SIZE_MAX;
}

static void begin_colored_line(struct scanner *scanner)
{
	struct text_coloring *state = &scanner->text->coloring;
	size_t prefix = prefix_length(scanner);
	const char *resumed = memmem(scanner->at, left(scanner), "<... ", 5);

	state->depth = 0;
	state->in_result = state->failed = false;
	if (resumed && (prefix == SIZE_MAX || resumed < scanner->at + prefix)) {
		put_colored(scanner, COLOR_CALL, (size_t)(resumed - scanner->at));
		put_colored(scanner, COLOR_COMMENT, length_to(scanner, ">"));
		state->depth = 1;
	} else if (prefix != SIZE_MAX) {
		put_colored(scanner, COLOR_CALL, prefix);
		put_colored(scanner, COLOR_SYSCALL, word_length(scanner));
	} else {
		put_colored(scanner, COLOR_CALL,
			    left(scanner)); /* not a call: a signal or an exit */
	}
}

static void put_colored_word(struct scanner *scanner)
{
	const struct text_coloring *state = &scanner->text->coloring;
	size_t n = word_length(scanner);
	char next = n < left(scanner) ? scanner->at[n] : ' ';

	if (state->in_result)
		put_colored(scanner, state->failed ? COLOR_ERROR : COLOR_RETVAL, n);
	else if (next == '=' && !isdigit((unsigned char)*scanner->at))
		put_colored(scanner, COLOR_ARGNAME, n);
	else if (isdigit((unsigned char)*scanner->at))
		put_colored(scanner, COLOR_ARGVAL, n);
	else
		put_colored(scanner, COLOR_CONST, n);
}

static void put_mark(struct scanner *scanner)
{
	struct text_coloring *state = &scanner->text->coloring;

	if (strchr("([{", *scanner->at))
		state->depth++;
	else if (strchr(")]}", *scanner->at) && state->depth)
		state->depth--;
	if (!state->depth && begins_number(scanner, "= ") && !state->in_result) {
		put_colored(scanner, COLOR_PUNCT, 2);
		state->in_result = true;
		state->failed = begins_number(scanner, "-1 E") || begins_number(scanner, "? E");
	} else {
		put_colored(scanner, COLOR_PUNCT, 1);
	}
}

static void put_token(struct scanner *scanner)
{
	const struct text_coloring *state = &scanner->text->coloring;

	if (*scanner->at == ' ' || *scanner->at == '\n') {
		buf_putc(scanner->out, *scanner->at++);
	} else if (*scanner->at == '"') {
		put_colored(scanner, state->in_result ? COLOR_RETVAL : COLOR_ARGVAL,
			    string_length(scanner));
	} else if (begins_number(scanner, "/*")) {
		put_colored(scanner, COLOR_COMMENT, length_to(scanner, "*/"));
	} else if (*scanner->at == '<' && !begins_number(scanner, "<<")) {
		put_colored(scanner, COLOR_COMMENT, length_to(scanner, ">"));
	} else if (state->in_result && state->failed && *scanner->at == '(') {
		put_colored(scanner, COLOR_ERROR, length_to(scanner, ")"));
	} else if (*scanner->at == '-' && left(scanner) > 1 &&
		   isdigit((unsigned char)scanner->at[1])) {
		put_colored(scanner,
			    !state->in_result ? COLOR_ARGVAL
			    : state->failed   ? COLOR_ERROR
					      : COLOR_RETVAL,
			    1);
	} else if (is_word(*scanner->at)) {
		put_colored_word(scanner);
	} else {
		put_mark(scanner);
	}
}

void text_color(struct text *text, struct buf *out)
{
	struct scanner scanner = { .text = text,
				   .out = out,
				   .at = text->line.data,
				   .end = text->line.data + text->line.len };
	size_t newline = text->line.len && scanner.end[-1] == '\n';

	if (!text->line.len)
		return;
	scanner.end -= newline;
	if (!text->column)
		begin_colored_line(&scanner);
	while (scanner.at < scanner.end)
		put_token(&scanner);
	if (newline)
		buf_putc(out, '\n');
}
