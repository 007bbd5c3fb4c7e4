/* SPDX-License-Identifier: MIT */
/* The text sink writes strace's format. This file turns values into the bytes of segments. */
#include "sink/text.h"

#include <stdlib.h>
#include <string.h>

#include "sink/builder.h"
#include "sink/text_call.h"
#include "sink/text_constant.h"
#include "sink/text_data.h"
#include "sink/text_event.h"
#include "sink/text_line.h"
#include "sink/text_time.h"
#include "sink/text_value.h"

static void begin_segment(struct text *text, struct record_builder *builder)
{
	text->builder = builder;
	text->comma = false;
	text->space = false;
	text->group = GROUP_STRUCT;
	text->member = NULL;
	text->has_index = false;
	text->explains = false;
}

static void text_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			  const char *name, enum phase phase, bool is_named)
{
	struct text *text = text_of(sink);
	const struct record_argument *argument =
		builder_begin_argument(builder, index, name, phase, is_named);
	const char *entry;

	begin_segment(text, builder);
	if (phase != PHASE_REST || !argument || !argument->entry.len)
		return;
	/* The segment continues a group: it needs a comma unless the group is still empty. */
	entry = builder->text.data + argument->entry.start;
	text->comma = !strchr("{[", entry[argument->entry.len - 1]);
}

/* strace's text has no mark for it. */
static void text_late(struct sink *sink, struct record_builder *builder, unsigned index)
{
	(void)sink, (void)builder, (void)index;
}

static void text_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name)
{
	(void)sink;
	builder_begin_pending(builder, index, name);
}

static const struct {
	const char *before, *between, *after;
} group_marks[] = {
	[GROUP_STRUCT] = { "{", ", ", "}" },  [GROUP_ARRAY] = { "[", ", ", "]" },
	[GROUP_POINTEE] = { "[", ", ", "]" }, [GROUP_FDSET] = { "[", " ", "]" },
	[GROUP_MACRO] = { "(", ", ", ")" },   [GROUP_TERMS] = { "", "|", "" },
	[GROUP_SUM] = { "", "+", "" },	      [GROUP_RATIO] = { "", "/", "" },
};

/* Separates the next value or group from its sibling. Returns the text of the builder. */
static struct buf *begin_sibling(struct text *text)
{
	struct buf *out = &text->builder->text;

	if (text->comma)
		buf_puts(out, group_marks[text->group].between);
	if (text->space)
		buf_putc(out, ' ');
	text->space = false;
	text->last_value = out->len;
	return out;
}

static void put_index(struct text *text, struct buf *out)
{
	/* -X does not change the names of a list without a comment: c_cc of struct termios. */
	enum constant_format format =
		text->index_comment ? text->config.constants : CONSTANTS_ABBREV;
	const char *comment = text->index_name ? text->index_name : text->index_comment;

	text->has_index = false;
	if (text->index_name && format == CONSTANTS_ABBREV)
		buf_printf(out, "[%s]=", text->index_name);
	else if (comment && format != CONSTANTS_RAW)
		buf_printf(out, "[%llu /* %s */]=", (unsigned long long)text->index, comment);
	else
		buf_printf(out, "[%llu]=", (unsigned long long)text->index);
}

/* The index of an array element or the name of a member, with "=". */
static void put_text_label(struct text *text, struct buf *out)
{
	if (text->has_index)
		put_index(text, out);
	if (!text->member)
		return;
	buf_puts(out, text->member);
	buf_putc(out, '=');
	text->member = NULL;
}

/*
 * -X raw and -X verbose show the number that the macro makes. -X verbose adds the macro as a
 * comment, in which constants have their names.
 */
static void begin_macro(struct text *text, struct buf *out, enum group group)
{
	text->macro_start = out->len;
	text->outer_constants = text->config.constants;
	text->macro_explains = text->explains;
	if (text->macro_has_number)
		text->config.constants = CONSTANTS_ABBREV;
	if (group == GROUP_MACRO)
		buf_puts(out, text->macro);
}

static void end_macro(struct text *text, struct buf *out)
{
	struct buf macro = { 0 }, number = { 0 };

	text->macro_has_number = false;
	text->config.constants = text->outer_constants;
	if (text->outer_constants == CONSTANTS_ABBREV ||
	    (text->macro_explains && text->outer_constants == CONSTANTS_VERBOSE))
		return;
	buf_put(&macro, out->data + text->macro_start, out->len - text->macro_start);
	out->len = text->macro_start;
	if (!text->macro_explains) {
		text_put_value(&number, &text->config, &text->macro_number);
		text_put_named(out, &text->config, &number, &macro);
	}
	buf_free(&macro);
	buf_free(&number);
}

static void text_open(struct sink *sink, enum group group)
{
	struct text *text = text_of(sink);
	struct buf *out = begin_sibling(text);

	put_text_label(text, out);
	if (group == GROUP_MACRO || (group == GROUP_TERMS && text->macro_has_number))
		begin_macro(text, out, group);
	text->explains = false;
	buf_puts(out, group_marks[group].before);
	text->comma = false;
	text->group = group;
}

/*
 * The last value is the address of the first element that could not be read. It becomes a comment.
 * It does not in a note, nor if it is the only element: "[0x10]".
 */
static void comment_address(struct text *text, struct buf *out)
{
	struct buf address = { 0 };

	if (out->data[text->last_value - 1] == '[' || text->builder->has_note)
		return;
	buf_put(&address, out->data + text->last_value, out->len - text->last_value);
	out->len = text->last_value;
	buf_puts(out, "... /* ");
	buf_put(out, address.data, address.len);
	buf_puts(out, " */");
	buf_free(&address);
}

static void text_close(struct sink *sink, enum group group, enum group_end end)
{
	struct text *text = text_of(sink);
	struct buf *out = &text->builder->text;

	if (end == GROUP_MORE && text->comma)
		buf_puts(out, group_marks[group].between);
	if (end == GROUP_MORE)
		buf_puts(out, "...");
	else if (end == GROUP_UNREADABLE && text->comma && group == GROUP_ARRAY)
		comment_address(text, out);
	else if (end == GROUP_UNREADABLE && group == GROUP_STRUCT)
		buf_puts(out, text->comma ? ", ???" : "???");
	buf_puts(out, group_marks[group].after);
	if ((group == GROUP_MACRO || group == GROUP_TERMS) && text->macro_has_number)
		end_macro(text, out);
	text->comma = true;
	text->group = GROUP_STRUCT;
}

static void text_member(struct sink *sink, const char *name)
{
	enum group group = text_of(sink)->group;

	/* The arguments of a macro and the operands of |, + and / have no names in text. */
	if (group != GROUP_MACRO && group != GROUP_TERMS && group != GROUP_SUM &&
	    group != GROUP_RATIO)
		text_of(sink)->member = name;
}

static void text_macro(struct sink *sink, const char *name, const struct value *number)
{
	struct text *text = text_of(sink);

	text->macro = name;
	text->macro_has_number = number;
	if (number)
		text->macro_number = *number;
}

static void text_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	struct text *text = text_of(sink);

	text->has_index = true;
	text->index_name = name;
	text->index_comment = list_unknown(list);
	text->index = i;
}

static bool has_member_name(const struct value *value)
{
	return value->kind == KIND_ENUM || value->kind == KIND_FLAGS || value->kind == KIND_SIGNAL;
}

/*
 * In a note that says what the result is, -X verbose does not repeat the number of the result, and
 * -X raw has nothing to say.
 */
static void put_explained(struct text *text, struct buf *out, const struct value *value)
{
	struct sink_config config = text->config;
	bool explains = text->explains && has_member_name(value);

	if (text->explains && config.constants == CONSTANTS_VERBOSE)
		config.constants = CONSTANTS_ABBREV;
	text->explains = false;
	if (!explains || config.constants != CONSTANTS_RAW)
		text_put_value(out, &config, value);
}

static void text_value(struct sink *sink, const struct value *value)
{
	struct text *text = text_of(sink);
	struct buf *out = begin_sibling(text);

	text->comma = true;
	if (value->kind == KIND_ADDRESS && !value->u &&
	    text->builder->open == &text->builder->result) {
		/* The address 0 is NULL, except as a result: "brk(NULL) = 0". */
		buf_putc(out, '0');
	} else if (value->kind == KIND_IPV6 && text->member &&
		   text->config.constants == CONSTANTS_ABBREV) {
		/* The value contains the member's name: inet_pton(AF_INET6, "::1", &sin6_addr) */
		text_put_value(out, &text->config, value);
		out->len--;
		buf_printf(out, ", &%s)", text->member);
		text->member = NULL;
	} else {
		put_text_label(text, out);
		put_explained(text, out, value);
	}
}

static void text_change(struct sink *sink)
{
	struct text *text = text_of(sink);

	buf_puts(&text->builder->text, " => ");
	text->comma = false;
}

/* The date is a comment after a value, and a note after the result. */
static void text_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	struct record_builder *builder = text_of(sink)->builder;
	struct buf date = { 0 };

	if (text_put_date(&date, seconds, nanoseconds, digits)) {
		bool is_note = builder->has_result;

		if (is_note)
			sink->ops->note(sink, builder, NULL);
		buf_puts(&builder->text, is_note ? "" : " /* ");
		buf_put(&builder->text, date.data, date.len);
		buf_puts(&builder->text, is_note ? "" : " */");
	}
	buf_free(&date);
}

static void text_result(struct sink *sink, struct record_builder *builder)
{
	builder_begin_result(builder);
	begin_segment(text_of(sink), builder);
}

static void text_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	struct text *text = text_of(sink);
	bool first = !builder->has_note;

	text->builder = builder;
	builder_begin_note(builder);
	if (!first)
		buf_puts(&builder->text, ", ");
	if (label)
		buf_puts(&builder->text, label);
	text->explains = !label;
	text->comma = false;
	text->space = label && label[strlen(label) - 1] != '=';
}

/* The slot of the builder is empty. */
static void text_forget(struct writer *writer, struct record_builder *builder)
{
	(void)writer, (void)builder;
}

static void text_finish(struct writer *writer)
{
	struct text *text = text_of(&writer->sink);

	text_interrupt_line(text);
	output_flush(text->output);
}

static void text_destroy(struct writer *writer)
{
	struct text *text = text_of(&writer->sink);

	buf_free(&text->line);
	free(text);
}

static const struct sink_ops value_ops = {
	.argument = text_argument,
	.late = text_late,
	.pending = text_pending,
	.open = text_open,
	.close = text_close,
	.member = text_member,
	.index = text_index,
	.macro = text_macro,
	.value = text_value,
	.change = text_change,
	.date = text_date,
	.result = text_result,
	.note = text_note,
};

static void write_event(struct writer *writer, const struct record *record)
{
	if (record->event->kind == EVENT_RENAMED)
		text_renamed(writer, record);
	else
		text_event(writer, record);
}

static const struct writer_ops record_ops = {
	.entered = text_entered,
	.exited = text_exited,
	.data = text_data,
	.unfinished = text_unfinished,
	.event = write_event,
	.forget = text_forget,
	.finish = text_finish,
	.destroy = text_destroy,
};

struct writer *writer_text_new(const struct sink_config *config, struct output *output)
{
	struct text *text = xcalloc(1, sizeof(*text));

	text->writer.ops = &record_ops;
	text->writer.sink.ops = &value_ops;
	text->writer.sink.views = true;
	text->config = *config;
	text->output = output;
	return &text->writer;
}
