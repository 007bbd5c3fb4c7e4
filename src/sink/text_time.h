/* SPDX-License-Identifier: MIT */
/* Times in text: dates and the seconds of clock ticks. Both are comments after a number. */
#ifndef SINK_TEXT_TIME_H
#define SINK_TEXT_TIME_H

#include "scry/sinks.h"

/*
 * Appends a date with as many digits of the fraction as given, 6 or 9. Returns false,
 * and appends nothing, for the epoch itself and for a time that is invalid.
 */
bool text_put_date(struct buf *out, int64_t seconds, uint32_t nanoseconds, unsigned digits);
/* Appends clock ticks, and their seconds as a comment. */
void text_put_ticks(struct buf *out, const struct sink_config *config, const struct value *value);

#endif
