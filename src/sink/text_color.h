/* SPDX-License-Identifier: MIT */
/* Colours of text. */
#ifndef SINK_TEXT_COLOR_H
#define SINK_TEXT_COLOR_H

#include "sink/text.h"

/* Appends text->line to out, with colours. text->column is 0 where a line begins. */
void text_color(struct text *text, struct buf *out);

#endif
