/* SPDX-License-Identifier: MIT */
/* Reads the captures of a block, which src/record/encode.c has written. */
#ifndef RECORD_PARSE_H
#define RECORD_PARSE_H

#include "record/reader.h"

struct parser *parser_new(void);
void parser_free(struct parser *parser);
/*
 * Begins a block, which must stay where it is. Returns false if it is damaged: then it has no
 * captures.
 */
bool parser_begin(struct parser *parser, const unsigned char *raw, size_t len);
/* Reads the next capture to parser->capture. */
enum parsed parser_next(struct parser *parser);

#endif
