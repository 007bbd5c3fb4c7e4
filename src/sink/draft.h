/* SPDX-License-Identifier: MIT */
/* The parts of a draft: what the sinks share. */
#ifndef SCRY_SINK_DRAFT_H
#define SCRY_SINK_DRAFT_H

#include "scry/sink.h"

/* Ends the open part, and makes room for the argument; NULL if no draft holds so many. */
struct draft_argument *draft_argument_at(struct draft *draft, unsigned index, const char *name);
void draft_begin_pending(struct draft *draft, unsigned index, const char *name, bool late);
/* A further note goes on in the same part. */
void draft_begin_note(struct draft *draft);
/* What is known of an argument, which may be nothing. */
const struct draft_argument *draft_argument(const struct draft *draft, unsigned index);

/* Ends the part that values went to: parts lie one behind the other, one ends where the text ends. */
static inline void draft_end(struct draft *draft)
{
	if (draft->open)
		draft->open->len = (uint32_t)draft->text.len - draft->open->start;
	draft->open = NULL;
}

static inline void draft_begin_part(struct draft *draft, struct part *part)
{
	draft_end(draft);
	part->start = (uint32_t)draft->text.len;
	draft->open = part;
}

/* Values go to the argument from here on; NULL if no draft holds so many. */
static inline struct draft_argument *draft_begin_argument(struct draft *draft, unsigned index,
							  const char *name, enum phase phase,
							  bool named)
{
	struct draft_argument *argument = draft_argument_at(draft, index, name);

	if (!argument)
		return NULL;
	argument->named |= named;
	if (phase == PHASE_ENTRY) {
		argument->has_entry = true;
	} else {
		argument->has_exit = true;
		argument->rest = phase == PHASE_REST;
	}
	draft_begin_part(draft, phase == PHASE_ENTRY ? &argument->entry : &argument->exit);
	return argument;
}

static inline void draft_begin_result(struct draft *draft)
{
	draft->has_result = true;
	draft_begin_part(draft, &draft->result);
}

static inline void draft_put_part(const struct draft *draft, const struct part *part,
				  struct buf *out)
{
	buf_put(out, draft->text.data + part->start, part->len);
}

#endif
