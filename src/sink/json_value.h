/* SPDX-License-Identifier: MIT */
/* Single values in JSON. doc/json.md describes the keys of each kind. */
#ifndef SINK_JSON_VALUE_H
#define SINK_JSON_VALUE_H

#include "scry/json.h"
#include "scry/sinks.h"

/* Each function appends to out. */
void json_put_value(struct buf *out, const struct value *value);
/* An object that says only this: {"key":true} */
void json_put_marker(struct buf *out, const char *key);
/* The member that says why memory has no value: "unreadable":true, or "captured":false. */
void json_put_unreadable(struct buf *out, bool not_captured);

#endif
