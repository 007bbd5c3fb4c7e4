/* SPDX-License-Identifier: MIT */
/* Numbers in text with names that do not come from one list of the table. */
#ifndef SINK_TEXT_NAMED_H
#define SINK_TEXT_NAMED_H

#include "scry/sinks.h"

/* Numbers with names that do not come from one list. */
void text_put_constant(struct buf *out, const struct sink_config *config,
		       const struct value *value);

#endif
