/* SPDX-License-Identifier: MIT */
/* The data that a call moved, in text. */
#ifndef SINK_TEXT_DATA_H
#define SINK_TEXT_DATA_H

#include "scry/sinks.h"

/* text_data.c */
void text_data(struct writer *writer, const struct event *event, const struct data *data);

#endif
