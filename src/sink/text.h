/* SPDX-License-Identifier: MIT */
/* The writer of text: its state, and the functions that its files share. */
#ifndef SCRY_SINK_TEXT_H
#define SCRY_SINK_TEXT_H

#include "scry/sinks.h"

struct text {
	struct writer writer;
	struct sink_config config;
	struct output *output;

	/*
	 * The line of a call that has begun and not ended; NULL: none. It is only compared: the
	 * tracee may be gone.
	 */
	const struct record_line *open;
	const struct stack *open_stack; /* the stack to show below the open line */
	bool open_never_returns; /* the call of the open line never returns, as exit_group(2) */
	pid_t detached_tid; /* the message "detached" about this tracee is out; 0: about none */
	size_t column; /* bytes of the current line that the output has already */
	struct buf line; /* bytes of the current line that the output does not have yet */
	struct text_coloring {
		unsigned depth; /* open parentheses, brackets and braces */
		bool in_result, failed;
	} coloring; /* state of the colours in the middle of a line */
	uint64_t own_previous_ns; /* -r: start of the previous line, if writers do not share it */

	/* State of the segment that is being emitted. */
	struct record_builder *builder; /* it has the segment */
	enum group group; /* the innermost group; GROUP_STRUCT after a group has ended */
	bool comma; /* the next sibling needs a separator before it */
	bool space; /* the next value needs a blank before it: it follows the label of a note */
	const char *member; /* name of the next member; NULL if it has none */
	bool has_index; /* the next value is an array element that is shown with its index */
	const char *index_name; /* name of that index; NULL if it has none */
	const char *index_comment; /* comment of an index without a name; NULL if it has none */
	uint64_t index;
	const char *macro; /* name of the next group, if that is a macro */
	bool macro_has_number;
	bool macro_explains; /* .explains at the beginning of the macro */
	bool explains; /* a note without a label begins: it says what the result is */
	struct value macro_number; /* the number that the macro makes */
	size_t macro_start; /* offset of the macro in the text of the builder */
	enum constant_format outer_constants; /* the format of constants outside of the macro */
	size_t last_value; /* offset of the last value in the text of the builder */
};

static inline struct text *text_of(struct sink *sink)
{
	return (struct text *)sink;
}

#endif
