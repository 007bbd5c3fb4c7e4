/* SPDX-License-Identifier: MIT */
/* A record with all members. */
#ifndef SINK_JSON_MEMBERS_H
#define SINK_JSON_MEMBERS_H

#include "sink/json.h"

/*
 * Counts a record, before which it writes one with all members if the trace is
 * long.
 */
void json_count_record(struct json *json, const struct event *event);
/* Counts a record. Returns whether one with all members has to come before it. */
bool json_is_awaited(struct json *json);

#endif
