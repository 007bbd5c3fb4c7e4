/* SPDX-License-Identifier: MIT */
/* A sink that passes each value to a function, whatever its position in the call is. */
#include <stdlib.h>

#include "scry/sinks.h"
#include "scry/util.h"

bool value_put_path(const struct value *value, size_t start_len, struct buf *joined)
{
	const struct value_more *more = value_more(value);
	const char *path = value->bytes;

	if (more->whole && path_climbs(path, value->len)) {
		buf_clear(joined);
		buf_put(joined, more->whole, more->whole_len);
		return true;
	}
	if (*path != '/' && !more->start)
		return false;
	path_join(joined, more->start, start_len, path, value->len);
	return true;
}

static void pass_value(struct sink *sink, const struct value *value)
{
	struct value_sink *values = (struct value_sink *)sink;

	values->value(values, value);
}

static void ignore_argument(struct sink *sink, struct record_builder *builder, unsigned index,
			    const char *name, enum phase phase, bool named)
{
	(void)sink, (void)builder, (void)index, (void)name, (void)phase, (void)named;
}

static void ignore_late(struct sink *sink, struct record_builder *builder, unsigned index)
{
	(void)sink, (void)builder, (void)index;
}

static void ignore_pending(struct sink *sink, struct record_builder *builder, unsigned index,
			   const char *name)
{
	(void)sink, (void)builder, (void)index, (void)name;
}

static void ignore_open(struct sink *sink, enum group group)
{
	(void)sink, (void)group;
}

static void ignore_close(struct sink *sink, enum group group, enum group_end end)
{
	(void)sink, (void)group, (void)end;
}

static void ignore_word(struct sink *sink, const char *word)
{
	(void)sink, (void)word;
}

static void ignore_macro(struct sink *sink, const char *name, const struct value *whole)
{
	(void)sink, (void)name, (void)whole;
}

static void ignore_index(struct sink *sink, const struct list *list, const char *name, uint64_t i)
{
	(void)sink, (void)list, (void)name, (void)i;
}

static void ignore_mark(struct sink *sink)
{
	(void)sink;
}

static void ignore_date(struct sink *sink, int64_t seconds, uint32_t nanoseconds, unsigned digits)
{
	(void)sink, (void)seconds, (void)nanoseconds, (void)digits;
}

static void ignore_result(struct sink *sink, struct record_builder *builder)
{
	(void)sink, (void)builder;
}

static void ignore_note(struct sink *sink, struct record_builder *builder, const char *label)
{
	(void)sink, (void)builder, (void)label;
}

const struct sink_ops value_sink_ops = {
	.argument = ignore_argument,
	.late = ignore_late,
	.pending = ignore_pending,
	.open = ignore_open,
	.close = ignore_close,
	.member = ignore_word,
	.index = ignore_index,
	.macro = ignore_macro,
	.value = pass_value,
	.change = ignore_mark,
	.date = ignore_date,
	.result = ignore_result,
	.note = ignore_note,
};
