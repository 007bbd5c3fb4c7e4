/* SPDX-License-Identifier: MIT */
/* --json=flat. */
#ifndef SINK_JSON_FLAT_H
#define SINK_JSON_FLAT_H

#include "scry/json.h"
#include "scry/sinks.h"

/* The records of --json=flat. */
void json_flat_call(struct writer *writer, const struct record *record);
void json_flat_event(struct writer *writer, const struct record *record);
void json_flat_data(struct writer *writer, const struct event *event, const struct data *data);

#endif
