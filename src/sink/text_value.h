/* SPDX-License-Identifier: MIT */
/* Single values in text. */
#ifndef SINK_TEXT_VALUE_H
#define SINK_TEXT_VALUE_H

#include "scry/sinks.h"

/* Appends one value, without its name and separator. */
void text_put_value(struct buf *out, const struct sink_config *config, const struct value *value);

#endif
