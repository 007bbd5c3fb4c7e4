/* SPDX-License-Identifier: MIT */
/*
 * Splits an expression into words, strings and signs, and makes the messages about a place in it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "where/where.h"

/* --- errors ---------------------------------------------------------------------------------- */

/* The maximum number of characters of an expression that a message shows. */
#define MARK_WIDTH 72

/*
 * Appends characters from `at` on, one column each, until `end`. A control character becomes "?".
 * Returns the columns.
 */
static size_t put_columns(struct buf *out, const char *text, size_t at, size_t end)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t columns = 0;
	unsigned code;

	while (at < end) {
		size_t n = utf8_length(s + at, end - at);

		if (n && !utf8_is_control(s + at, n, &code))
			buf_put(out, s + at, n);
		else
			buf_putc(out, '?');
		at += n ? n : 1;
		columns++;
	}
	return columns;
}

/* Moves back to the start of a UTF-8 character. */
static size_t character_start(const char *text, size_t at)
{
	while (at && ((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* Two lines: a part of the expression, and below it "^~~~" at the wrong place. */
static char *make_mark(const char *text, size_t at, size_t len)
{
	size_t whole = strlen(text), start = 0, end = whole, before, marked;
	struct buf lines = { 0 };

	if (whole > MARK_WIDTH) {
		start = at > MARK_WIDTH / 2 ? character_start(text, at - MARK_WIDTH / 2) : 0;
		end = start + MARK_WIDTH < whole ? character_start(text, start + MARK_WIDTH)
						 : whole;
	}
	if (len > end - at)
		len = end > at ? end - at : 0;
	buf_puts(&lines, "    ");
	buf_puts(&lines, start ? "..." : "");
	before = (start ? 3 : 0) + put_columns(&lines, text, start, at);
	marked = put_columns(&lines, text, at, at + len);
	put_columns(&lines, text, at + len, end);
	buf_puts(&lines, end < whole ? "...\n    " : "\n    ");
	buf_fill(&lines, ' ', before);
	buf_putc(&lines, '^');
	buf_fill(&lines, '~', marked ? marked - 1 : 0);
	return buf_take(&lines);
}

bool error_at(struct where_error *error, const char *text, size_t at, size_t len,
	      const char *format, ...)
{
	struct buf message = { 0 };
	va_list args;

	if (error->message)
		return false;
	va_start(args, format);
	buf_vprintf(&message, format, args);
	va_end(args);
	error->message = xstrdup(buf_cstr(&message));
	error->mark = make_mark(text, at, len);
	buf_free(&message);
	return false;
}

void where_error_free(struct where_error *error)
{
	free(error->message);
	free(error->mark);
	*error = (struct where_error){ 0 };
}

/* --- tokens ---------------------------------------------------------------------------------- */

static bool is_word_character(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	       (c && strchr("_./:*?+-@%#$", c));
}

/* The length of "[123]" at a place; 0: there is no such thing. */
static size_t index_length(const char *text)
{
	size_t digits = *text == '[' ? strspn(text + 1, "0123456789") : 0;

	return digits && text[1 + digits] == ']' ? digits + 2 : 0;
}

/* The length of an IPv6 address in brackets at a place: "[::1]"; 0: there is no such thing. */
static size_t address_length(const char *text)
{
	size_t len = *text == '[' ? strspn(text + 1, "0123456789abcdefABCDEF:.") : 0;

	return len && text[1 + len] == ']' && memchr(text + 1, ':', len) ? len + 2 : 0;
}

static size_t word_length(const char *text)
{
	size_t len = address_length(text), index;

	for (;;) {
		index = len ? index_length(text + len) : 0;
		if (index)
			len += index;
		else if (is_word_character(text[len]))
			len++;
		else
			return len;
	}
}

/* The signs, the longer ones first. */
static const struct sign {
	const char *text;
	enum token_kind kind;
} signs[] = {
	{ "&&", TOKEN_AND },	 { "||", TOKEN_OR },	  { "==", TOKEN_COMPARE },
	{ "!=", TOKEN_COMPARE }, { "!~", TOKEN_COMPARE }, { "<=", TOKEN_COMPARE },
	{ ">=", TOKEN_COMPARE }, { "=~", TOKEN_BAD },	  { "<", TOKEN_COMPARE },
	{ ">", TOKEN_COMPARE },	 { "~", TOKEN_COMPARE },  { "!", TOKEN_NOT },
	{ "(", TOKEN_OPEN },	 { ")", TOKEN_CLOSE },	  { "{", TOKEN_BEGIN_LIST },
	{ "}", TOKEN_END_LIST }, { ",", TOKEN_COMMA },	  { "|", TOKEN_PIPE },
	{ "=", TOKEN_BAD },	 { "&", TOKEN_BAD },
};

/* What is wrong with a character that begins no token. */
static const char *why_bad(const char *text)
{
	switch (*text) {
	case '=':
		return text[1] == '~'
			       ? "there is no '=~': '~' compares with a pattern such as \"*.so\""
			       : "there is no '=': '==' compares";
	case '&':
		return "there is no '&': '&&' joins tests, and 'has' tests flags: args.flags has "
		       "O_CREAT";
	case '[':
	case ']':
		return "a pattern with brackets must be in quotes: path ~ \"*[0-9]\"";
	case ';':
		return "there is no ';': '&&' and '||' join tests";
	case '\\':
		return "a text with '\\' must be in quotes";
	default:
		return "no word and no sign begins with this character; a text must be in quotes";
	}
}

/* A string ends at the quote with which it begins. */
static void lex_string(struct lexer *lexer)
{
	size_t at = lexer->at;
	char quote = lexer->text[at++];

	while (lexer->text[at] && lexer->text[at] != quote)
		at += lexer->text[at] == '\\' && lexer->text[at + 1] ? 2 : 1;
	lexer->token = (struct token){ TOKEN_STRING, lexer->at, at + 1 - lexer->at };
	if (lexer->text[at]) {
		lexer->at = at + 1;
		return;
	}
	lexer->token = (struct token){ TOKEN_BAD, lexer->at, 1 };
	lexer->failed = true;
	error_at(lexer->error, lexer->text, lexer->at, 1, "the string that begins here has no end");
}

static void lex_sign(struct lexer *lexer)
{
	const char *text = lexer->text + lexer->at;

	lexer->token = (struct token){ TOKEN_BAD, lexer->at, 1 };
	for (size_t i = 0; i < ARRAY_SIZE(signs); i++) {
		size_t len = strlen(signs[i].text);

		if (strncmp(text, signs[i].text, len))
			continue;
		lexer->token = (struct token){ signs[i].kind, lexer->at, len };
		break;
	}
	lexer->at += lexer->token.len;
	if (lexer->token.kind != TOKEN_BAD)
		return;
	lexer->failed = true;
	error_at(lexer->error, lexer->text, lexer->token.at, lexer->token.len, "%s", why_bad(text));
}

void lexer_next(struct lexer *lexer)
{
	const char *text;

	if (lexer->failed)
		return;
	lexer->at += strspn(lexer->text + lexer->at, " \t\n\r");
	text = lexer->text + lexer->at;
	lexer->token = (struct token){ TOKEN_END, lexer->at, 0 };
	if (!*text)
		return;
	if (*text == '"' || *text == '\'') {
		lex_string(lexer);
	} else if (is_word_character(*text) || address_length(text)) {
		lexer->token = (struct token){ TOKEN_WORD, lexer->at,
					       word_length(lexer->text + lexer->at) };
		lexer->at += lexer->token.len;
	} else {
		lex_sign(lexer);
	}
}

void lexer_begin(struct lexer *lexer, const char *text, struct where_error *error)
{
	*lexer = (struct lexer){ .text = text, .len = strlen(text), .error = error };
	lexer_next(lexer);
}

bool lexer_is(const struct lexer *lexer, const char *word)
{
	return lexer->token.kind == TOKEN_WORD && strlen(word) == lexer->token.len &&
	       !memcmp(lexer->text + lexer->token.at, word, lexer->token.len);
}

/* --- strings --------------------------------------------------------------------------------- */

/* Appends what an escape after "\" stands for. Returns its length; 0: it is none. */
static size_t put_escape(struct buf *out, const char *text)
{
	static const char letters[] = "abefnrtv", values[] = "\a\b\033\f\n\r\t\v";
	const char *letter = *text ? strchr(letters, *text) : NULL;
	unsigned octal = 0;
	size_t n = 0;

	if (letter) {
		buf_putc(out, values[letter - letters]);
		return 1;
	}
	while (n < 3 && text[n] >= '0' && text[n] <= '7')
		octal = octal << 3 | (unsigned)(text[n++] - '0');
	if (n && octal <= 0xff) {
		buf_putc(out, (char)octal);
		return n;
	}
	if (*text == 'x' && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0) {
		buf_putc(out, (char)(hex_digit(text[1]) << 4 | hex_digit(text[2])));
		return 3;
	}
	if (*text == '"' || *text == '\'' || *text == '\\') {
		buf_putc(out, *text);
		return 1;
	}
	return 0;
}

bool lexer_string(struct lexer *lexer, struct buf *out)
{
	const struct token *token = &lexer->token;
	size_t end = token->at + token->len - 1, n;

	for (size_t at = token->at + 1; at < end; at++) {
		if (lexer->text[at] != '\\') {
			buf_putc(out, lexer->text[at]);
			continue;
		}
		n = put_escape(out, lexer->text + at + 1);
		if (!n)
			return error_at(lexer->error, lexer->text, at, 2,
					"there is no such escape; \\n, \\t, \\303, \\xHH, \\\" and "
					"\\\\ are some");
		at += n;
	}
	return true;
}
