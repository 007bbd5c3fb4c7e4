/* SPDX-License-Identifier: MIT */
/* Records of calls. */
#ifndef SINK_JSON_CALL_H
#define SINK_JSON_CALL_H

#include "scry/json.h"
#include "scry/sinks.h"

/* json_call.c */
void json_entered(struct writer *writer, const struct record *record);
void json_exited(struct writer *writer, const struct record *record);
void json_unfinished(struct writer *writer, const struct record *record);

#endif
