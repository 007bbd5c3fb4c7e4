/* SPDX-License-Identifier: MIT */
/* Private header of src/record/: reads the captures of a block. */
#ifndef SCRY_RECORD_READER_H
#define SCRY_RECORD_READER_H

#include "record/answers.h"
#include "record/format.h"
#include "scry/record.h"

struct parser {
	const unsigned char *raw; /* the captures of the block */
	struct bytes rest;
	uint64_t mono_ns, real_offset; /* of the last capture: see struct encoder */
	/* CLOCK_MONOTONIC of the last capture with a time, also in a previous block. */
	uint64_t last_ns;
	struct timespec last_real; /* CLOCK_REALTIME of the same capture */
	struct known_string {
		const char *text;
		size_t len;
	} * strings; /* the numbered strings */
	uint32_t n_strings;
	struct thread_state *threads;
	uint32_t n_threads;
	const struct stack_config *stacks; /* NULL: stacks are not wanted */
	struct capture capture;
};

enum parsed { PARSED_CAPTURE, PARSED_END, PARSED_BAD };

struct parser *parser_new(void);
void parser_free(struct parser *parser);
/* Begins a block, which must stay where it is. */
void parser_begin(struct parser *parser, const unsigned char *raw, size_t len);
/* Reads the next capture to parser->capture. */
enum parsed parser_next(struct parser *parser);

#endif
