/* SPDX-License-Identifier: MIT */
/* The beginning and the end of each record, whatever it is about. */
#ifndef SINK_JSON_RECORD_H
#define SINK_JSON_RECORD_H

#include "sink/json.h"

/* The members "time" and "time_ns". */
void json_add_time(struct buf *out, const struct timespec *time);
/* Ends the record, and writes it. */
void json_end_record(struct json *json);

#endif
