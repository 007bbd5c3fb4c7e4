/* SPDX-License-Identifier: MIT */
/* Parses the values of an expression: words, strings, numbers with units, ranges and networks. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "where/parse.h"

/* --- numbers --------------------------------------------------------------------------------- */

static const struct {
	const char *unit;
	unsigned shift;
} sizes[] = {
	{ "K", 10 },   { "M", 20 },   { "G", 30 },   { "T", 40 }, { "KiB", 10 },
	{ "MiB", 20 }, { "GiB", 30 }, { "TiB", 40 }, { "k", 10 },
};

/* Parses "-12", "0x1f", "0644", "64K" and, with a unit, "1.5ms". */
static bool parse_number(struct literal *literal, const char *text, struct where_number *number)
{
	bool negative = *text == '-';
	const char *digits = text + negative;
	uint64_t value, ns;
	char *end;

	if (*digits < '0' || *digits > '9')
		return false;
	errno = 0;
	value = strtoull(digits, &end, 0);
	literal->too_large = errno == ERANGE;
	if (errno)
		return false;
	for (size_t i = 0; *end && i < ARRAY_SIZE(sizes); i++) {
		if (strcmp(end, sizes[i].unit))
			continue;
		literal->too_large = value >> (64 - sizes[i].shift);
		if (literal->too_large)
			return false;
		value <<= sizes[i].shift;
		literal->is_size = true;
		end += strlen(end);
	}
	if (*end && !negative && strpbrk(digits, "smun") && parse_duration(digits, &ns)) {
		literal->is_time = true;
		value = ns;
		end += strlen(end);
	}
	if (*end || (negative && value > UINT64_C(1) << 63))
		return false;
	*number = (struct where_number){ negative ? -value : value, negative && value };
	return true;
}

/* Parses "1..9". */
static bool parse_range(struct literal *literal)
{
	char *dots = strstr(literal->text, "..");
	bool good;

	if (!dots || dots == literal->text)
		return false;
	*dots = '\0';
	good = parse_number(literal, literal->text, &literal->first) &&
	       parse_number(literal, dots + 2, &literal->last);
	*dots = '.';
	return good;
}

/* Parses "10.0.0.0/8", "::1" and so on. */
static bool parse_net(struct literal *literal)
{
	char *slash = strchr(literal->text, '/');
	uint64_t bits;
	bool good = true;

	if (slash)
		*slash = '\0';
	if (inet_pton(AF_INET, literal->text, literal->net) == 1)
		literal->net_size = 4;
	else if (inet_pton(AF_INET6, literal->text, literal->net) == 1)
		literal->net_size = 16;
	else
		good = false;
	bits = literal->net_size * 8u;
	if (slash) {
		*slash = '/';
		good = good && parse_decimal(slash + 1, literal->net_size * 8u, &bits);
	}
	literal->net_bits = (uint8_t)bits;
	return good;
}

static void classify(struct literal *literal)
{
	if (literal->quoted || literal->n_names > 1)
		return;
	literal->is_number = parse_number(literal, literal->text, &literal->first);
	if (literal->is_number)
		return;
	literal->is_range = parse_range(literal);
	if (!literal->is_range)
		literal->is_net = parse_net(literal);
}

/* --- words ----------------------------------------------------------------------------------- */

/* A network whose prefix is too long is no word. */
static bool check_net(struct lexer *lexer, const struct literal *literal)
{
	if (literal->quoted || literal->is_net || !literal->net_size)
		return true;
	lexer->failed = true;
	return error_at(lexer->error, lexer->text, literal->at, literal->len,
			"the prefix of a network has 0 to %u bits", literal->net_size * 8u);
}

/* A range from a larger number to a smaller one has no number. */
static bool check_range(struct lexer *lexer, const struct literal *literal)
{
	const char *dots;

	if (!literal->is_range || number_compare(literal->first, literal->last) <= 0)
		return true;
	lexer->failed = true;
	dots = strstr(literal->text, "..");
	return error_at(lexer->error, lexer->text, literal->at, literal->len,
			"a range begins with its smallest number: %s..%.*s", dots + 2,
			(int)(dots - literal->text), literal->text);
}

static bool missing(struct lexer *lexer)
{
	bool end = lexer->token.kind == TOKEN_END;

	if (lexer->failed)
		return false;
	lexer->failed = true;
	return error_at(lexer->error, lexer->text, lexer->token.at, lexer->token.len, "%s",
			end ? "the expression ends where a value must come"
			    : "here a value must come: a constant, a number, or a text in quotes");
}

static void add_name(struct literal *literal, const char *text, size_t len)
{
	literal->names =
		xreallocarray(literal->names, literal->n_names + 1, sizeof(*literal->names));
	literal->names[literal->n_names++] = xstrndup(text, len);
}

/* Words with "|" between them: the numbers of all constants together. */
static bool parse_words(struct lexer *lexer, struct literal *literal)
{
	size_t end = 0;

	for (;;) {
		if (lexer->token.kind != TOKEN_WORD)
			return missing(lexer);
		add_name(literal, lexer->text + lexer->token.at, lexer->token.len);
		end = lexer->token.at + lexer->token.len;
		lexer_next(lexer);
		if (lexer->token.kind != TOKEN_PIPE)
			break;
		lexer_next(lexer);
	}
	literal->len = end - literal->at;
	literal->text = xstrndup(lexer->text + literal->at, literal->len);
	literal->text_len = literal->len;
	return true;
}

bool parse_literal(struct where *where, struct lexer *lexer, struct literal *literal)
{
	struct buf bytes = { 0 };

	(void)where;
	literal->at = lexer->token.at;
	if (lexer->token.kind == TOKEN_STRING) {
		literal->quoted = true;
		literal->len = lexer->token.len;
		if (!lexer_string(lexer, &bytes)) {
			lexer->failed = true;
			buf_free(&bytes);
			return false;
		}
		literal->text_len = bytes.len;
		buf_cstr(&bytes);
		literal->text = bytes.data;
		lexer_next(lexer);
	} else if (!parse_words(lexer, literal)) {
		return false;
	}
	classify(literal);
	return check_net(lexer, literal) && check_range(lexer, literal) && !lexer->failed;
}

void literal_free(struct literal *literal)
{
	for (size_t i = 0; i < literal->n_names; i++)
		free(literal->names[i]);
	free(literal->names);
	free(literal->text);
}
