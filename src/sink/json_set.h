/* SPDX-License-Identifier: MIT */
/* Sets of bits in JSON. */
#ifndef SINK_JSON_SET_H
#define SINK_JSON_SET_H

#include "scry/json.h"
#include "scry/sinks.h"

/* Sets of bits. */
void json_put_set(struct buf *out, const struct value *value);

#endif
