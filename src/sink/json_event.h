/* SPDX-License-Identifier: MIT */
/* Records other than calls: signals, stops, exits, and tracees that appear or disappear. */
#ifndef SINK_JSON_EVENT_H
#define SINK_JSON_EVENT_H

#include "sink/json.h"

/* Json_begin_record() writes the members that all records have. */
void json_begin_record(struct json *json, const char *type, const struct event *event,
		       const struct timespec *time);
void json_event(struct writer *writer, const struct record *record);
/* Appends the members that only records of this type have to json->line. */
void json_put_event(struct json *json, const struct record *record);
void json_data(struct writer *writer, const struct event *event, const struct data *data);

#endif
