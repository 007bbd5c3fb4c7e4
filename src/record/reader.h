/* SPDX-License-Identifier: MIT */
/* Private header of src/record/: reads the captures of a block. */
#ifndef SCRY_RECORD_READER_H
#define SCRY_RECORD_READER_H

#include "scry/kept_answers.h"
#include "record/format.h"
#include "scry/record.h"

struct parser {
	const unsigned char *raw; /* the captures of the block */
	uint64_t version; /* of the file */
	/*
	 * What is left of each column. Before FORMAT_COLUMNS a capture has all members one after
	 * the other: then each column is the same struct.
	 */
	struct bytes *columns[COLUMN_COUNT];
	struct bytes rest[COLUMN_COUNT];
	struct bytes captures; /* before FORMAT_COLUMNS: the captures that are left */
	bool bad; /* a column of the block ended too early, or has a wrong value */
	uint64_t mono_ns, real_offset; /* of the last capture: see struct encoder */
	/* CLOCK_MONOTONIC of the last capture with a time, also in a previous block. */
	uint64_t last_ns;
	struct timespec last_real; /* CLOCK_REALTIME of the same capture */
	struct known_string {
		const char *text;
		size_t len;
	} * strings; /* the numbered strings */
	uint32_t n_strings;
	struct known_piece {
		size_t at; /* of the bytes, from raw */
		uint32_t len;
	} * pieces; /* the numbered pieces of memory */
	uint32_t n_pieces;
	struct guess *guesses;
	struct thread_state *threads;
	uint32_t n_threads;
	const struct stack_config *stacks; /* NULL: stacks are not wanted */
	struct capture capture;
};

enum parsed { PARSED_CAPTURE, PARSED_END, PARSED_BAD };

#endif
