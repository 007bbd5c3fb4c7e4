/* SPDX-License-Identifier: MIT */
/* Record builders: what the text sink and the JSON sink share. */
#ifndef SCRY_SINK_BUILDER_H
#define SCRY_SINK_BUILDER_H

#include "scry/sink.h"

/* Ends the open segment. Returns the argument, or NULL if index exceeds what a record can show. */
struct record_argument *builder_argument_at(struct record_builder *builder, unsigned index,
					    const char *name);
/* The argument gets its value at the exit only. */
void builder_begin_pending(struct record_builder *builder, unsigned index, const char *name);
/* All notes of a call share one segment: the second note continues it. */
void builder_begin_note(struct record_builder *builder);
/* Never NULL: an argument that was not announced yet has neither an entry nor an exit segment. */
const struct record_argument *builder_argument(const struct record_builder *builder,
					       unsigned index);

static inline void builder_begin_segment(struct record_builder *builder,
					 struct record_segment *segment)
{
	builder_end_segment(builder);
	segment->start = (uint32_t)builder->text.len;
	builder->open = segment;
}

/* Values go to this argument from now on. Returns NULL if index exceeds what a record can show. */
static inline struct record_argument *builder_begin_argument(struct record_builder *builder,
							     unsigned index, const char *name,
							     enum phase phase, bool named)
{
	struct record_argument *argument = builder_argument_at(builder, index, name);

	if (!argument)
		return NULL;
	argument->named |= named;
	if (phase == PHASE_ENTRY) {
		argument->has_entry = true;
	} else {
		argument->has_exit = true;
		argument->rest = phase == PHASE_REST;
		argument->has_entry &= phase != PHASE_AGAIN;
	}
	builder_begin_segment(builder, phase == PHASE_ENTRY ? &argument->entry : &argument->exit);
	return argument;
}

static inline void builder_begin_result(struct record_builder *builder)
{
	builder->has_result = true;
	builder_begin_segment(builder, &builder->result);
}

/* Appends the bytes of a segment to out. */
static inline void builder_put_segment(const struct record_builder *builder,
				       const struct record_segment *segment, struct buf *out)
{
	buf_put(out, builder->text.data + segment->start, segment->len);
}

/*
 * Appends what the call has added to an argument, after what it had at the entry: " => " and the
 * new value, or the other members.
 */
static inline void builder_put_exit(const struct record_builder *builder,
				    const struct record_argument *argument, struct buf *out)
{
	if (!argument->has_exit)
		return;
	if (argument->has_entry && !argument->rest)
		buf_puts(out, " => ");
	builder_put_segment(builder, &argument->exit, out);
}

#endif
