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

/*
 * text_request.c. Append what a line of a request of io_uring has beside a call: the ring before
 * it, and a comment after its result.
 */
void text_put_ring(struct buf *out, const struct request *request);
void text_put_request(struct buf *out, const struct request *request);

/* text_line.c. Ends the line of a call that has not returned, if there is one. */
void text_interrupt_line(struct text *text);
/*
 * Ends an open line and begins a new one with the columns before the call: pid, times, number, ip.
 */
void text_begin_line(struct text *text, const struct record *record);
/* Writes text->line to the output and empties it. The line goes on. */
void text_push(struct text *text);
/* Appends blanks up to the column of the results (-a). */
void text_pad(struct text *text);
void text_end_line(struct text *text);
/* Ends the arguments of a call that does not return: ") = ?". */
void text_put_no_result(struct text *text);
void text_put_duration(struct text *text, uint64_t ns);

/* text_stack.c. Writes one line for each frame; nothing if stack is NULL. */
void text_put_stack(struct text *text, const struct stack *stack);

/* text_color.c. Appends text->line to out, with colours. text->column is 0 where a line begins. */
void text_color(struct text *text, struct buf *out);

/* text_call.c */
void text_entered(struct writer *writer, const struct record *record);
/* The event EVENT_RENAMED. */
void text_renamed(struct writer *writer, const struct record *record);
void text_exited(struct writer *writer, const struct record *record);
void text_unfinished(struct writer *writer, const struct record *record);

/* text_data.c */
void text_data(struct writer *writer, const struct event *event, const struct data *data);

/* text_event.c: events that are not calls. */
void text_event(struct writer *writer, const struct record *record);
/* Prints the message "detached" on stderr, once for each tracee. */
void text_report_detached(struct text *text, const struct event *event);

/* text_value.c. Appends one value, without its name and separator. */
void text_put_value(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_permissions(struct buf *out, uint64_t bits);

/* text_device.c */
void text_put_character(struct buf *out, const struct value *value);
void text_put_tone(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_uuid(struct buf *out, const struct value *value);
void text_put_callsign(struct buf *out, const struct sink_config *config,
		       const struct value *value);
void text_put_fourcc(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_keysym(struct buf *out, const struct sink_config *config, const struct value *value);

/* text_named.c: numbers with names that do not come from one list. */
void text_put_constant(struct buf *out, const struct sink_config *config,
		       const struct value *value);

/* text_constant.c: numbers with names from a list. */
void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value);
/*
 * Appends what -X asks for: the name, the number, or the number with the name as a comment. An
 * empty name means that the number has none.
 */
void text_put_named(struct buf *out, const struct sink_config *config, const struct buf *number,
		    const struct buf *name);

/* text_detail.c: the file that a descriptor refers to, from value->more->detail. */
void text_put_detail(struct buf *out, const struct sink_config *config, const struct value *value);

/* text_set.c. text_put_sigset() is also for a KIND_BITSET; text_put_bits() for numbered bits. */
void text_put_sigset(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_bits(struct buf *out, const struct value *value);

/*
 * text_time.c. Appends a date with as many digits of the fraction as given, 6 or 9. Returns false,
 * and appends nothing, for the epoch itself and for a time that is invalid.
 */
bool text_put_date(struct buf *out, int64_t seconds, uint32_t nanoseconds, unsigned digits);
/* Appends clock ticks, and their seconds as a comment. */
void text_put_ticks(struct buf *out, const struct sink_config *config, const struct value *value);

/* text_string.c. Appends a string in quotes, escaped as strace does; then "..." if truncated. */
void text_put_string(struct buf *out, enum hex_strings hex, const void *bytes, size_t len,
		     bool truncated);
/* What follows a descriptor or pid: "<PATH>". */
void text_put_annotation(struct buf *out, enum hex_strings hex, const void *bytes, size_t len);
/* The same, without < and >. */
void text_put_annotation_bytes(struct buf *out, enum hex_strings hex, const void *bytes,
			       size_t len);
/* An SELinux context: " [CONTEXT]". */
void text_put_context(struct buf *out, const void *context, size_t len);
/* A C string, escaped, without quotes. */
void text_put_escaped(struct buf *out, const char *text);
/* Every byte in hexadecimal, in quotes. */
void text_put_hex_string(struct buf *out, const void *bytes, size_t len);

#endif
