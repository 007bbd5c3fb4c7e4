/* SPDX-License-Identifier: MIT */
/* Private header of src/record/: encodes the captures of a block. */
#ifndef SCRY_RECORD_WRITER_H
#define SCRY_RECORD_WRITER_H

#include "scry/kept_answers.h"
#include "record/format.h"
#include "scry/index.h"
#include "scry/record.h"

#define ANSWERED 64u /* a power of two */

struct encoder {
	struct buf columns[COLUMN_COUNT]; /* the captures of the block */
	uint32_t n; /* their number */
	size_t n_parts; /* answers of the last one */
	uint64_t first_ns, last_ns; /* CLOCK_MONOTONIC of the first and the last one */
	uint64_t real_offset; /* CLOCK_REALTIME minus CLOCK_MONOTONIC of the last one */
	struct string_place {
		size_t at, len;
	} * strings; /* the numbered strings, in COLUMN_TEXTS */
	struct index string_index;
	uint32_t n_strings;
	/*
	 * The numbers of strings that were answers last, by a hash of the question: most calls ask
	 * about the descriptors of the call before.
	 */
	uint32_t answered[ANSWERED];
	struct string_place *pieces; /* the numbered pieces of memory, in COLUMN_MEMORY */
	struct index piece_index;
	uint32_t n_pieces;
	struct guess *guesses;
	struct thread_state *threads;
	struct index thread_index;
	uint32_t n_threads;
};

#endif
