/* SPDX-License-Identifier: MIT */
/* The parts of a draft: what the sinks share. */
#ifndef SCRY_SINK_DRAFT_H
#define SCRY_SINK_DRAFT_H

#include "scry/sink.h"

/* Values go to the argument from here on; NULL if no draft holds so many. */
struct draft_argument *draft_begin_argument(struct draft *draft, unsigned index, const char *name,
					    enum phase phase, bool named);
void draft_begin_pending(struct draft *draft, unsigned index, const char *name, bool late);
void draft_begin_result(struct draft *draft);
/* A further note goes on in the same part. */
void draft_begin_note(struct draft *draft);
/* What is known of an argument, which may be nothing. */
const struct draft_argument *draft_argument(const struct draft *draft, unsigned index);
/* Ends the part that values went to. */
void draft_end(struct draft *draft);
void draft_put_part(const struct draft *draft, const struct part *part, struct buf *out);

#endif
