/* SPDX-License-Identifier: MIT */
/* Parses an expression to a tree of tests. What the table has is not looked at here. */
#include <stdlib.h>
#include <string.h>

#include "scry/util.h"
#include "where/parse.h"

struct parser {
	struct where *where;
	struct lexer lexer;
	unsigned depth;
};

static unsigned parse_or(struct parser *parser);

static bool fail_parse(struct parser *parser, const struct token *token, const char *message)
{
	parser->lexer.failed = true;
	return error_at(parser->lexer.error, parser->where->text, token->at, token->len, "%s",
			message);
}

/* --- the tree -------------------------------------------------------------------------------- */

unsigned where_add_node(struct where *where, enum node_kind kind, unsigned first, unsigned test)
{
	if (!where->n_nodes)
		where->n_nodes = 1;
	where->nodes =
		xgrow(where->nodes, where->n_nodes, &where->nodes_capacity, sizeof(*where->nodes));
	where->nodes[where->n_nodes] = (struct node){ .kind = kind, .first = first, .test = test };
	return (unsigned)where->n_nodes++;
}

/* Parses operands with a sign or a word between them. They become the children of one node. */
static unsigned parse_joined(struct parser *parser, enum token_kind sign, const char *word,
			     enum node_kind kind, unsigned (*operand)(struct parser *parser))
{
	struct where *where = parser->where;
	unsigned first = operand(parser), last = first, joined = 0;

	while (first && (parser->lexer.token.kind == sign || lexer_is(&parser->lexer, word))) {
		unsigned next;

		lexer_next(&parser->lexer);
		next = operand(parser);
		if (!next)
			return 0;
		if (!joined)
			joined = where_add_node(where, kind, first, 0);
		where->nodes[last].next = next;
		last = next;
	}
	return joined ? joined : first;
}

static bool is_too_deep(struct parser *parser)
{
	if (parser->depth++ < NESTING_MAX)
		return false;
	fail_parse(parser, &parser->lexer.token,
		   "more than 64 parentheses and '!' are within each other here");
	return true;
}

static unsigned parse_group(struct parser *parser)
{
	struct token begin = parser->lexer.token;
	unsigned inner;

	if (is_too_deep(parser))
		return 0;
	lexer_next(&parser->lexer);
	inner = parse_or(parser);
	parser->depth--;
	if (!inner)
		return 0;
	if (parser->lexer.token.kind != TOKEN_CLOSE) {
		if (parser->lexer.token.kind == TOKEN_END)
			fail_parse(parser, &begin, "this parenthesis is never closed");
		else
			fail_parse(parser, &parser->lexer.token,
				   "here '&&', '||' or ')' must come: a test is over");
		return 0;
	}
	lexer_next(&parser->lexer);
	return inner;
}

static unsigned parse_not(struct parser *parser)
{
	unsigned inner, node;

	if (parser->lexer.token.kind == TOKEN_OPEN)
		return parse_group(parser);
	if (parser->lexer.token.kind != TOKEN_NOT && !lexer_is(&parser->lexer, "not")) {
		unsigned test;

		if (!parse_test(parser->where, &parser->lexer, &test))
			return 0;
		return where_add_node(parser->where, NODE_TEST, 0, test);
	}
	if (is_too_deep(parser))
		return 0;
	lexer_next(&parser->lexer);
	inner = parse_not(parser);
	parser->depth--;
	if (!inner)
		return 0;
	node = where_add_node(parser->where, NODE_NOT, inner, 0);
	return node;
}

static unsigned parse_and(struct parser *parser)
{
	return parse_joined(parser, TOKEN_AND, "and", NODE_AND, parse_not);
}

static unsigned parse_or(struct parser *parser)
{
	return parse_joined(parser, TOKEN_OR, "or", NODE_OR, parse_and);
}

bool where_parse(struct where *where, struct where_error *error)
{
	struct parser parser = { .where = where };
	size_t len = strlen(where->text);

	if (len > WHERE_TEXT_MAX)
		return error_at(error, where->text, WHERE_TEXT_MAX, 1,
				"the expression has %zu bytes; %u are possible", len,
				WHERE_TEXT_MAX);
	lexer_begin(&parser.lexer, where->text, error);
	if (parser.lexer.token.kind == TOKEN_END)
		return error_at(error, where->text, 0, 0,
				"the expression is empty; 'failed' or 'name == openat' are some");
	where->root = parse_or(&parser);
	if (!where->root)
		return false;
	if (parser.lexer.token.kind == TOKEN_CLOSE)
		return fail_parse(&parser, &parser.lexer.token, "no parenthesis is open here");
	if (parser.lexer.token.kind != TOKEN_END)
		return parser.lexer.failed
			       ? false
			       : fail_parse(&parser, &parser.lexer.token,
					    "here '&&' or '||' must come: a test is over");
	return true;
}
