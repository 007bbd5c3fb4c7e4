/* SPDX-License-Identifier: MIT */
/* Calls in text: a line of segments. It begins at the entry of the call and ends at its exit. */
#ifndef SINK_TEXT_CALL_H
#define SINK_TEXT_CALL_H

#include "scry/sinks.h"

/* text_call.c */
void text_entered(struct writer *writer, const struct record *record);
/* The event EVENT_RENAMED. */
void text_renamed(struct writer *writer, const struct record *record);
void text_exited(struct writer *writer, const struct record *record);
void text_unfinished(struct writer *writer, const struct record *record);

#endif
