/* SPDX-License-Identifier: MIT */
/* Private to src/where/: the parts of the parser. */
#ifndef SCRY_WHERE_PARSE_H
#define SCRY_WHERE_PARSE_H

#include "where/where.h"

/* test.c: parses one test, and adds it to the expression. Returns false after an error. */
bool parse_test(struct where *where, struct lexer *lexer, unsigned *number);
/*
 * literal.c: parses one value: a word, a string, or words with "|" between them. Returns false
 * after an error.
 */
bool parse_literal(struct where *where, struct lexer *lexer, struct literal *literal);
void literal_free(struct literal *literal);
/* Returns the number of a new node. first: its first child. */
unsigned where_add_node(struct where *where, enum node_kind kind, unsigned first, unsigned test);
/* shorthand.c: adds tests, and fills in .own, .shown, .status and .options. */
void where_add_options(struct where *where, const struct where_shorthands *shorthands);

#endif
