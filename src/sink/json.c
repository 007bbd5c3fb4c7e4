/* SPDX-License-Identifier: MIT */
/* The JSON sink: one record a line. How values become the JSON of a builder's segments. */
#include <stdlib.h>
#include <string.h>

#include "sink/builder.h"
#include "sink/json.h"

static struct json_level *innermost(struct json *json)
{
	return &json->levels[json->n_levels - 1];
}

static void push(struct json *json, enum group group, size_t start)
{
	json->levels =
		xgrow(json->levels, json->n_levels, &json->levels_capacity, sizeof(*json->levels));
	json->levels[json->n_levels++] = (struct json_level){ .group = group, .start = start };
}

/* Outside all groups a segment holds one value, as a pointee does. */
static void begin_segment(struct json *json)
{
	json->n_levels = 0;
	json->member = NULL;
	json->in_note = false;
	push(json, GROUP_POINTEE, 0);
}

static void json_argument(struct sink *sink, unsigned index, const char *name, enum phase phase,
			  bool named)
{
	struct json *json = json_of(sink);
	const struct record_argument *argument =
		builder_begin_argument(sink->builder, index, name, phase, named);
	const char *text = sink->builder->text.data;

	begin_segment(json);
	if (phase != PHASE_REST || !argument || !argument->entry.len)
		return;
	/* The entry segment left a struct open: is there a member in it already? */
	push(json, GROUP_STRUCT, argument->entry.start);
	innermost(json)->n = text[argument->entry.start + argument->entry.len - 1] != '{';
}

static void json_pending(struct sink *sink, unsigned index, const char *name, bool late)
{
	struct json *json = json_of(sink);

	builder_begin_pending(sink->builder, index, name, late);
	if (index < RECORD_ARGUMENTS && json->n_levels > 1)
		sink->builder->arguments[index].rest = true;
	begin_segment(json);
}

/* The comma and the key of a value in a struct or an array. */
static void put_place(struct json *json, struct buf *out, struct json_level *level)
{
	unsigned place = level->n++;

	if (place)
		buf_putc(out, ',');
	if (level->group == GROUP_ARRAY || level->group == GROUP_FDSET)
		return;
	buf_putc(out, '"');
	if (json->member)
		buf_puts(out, json->member);
	else
		buf_put_udec(out, place);
	buf_puts(out, "\":");
}

static struct buf *begin_value(struct json *json)
{
	struct buf *out = &json->sink.builder->text;
	struct json_level *level = innermost(json);

	json->last_address = 0;
	json->last_comma = out->len;
	if (level->group != GROUP_POINTEE && !level->changing)
		put_place(json, out, level);
	else if (json->in_note && json->n_levels == 1)
		buf_puts(out, ",\"value\":");
	json->member = NULL;
	json->last_value = out->len;
	return out;
}

static void end_value(struct json *json)
{
	if (innermost(json)->changing)
		buf_putc(&json->sink.builder->text, '}');
	innermost(json)->changing = false;
}

static void json_open(struct sink *sink, enum group group)
{
	struct json *json = json_of(sink);
	struct buf *out = begin_value(json);

	push(json, group, json->last_value);
	if (group == GROUP_STRUCT || group == GROUP_RATIO)
		buf_puts(out, "{\"struct\":{");
	else if (group == GROUP_FDSET)
		buf_puts(out, "{\"fds\":[");
	else if (group == GROUP_ARRAY)
		buf_puts(out, "{\"array\":[");
	else if (group != GROUP_POINTEE)
		buf_printf(out, "{\"macro\":\"%s\",\"arguments\":{", json->macro);
}

/* The last element is the address from which on nothing could be read. */
static void end_unreadable(struct json *json, struct buf *out)
{
	out->len = json->last_comma;
	buf_printf(out, "],\"end\":\"unreadable\",\"at\":\"0x%llx\"}",
		   (unsigned long long)json->last_address);
}

static void json_close(struct sink *sink, enum group group, enum group_end end)
{
	struct json *json = json_of(sink);
	struct buf *out = &sink->builder->text;

	if (group == GROUP_ARRAY && end == GROUP_UNREADABLE && json->last_address) {
		end_unreadable(json, out);
	} else if (group != GROUP_POINTEE) {
		buf_putc(out, group == GROUP_ARRAY || group == GROUP_FDSET ? ']' : '}');
		buf_puts(out, end == GROUP_COMPLETE ? "}"
			      : end == GROUP_MORE   ? ",\"end\":\"abbreviated\"}"
						    : ",\"end\":\"unreadable\"}");
	}
	if (json->n_levels > 1)
		json->last_value = json->levels[--json->n_levels].start;
	json->last_address = 0;
	end_value(json);
}

static void json_member(struct sink *sink, const char *name)
{
	json_of(sink)->member = name;
}

/* The place in the array says it. */
static void json_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	(void)sink;
	(void)list;
	(void)name;
	(void)i;
}

static void json_macro(struct sink *sink, const char *name, const struct value *whole)
{
	(void)whole;
	json_of(sink)->macro = name;
}

static void json_value(struct sink *sink, const struct value *value)
{
	struct json *json = json_of(sink);

	if (value->kind == VALUE_EXTRA && !json->member)
		json->member = "extra";
	json_put_value(begin_value(json), value);
	if (value->kind == VALUE_ADDRESS && value->unreadable && !innermost(json)->changing)
		json->last_address = value->u;
	end_value(json);
}

/* The last value becomes the "before" of an object. */
static void json_change(struct sink *sink)
{
	static const char before[] = "{\"before\":";
	struct json *json = json_of(sink);
	struct buf *out = &sink->builder->text;
	size_t len = out->len - json->last_value;

	buf_puts(out, before);
	memmove(out->data + json->last_value + strlen(before), out->data + json->last_value, len);
	memcpy(out->data + json->last_value, before, strlen(before));
	buf_puts(out, ",\"after\":");
	innermost(json)->changing = true;
}

/* The number is there; what day it was can be computed from it. */
static void json_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	(void)sink;
	(void)seconds;
	(void)nanoseconds;
	(void)digits;
}

static void json_result(struct sink *sink)
{
	begin_segment(json_of(sink));
	builder_begin_result(sink->builder);
}

/* A note is an object of its label and its value; without one, the label stands alone. */
static void json_note(struct sink *sink, const char *label)
{
	struct record_builder *builder = sink->builder;
	bool first = !builder->has_note;
	char *name;

	begin_segment(json_of(sink));
	builder_begin_note(builder);
	if (!first)
		buf_puts(&builder->text, "},");
	buf_puts(&builder->text, "{\"label\":");
	name = label ? xstrndup(label, strcspn(label, "=")) : NULL;
	json_put_text(&builder->text, name);
	free(name);
	json_of(sink)->in_note = true;
}

static void json_finish(struct sink *sink)
{
	output_flush(json_of(sink)->output);
}

static void json_destroy(struct sink *sink)
{
	buf_free(&json_of(sink)->line);
	free(json_of(sink)->levels);
	free(sink);
}

static const struct sink_ops json_ops = {
	.argument = json_argument,
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
	.entered = json_entered,
	.exited = json_exited,
	.data = json_data,
	.unfinished = json_unfinished,
	.event = json_event,
	.finish = json_finish,
	.destroy = json_destroy,
};

struct sink *sink_json_new(const struct sink_config *config, struct output *output)
{
	struct json *json = xcalloc(1, sizeof(*json));

	json->sink.ops = &json_ops;
	json->config = *config;
	json->output = output;
	begin_segment(json);
	return &json->sink;
}
