/* SPDX-License-Identifier: MIT */
/* Record builders: the segments that a sink writes about one call until its record is complete. */
#include <stdlib.h>

#include "scry/sinks.h"
#include "scry/util.h"
#include "sink/builder.h"

void builder_reset(struct record_builder *builder)
{
	buf_clear(&builder->text);
	builder->n = 0;
	builder->has_result = builder->has_note = false;
	builder->open = NULL;
	builder->line.begun = false;
}

void builder_free(struct record_builder *builder)
{
	buf_free(&builder->text);
	free(builder->arguments);
	*builder = (struct record_builder){ 0 };
}

/*
 * The maximum number of bytes of a pooled buffer. Longer ones are freed: the next tracee to take
 * one may need few bytes of it, and keep it through a long blocking call.
 */
#define POOLED_BYTES_MAX 1024

void builder_take_buffers(struct record_builder *builder, struct builder_pool *pool)
{
	struct builder_buffers *buffers;

	if (builder->text.data || builder->arguments || !pool->n)
		return;
	buffers = &pool->items[--pool->n];
	builder->text = buffers->text;
	builder->arguments = buffers->arguments;
	builder->capacity = buffers->capacity;
}

void builder_return_buffers(struct record_builder *builder, struct builder_pool *pool)
{
	if (!builder->text.data && !builder->arguments)
		return;
	if (pool->n == ARRAY_SIZE(pool->items) || builder->text.size > POOLED_BYTES_MAX) {
		buf_free(&builder->text);
		free(builder->arguments);
	} else {
		pool->items[pool->n++] =
			(struct builder_buffers){ builder->text, builder->arguments,
						  builder->capacity };
		pool->items[pool->n - 1].text.len = 0;
	}
	builder->text = (struct buf){ 0 };
	builder->arguments = NULL;
	builder->n = builder->capacity = 0;
}

/*
 * Exactly n elements, without spare ones: every tracee may have a builder, and few calls have many
 * arguments.
 */
static void grow_arguments(struct record_builder *builder, unsigned n)
{
	builder->arguments = xreallocarray(builder->arguments, n, sizeof(*builder->arguments));
	builder->capacity = (uint16_t)n;
}

struct record_argument *builder_argument_at(struct record_builder *builder, unsigned index,
					    const char *name)
{
	builder_end_segment(builder);
	if (index >= RECORD_ARGUMENTS)
		return NULL;
	if (builder->capacity <= index)
		grow_arguments(builder, index + 1);
	while (builder->n <= index)
		builder->arguments[builder->n++] = (struct record_argument){ 0 };
	builder->arguments[index].name = name;
	return &builder->arguments[index];
}

const struct record_argument *builder_argument(const struct record_builder *builder, unsigned index)
{
	static const struct record_argument none;

	return index < builder->n ? &builder->arguments[index] : &none;
}

void builder_put_argument(const struct record_builder *builder,
			  const struct record_argument *argument, struct buf *out)
{
	if (argument->has_entry)
		builder_put_segment(builder, &argument->entry, out);
	builder_put_exit(builder, argument, out);
}

void builder_begin_pending(struct record_builder *builder, unsigned index, const char *name)
{
	struct record_argument *argument = builder_argument_at(builder, index, name);

	if (argument)
		argument->pending = true;
}

void builder_begin_note(struct record_builder *builder)
{
	if (builder->has_note)
		return;
	builder->has_note = true;
	builder_begin_segment(builder, &builder->note);
}
