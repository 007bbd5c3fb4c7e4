/* SPDX-License-Identifier: MIT */
/* What has been put together of a line goes to the output. */
#ifndef SINK_TEXT_PUSH_H
#define SINK_TEXT_PUSH_H

#include "sink/text.h"

/* Writes text->line to the output and empties it. The line goes on. */
void text_push(struct text *text);
/* Ends the line, and writes it to the output. */
void text_end_line(struct text *text);

#endif
