/* SPDX-License-Identifier: MIT */
/* Inside the text sink: its state, and the doors between its files. */
#ifndef SCRY_SINK_TEXT_H
#define SCRY_SINK_TEXT_H

#include "scry/sinks.h"

struct text {
	struct sink sink;
	struct sink_config config;
	struct output *output;
	size_t tracees;
	const struct record_builder
		*open; /* whose line is not ended yet: compared, never followed */
	const struct stack *open_stack; /* … and the stack to be shown below it */
	struct text_coloring {
		unsigned depth; /* parentheses that are open */
		bool in_result, failed;
	} coloring; /* where in a line its colours are */
	pid_t told_detached; /* of this one it was said while its line was open; 0: none */
	bool open_is_last; /* … and its call never returns */
	size_t column; /* bytes in the line that is being written */
	struct buf line; /* of the line, what was not yet given to the output */
	uint64_t own_last_ns; /* -r: when the line before began, unless sinks share it */
	/* Within the value that is being emitted: */
	enum group group; /* the innermost; GROUP_STRUCT where commas part siblings, too */
	bool comma; /* the next sibling wants a comma before it */
	bool space; /* … a blank: a label precedes */
	const char *member; /* its name; NULL: none */
	const char *index; /* the name of an array's element; NULL: none … */
	bool has_index; /* … then its number, if elements are shown with theirs */
	const char *index_unknown; /* the comment of one without a name; NULL: none */
	uint64_t place;
	const char *macro; /* of the group that comes next */
	struct value whole; /* the number that it makes, if has_whole */
	bool has_whole;
	size_t macro_at; /* where the macro began in the builder's text, */
	enum constant_format outer; /* … and how constants are shown around it */
	size_t last_value; /* where the last value began in the builder's text */
};

static inline struct text *text_of(struct sink *sink)
{
	return (struct text *)sink;
}

/* text_line.c: ends the line of a call that was begun, if there is one. */
void text_interrupt_line(struct text *text);
/* Begins a line, ending an open one; tid, times, number, instruction pointer. */
void text_begin_line(struct text *text, const struct event *event);
/* Gives the line so far to the output. */
void text_push(struct text *text);
/* Fills up to the column of the results. */
void text_pad(struct text *text);
void text_end_line(struct text *text);
/* Ends the line of a call that does not return. */
void text_end_without_result(struct text *text);
void text_put_duration(struct text *text, uint64_t ns);

/* text_stack.c: below a line that has ended. */
void text_put_stack(struct text *text, const struct stack *stack);

/* text_color.c: the line so far, as it goes on from text->column, with colours. */
void text_color(struct text *text, struct buf *out);

/* text_call.c */
void text_entered(struct sink *sink, const struct event *event, const struct call *call);
void text_exited(struct sink *sink, const struct event *event, const struct call *call);
void text_unfinished(struct sink *sink, const struct event *event, const struct call *call);

/* text_data.c */
void text_data(struct sink *sink, const struct event *event, const struct data *data);

/* text_event.c: all that is not a call. */
void text_event(struct sink *sink, const struct event *event);
void text_tell_detached(struct text *text, const struct event *event);

/* text_value.c: one value, without its name and comma. */
void text_put_value(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_permissions(struct buf *out, uint64_t bits);

/* text_device.c */
void text_put_character(struct buf *out, const struct value *value);
void text_put_tone(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_uuid(struct buf *out, const struct value *value);
void text_put_fourcc(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_keysym(struct buf *out, const struct sink_config *config, const struct value *value);

/* text_named.c */
void text_put_constant(struct buf *out, const struct sink_config *config,
		       const struct value *value);

/* text_constant.c: numbers with names in a list of the table. */
void text_put_enum(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_flags(struct buf *out, const struct sink_config *config, const struct value *value);
/* The way of -X: the number, the name, or both, the name as a comment. name empty: no name. */
void text_put_named(struct buf *out, const struct sink_config *config, const struct buf *raw,
		    const struct buf *name);

/* text_detail.c: what a descriptor is, value->more->detail. */
void text_put_detail(struct buf *out, const struct sink_config *config, const struct value *value);

/* text_set.c: signals; bits by their places. */
void text_put_sigset(struct buf *out, const struct sink_config *config, const struct value *value);
void text_put_bits(struct buf *out, const struct value *value);

/* text_time.c: a time of day (false: nothing to say of it), and hundredths of a second. */
bool text_put_date(struct buf *out, int64_t seconds, uint32_t nanoseconds, unsigned digits);
void text_put_ticks(struct buf *out, const struct value *value);

/* text_string.c: a string in quotes, with strace's escapes; "..." behind it if it goes on. */
void text_put_string(struct buf *out, enum hex_strings hex, const void *bytes, size_t len,
		     bool goes_on);
/* What is behind a descriptor or pid: "<…>". */
void text_put_about(struct buf *out, enum hex_strings hex, const void *bytes, size_t len);
/* The same without < and >. */
void text_put_about_bytes(struct buf *out, enum hex_strings hex, const void *bytes, size_t len);
/* Escaped, without quotes: a name. */
void text_put_context(struct buf *out, const void *context, size_t len);
void text_put_plain(struct buf *out, const char *text);
/* Every byte in hexadecimal, quoted. */
void text_put_hex_string(struct buf *out, const void *bytes, size_t len);

#endif
