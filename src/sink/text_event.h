/* SPDX-License-Identifier: MIT */
/* Events that are not calls, in text: signals, stops and exits; messages about tracees. */
#ifndef SINK_TEXT_EVENT_H
#define SINK_TEXT_EVENT_H

#include "sink/text.h"

/* Events that are not calls. */
void text_event(struct writer *writer, const struct record *record);
/* Prints the message "detached" on stderr, once for each tracee. */
void text_report_detached(struct text *text, const struct event *event);

#endif
