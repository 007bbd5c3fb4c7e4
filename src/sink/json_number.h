/* SPDX-License-Identifier: MIT */
/* Numbers in JSON, and what stands beside a name. */
#ifndef SINK_JSON_NUMBER_H
#define SINK_JSON_NUMBER_H

#include "scry/json.h"
#include "scry/sinks.h"

/* The value as an integer, whatever its kind. */
void json_put_integer(struct buf *out, const struct value *value);
/* Ends an object with the value as an integer: ,"number":5} */
void json_end_numbered(struct buf *out, const struct value *value);
/* Appends a string to the array at the end of ctx, a struct buf. A callback of list_split(). */
void json_put_flag(void *ctx, const char *name, uint64_t bits);

#endif
