/* SPDX-License-Identifier: MIT */
/*
 * The JSON sink writes one record a line. This file turns groups and values into the segments of a
 * record builder.
 */
#include "sink/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sink/builder.h"
#include "sink/json_call.h"
#include "sink/json_event.h"
#include "sink/json_flat.h"
#include "sink/json_number.h"
#include "sink/json_value.h"

static struct json_level *innermost(struct json *json)
{
	return &json->levels[json->n_levels - 1];
}

static void push(struct json *json, enum group group, size_t start)
{
	json->levels =
		xgrow(json->levels, json->n_levels, &json->levels_capacity, sizeof(*json->levels));
	json->levels[json->n_levels++] =
		(struct json_level){ .group = group, .start = start, .first_name = json->n_names };
}

/*
 * A segment holds exactly one value, as the group of a pointee does. So its outermost level is a
 * GROUP_POINTEE.
 */
static void begin_segment(struct json *json, struct record_builder *builder)
{
	json->builder = builder;
	json->n_levels = json->n_names = 0;
	json->member = NULL;
	json->in_note = false;
	push(json, GROUP_POINTEE, 0);
}

static void json_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			  const char *name, enum phase phase, bool named)
{
	builder_begin_argument(builder, index, name, phase, named);
	begin_segment(json_of(sink), builder);
}

static void json_late(struct sink *sink, struct record_builder *builder, unsigned index)
{
	(void)sink;
	if (index < builder->n)
		builder->arguments[index].late = true;
}

static void json_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			 const char *name)
{
	builder_begin_pending(builder, index, name);
	begin_segment(json_of(sink), builder);
}

/* Six bits that differ for most names of one struct: their first letters are often the same. */
static unsigned hash_name(const char *name)
{
	size_t len = strlen(name);

	return ((unsigned char)name[len - 1] * 5 + (unsigned char)name[len / 2] * 3 + len) % 64;
}

/* Remembers the name of a member. Returns how many members of the struct have that name already. */
static unsigned add_name(struct json *json, struct json_level *level, const char *name)
{
	uint64_t hash = UINT64_C(1) << hash_name(name);
	unsigned n = 0;

	if (level->name_hashes & hash)
		for (size_t i = level->first_name; i < json->n_names; i++)
			n += !strcmp(json->names[i], name);
	level->name_hashes |= hash;
	json->names =
		xgrow(json->names, json->n_names, &json->names_capacity, sizeof(*json->names));
	json->names[json->n_names++] = name;
	return n;
}

/* Keys are unique: the second member of the same name, in a union, becomes "name[1]". */
static void put_json_key(struct json *json, struct buf *out, struct json_level *level,
			 unsigned place)
{
	unsigned namesakes = json->member ? add_name(json, level, json->member) : 0;
	char key[128];

	if (json->member && !namesakes) {
		json_begin_member(out, json->member);
		return;
	}
	if (json->member)
		snprintf(key, sizeof(key), "%s[%u]", json->member, namesakes);
	else
		snprintf(key, sizeof(key), "%u", place);
	json_begin_member(out, key);
}

/*
 * Writes the comma before an element of an array or a member of a struct, and the key of the
 * member.
 */
static void put_place(struct json *json, struct buf *out, struct json_level *level)
{
	unsigned place = level->n++;

	if (level->group == GROUP_ARRAY || level->group == GROUP_FDSET)
		json_begin_element(out);
	else
		put_json_key(json, out, level, place);
}

static struct buf *begin_value(struct json *json)
{
	struct buf *out = &json->builder->text;
	struct json_level *level = innermost(json);

	json->last_address = 0;
	json->last_comma = out->len;
	if (level->group != GROUP_POINTEE && !level->changing)
		put_place(json, out, level);
	else if (json->in_note && json->n_levels == 1)
		json_begin_member(out, "value");
	json->member = NULL;
	json->last_value = out->len;
	return out;
}

static void end_value(struct json *json)
{
	if (innermost(json)->changing)
		json_end_object(&json->builder->text);
	innermost(json)->changing = false;
}

static void open_macro(const struct json *json, struct buf *out)
{
	json_begin_object(out);
	json_add_text(out, "macro", json->macro);
	if (json->macro_has_number) {
		json_begin_member(out, "number");
		json_put_integer(out, &json->macro_number);
	}
	json_begin_member(out, "arguments");
	json_begin_object(out);
}

static void json_open(struct sink *sink, enum group group)
{
	struct json *json = json_of(sink);
	struct buf *out = begin_value(json);

	push(json, group, json->last_value);
	switch (group) {
	case GROUP_STRUCT:
	case GROUP_RATIO:
		json_begin_object(out);
		break;
	case GROUP_ARRAY:
		json_begin_array(out);
		break;
	case GROUP_FDSET:
		json_begin_object(out);
		json_begin_member(out, "fds");
		json_begin_array(out);
		break;
	case GROUP_MACRO:
	case GROUP_TERMS:
	case GROUP_SUM:
		open_macro(json, out);
		break;
	default:
		break;
	}
}

/*
 * Decode ends an array that it cannot read whole with the address of the first unreadable element.
 * A marker takes the place of that address, so that it does not look like an element.
 */
static void put_unreadable(struct json *json, struct buf *out)
{
	if (json->last_address)
		out->len = json->last_comma;
	json_begin_element(out);
	if (!json->last_address) {
		json_put_marker(out, "unreadable");
		return;
	}
	json_begin_object(out);
	json_put_unreadable(out, json->last_not_captured);
	json_add_hex(out, "at", json->last_address);
	json_end_object(out);
}

static void close_array(struct json *json, struct buf *out, enum group_end end)
{
	if (end == GROUP_MORE) {
		json_begin_element(out);
		json_put_marker(out, "omitted");
	} else if (end == GROUP_UNREADABLE) {
		put_unreadable(json, out);
	}
	json_end_array(out);
}

/* No member of a C struct can be called "...". */
static void close_struct(struct buf *out, enum group_end end)
{
	if (end != GROUP_COMPLETE) {
		json_begin_member(out, "...");
		json_put_marker(out, end == GROUP_MORE ? "omitted" : "unreadable");
	}
	json_end_object(out);
}

static void json_close(struct sink *sink, enum group group, enum group_end end)
{
	struct json *json = json_of(sink);
	struct buf *out = &json->builder->text;

	if (group == GROUP_FDSET)
		buf_puts(out, end == GROUP_MORE ? "],\"truncated\":true" : "]");
	else if (group == GROUP_ARRAY)
		close_array(json, out, end);
	else if (group != GROUP_POINTEE)
		close_struct(out, end);
	if (group == GROUP_FDSET || group == GROUP_MACRO || group == GROUP_TERMS ||
	    group == GROUP_SUM)
		json_end_object(out);
	if (json->n_levels > 1) {
		json->n_names = innermost(json)->first_name;
		json->last_value = json->levels[--json->n_levels].start;
	}
	json->last_address = 0;
	end_value(json);
}

static void json_member(struct sink *sink, const char *name)
{
	json_of(sink)->member = name;
}

/* An element of a JSON array is found by its index. */
static void json_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	(void)sink;
	(void)list;
	(void)name;
	(void)i;
}

static void json_macro(struct sink *sink, const char *name, const struct value *whole)
{
	struct json *json = json_of(sink);

	json->macro = name;
	json->macro_has_number = whole;
	if (whole)
		json->macro_number = *whole;
}

static void json_value(struct sink *sink, const struct value *value)
{
	struct json *json = json_of(sink);

	if (value->kind == KIND_EXTRA && !json->member)
		json->member = "extra";
	json_put_value(begin_value(json), value);
	if (value->kind == KIND_ADDRESS && value->unreadable && !innermost(json)->changing)
		json->last_address = value->u;
	json->last_not_captured = value->not_captured;
	end_value(json);
}

/*
 * The value that was written last becomes the "before" of an object. The next value becomes its
 * "after".
 */
static void json_change(struct sink *sink)
{
	static const char before[] = "{\"before\":";
	struct json *json = json_of(sink);
	struct buf *out = &json->builder->text;
	size_t len = out->len - json->last_value;

	buf_puts(out, before);
	memmove(out->data + json->last_value + strlen(before), out->data + json->last_value, len);
	memcpy(out->data + json->last_value, before, strlen(before));
	json_begin_member(out, "after");
	innermost(json)->changing = true;
}

/* JSON has the number of seconds. The date follows from it. */
static void json_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	(void)sink;
	(void)seconds;
	(void)nanoseconds;
	(void)digits;
}

static void json_result(struct sink *sink, struct record_builder *builder)
{
	begin_segment(json_of(sink), builder);
	builder_begin_result(builder);
}

/* A label that ends with "=" is the name of a member: text shows "entry_number=7". */
static void put_json_label(struct buf *out, const char *label)
{
	json_begin_member(out, "label");
	json_put_string(out, label, strcspn(label, "="));
}

/*
 * A note is an object with a label, a value, or both. The next note or the end of the record closes
 * it.
 */
static void json_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	bool first = !builder->has_note;

	begin_segment(json_of(sink), builder);
	builder_begin_note(builder);
	if (!first) {
		json_end_object(&builder->text);
		buf_putc(&builder->text, ',');
	}
	json_begin_object(&builder->text);
	if (label)
		put_json_label(&builder->text, label);
	json_of(sink)->in_note = true;
}

/* The slot of the builder is empty. */
static void json_forget(struct writer *writer, struct record_builder *builder)
{
	(void)writer, (void)builder;
}

static void json_finish(struct writer *writer)
{
	output_flush(json_of(&writer->sink)->output);
}

static void json_destroy(struct writer *writer)
{
	struct json *json = json_of(&writer->sink);

	buf_free(&json->line);
	buf_free(&json->flat);
	free(json->levels);
	free(json->names);
	free(json);
}

static const struct sink_ops value_ops = {
	.argument = json_argument,
	.late = json_late,
	.pending = json_pending,
	.open = json_open,
	.close = json_close,
	.member = json_member,
	.index = json_index,
	.macro = json_macro,
	.value = json_value,
	.change = json_change,
	.date = json_date,
	.result = json_result,
	.note = json_note,
};

static const struct writer_ops record_ops = {
	.entered = json_entered,
	.exited = json_exited,
	.data = json_data,
	.unfinished = json_unfinished,
	.event = json_event,
	.forget = json_forget,
	.finish = json_finish,
	.destroy = json_destroy,
};

static const struct writer_ops flat_ops = {
	.entered = json_entered,
	.exited = json_flat_call,
	.data = json_flat_data,
	.unfinished = json_flat_call,
	.event = json_flat_event,
	.forget = json_forget,
	.finish = json_finish,
	.destroy = json_destroy,
};

struct writer *writer_json_new(const struct sink_config *config, struct output *output)
{
	struct json *json = xcalloc(1, sizeof(*json));

	json->writer.ops = config->flat ? &flat_ops : &record_ops;
	json->writer.sink.ops = &value_ops;
	json->config = *config;
	json->output = output;
	begin_segment(json, NULL);
	return &json->writer;
}
