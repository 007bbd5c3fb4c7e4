/* SPDX-License-Identifier: MIT */
/* The text sink: strace's format. How values become the bytes of a builder's segments. */
#include <stdlib.h>
#include <string.h>

#include "sink/builder.h"
#include "sink/text.h"

static void begin_segment(struct text *text)
{
	text->comma = false;
	text->space = false;
	text->group = GROUP_STRUCT;
	text->member = NULL;
	text->has_index = false;
}

static void text_argument(struct sink *sink, unsigned index, const char *name, enum phase phase,
			  bool is_named)
{
	struct text *text = text_of(sink);
	const struct record_argument *argument =
		builder_begin_argument(sink->builder, index, name, phase, is_named);
	const char *entry;

	begin_segment(text);
	if (phase != PHASE_REST || !argument || !argument->entry.len)
		return;
	entry = sink->builder->text.data + argument->entry.start;
	text->comma = !strchr("{[", entry[argument->entry.len - 1]);
}

static void text_pending(struct sink *sink, unsigned index, const char *name, bool late)
{
	builder_begin_pending(sink->builder, index, name, late);
}

static const struct {
	const char *before, *between, *behind;
} group_marks[] = {
	[GROUP_STRUCT] = { "{", ", ", "}" },  [GROUP_ARRAY] = { "[", ", ", "]" },
	[GROUP_POINTEE] = { "[", ", ", "]" }, [GROUP_FDSET] = { "[", " ", "]" },
	[GROUP_MACRO] = { "(", ", ", ")" },   [GROUP_TERMS] = { "", "|", "" },
	[GROUP_RATIO] = { "", "/", "" },
};

static void put_separator(struct text *text, struct buf *out)
{
	if (text->comma)
		buf_puts(out, group_marks[text->group].between);
	if (text->space)
		buf_putc(out, ' ');
	text->space = false;
}

static struct buf *separate(struct text *text)
{
	struct buf *out = &text->sink.builder->text;

	if (text->comma || text->space)
		put_separator(text, out);
	text->last_value = out->len;
	return out;
}

/* Names of a list without a comment for what it lacks are shown in any style (c_cc). */
static void put_index(struct text *text, struct buf *out)
{
	enum constant_format format =
		text->index_unknown ? text->config.constants : CONSTANTS_ABBREV;
	const char *comment = text->index ? text->index : text->index_unknown;

	text->has_index = false;
	if (text->index && format == CONSTANTS_ABBREV)
		buf_printf(out, "[%s]=", text->index);
	else if (comment && format != CONSTANTS_RAW)
		buf_printf(out, "[%llu /* %s */]=", (unsigned long long)text->place, comment);
	else
		buf_printf(out, "[%llu]=", (unsigned long long)text->place);
}

static void put_names(struct text *text, struct buf *out)
{
	if (text->has_index)
		put_index(text, out);
	if (text->member) {
		buf_puts(out, text->member);
		buf_putc(out, '=');
	}
	text->member = NULL;
}

static void put_member(struct text *text, struct buf *out)
{
	if (text->has_index || text->member)
		put_names(text, out);
}

/* Where the number can stand for a macro, its arguments have names: the number comes before them, or alone. */
static void begin_macro(struct text *text, struct buf *out)
{
	text->macro_at = out->len;
	text->outer = text->config.constants;
	if (text->has_whole)
		text->config.constants = CONSTANTS_ABBREV;
	buf_puts(out, text->macro);
}

static void end_macro(struct text *text, struct buf *out)
{
	struct buf names = { 0 };

	text->has_whole = false;
	text->config.constants = text->outer;
	if (text->outer == CONSTANTS_ABBREV)
		return;
	buf_put(&names, out->data + text->macro_at, out->len - text->macro_at);
	out->len = text->macro_at;
	text_put_value(out, &text->config, &text->whole);
	if (text->outer == CONSTANTS_VERBOSE)
		buf_printf(out, " /* %s */", buf_cstr(&names));
	buf_free(&names);
}

static void text_open(struct sink *sink, enum group group)
{
	struct text *text = text_of(sink);
	struct buf *out = separate(text);

	put_member(text, out);
	if (group == GROUP_MACRO)
		begin_macro(text, out);
	buf_puts(out, group_marks[group].before);
	text->comma = false;
	text->group = group;
}

/* The last value is the address from which on nothing could be read; alone, or in a note, it is
 * no comment. */
static void comment_address(struct text *text, struct buf *out)
{
	struct buf address = { 0 };

	if (out->data[text->last_value - 1] == '[' || text->sink.builder->has_note)
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
	struct buf *out = &sink->builder->text;

	if (end == GROUP_MORE)
		buf_puts(out, text->comma ? ", ..." : "...");
	else if (end == GROUP_UNREADABLE && text->comma && group == GROUP_ARRAY)
		comment_address(text, out);
	else if (end == GROUP_UNREADABLE && group == GROUP_STRUCT)
		buf_puts(out, text->comma ? ", ???" : "???");
	buf_puts(out, group_marks[group].behind);
	if (group == GROUP_MACRO && text->has_whole)
		end_macro(text, out);
	text->comma = true;
	text->group = GROUP_STRUCT;
}

static void text_member(struct sink *sink, const char *name)
{
	enum group group = text_of(sink)->group;

	/* The arguments of a macro have no names in text, nor have those of a division. */
	if (group != GROUP_MACRO && group != GROUP_TERMS && group != GROUP_RATIO)
		text_of(sink)->member = name;
}

static void text_macro(struct sink *sink, const char *name, const struct value *whole)
{
	struct text *text = text_of(sink);

	text->macro = name;
	text->has_whole = whole;
	if (whole)
		text->whole = *whole;
}

static void text_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	struct text *text = text_of(sink);

	text->has_index = true;
	text->index = name;
	text->index_unknown = list->unknown;
	text->place = i;
}

/* "inet_pton(AF_INET6, "::1", &sin6_addr)": the name of this member is within its value. */
static bool put_ipv6_member(struct text *text, struct buf *out, const struct value *value)
{
	if (value->kind != VALUE_IPV6 || !text->member ||
	    text->config.constants != CONSTANTS_ABBREV)
		return false;
	text_put_value(out, &text->config, value);
	out->len--;
	buf_printf(out, ", &%s)", text->member);
	text->member = NULL;
	return true;
}

/* The address 0 is a number where a call returns it: "brk(NULL) = 0". */
static bool put_null_result(struct sink *sink, struct buf *out, const struct value *value)
{
	if (value->kind != VALUE_ADDRESS || value->u ||
	    sink->builder->open != &sink->builder->result)
		return false;
	buf_putc(out, '0');
	return true;
}

static void text_value(struct sink *sink, const struct value *value)
{
	struct text *text = text_of(sink);
	struct buf *out = separate(text);

	text->comma = true;
	if (put_null_result(sink, out, value) || put_ipv6_member(text, out, value))
		return;
	put_member(text, out);
	text_put_value(out, &text->config, value);
}

static void text_change(struct sink *sink)
{
	buf_puts(&sink->builder->text, " => ");
	text_of(sink)->comma = false;
}

/* A comment; behind the result a note. */
static void text_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	struct buf date = { 0 };

	if (text_put_date(&date, seconds, nanoseconds, digits)) {
		bool is_note = sink->builder->has_result;

		if (is_note)
			sink->ops->note(sink, NULL);
		buf_puts(&sink->builder->text, is_note ? "" : " /* ");
		buf_put(&sink->builder->text, date.data, date.len);
		buf_puts(&sink->builder->text, is_note ? "" : " */");
	}
	buf_free(&date);
}

static void text_result(struct sink *sink)
{
	builder_begin_result(sink->builder);
	begin_segment(text_of(sink));
}

static void text_note(struct sink *sink, const char *label)
{
	struct text *text = text_of(sink);
	bool first = !sink->builder->has_note;

	builder_begin_note(sink->builder);
	if (!first)
		buf_puts(&sink->builder->text, ", ");
	if (label)
		buf_puts(&sink->builder->text, label);
	text->comma = false;
	text->space = label && label[strlen(label) - 1] != '=';
}

static void text_finish(struct sink *sink)
{
	text_interrupt_line(text_of(sink));
	output_flush(text_of(sink)->output);
}

static void text_destroy(struct sink *sink)
{
	buf_free(&text_of(sink)->line);
	free(sink);
}

static const struct sink_ops text_ops = {
	.argument = text_argument,
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
	.entered = text_entered,
	.exited = text_exited,
	.data = text_data,
	.unfinished = text_unfinished,
	.event = text_event,
	.finish = text_finish,
	.destroy = text_destroy,
};

struct sink *sink_text_new(const struct sink_config *config, struct output *output)
{
	struct text *text = xcalloc(1, sizeof(*text));

	text->sink.ops = &text_ops;
	text->sink.views = true;
	text->config = *config;
	text->output = output;
	return &text->sink;
}

void sink_text_set_tracees(struct sink *sink, size_t n)
{
	if (sink->ops == &text_ops)
		text_of(sink)->tracees = n;
}
