/* SPDX-License-Identifier: MIT */
/* Stacks in text: a line for each frame, below the line of the call (-k). */
#ifndef SINK_TEXT_STACK_H
#define SINK_TEXT_STACK_H

#include "sink/text.h"

/* Writes one line for each frame; nothing if stack is NULL. */
void text_put_stack(struct text *text, const struct stack *stack);

#endif
