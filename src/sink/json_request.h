/* SPDX-License-Identifier: MIT */
/* Requests of io_uring in JSON: members that a record of a call has in addition. */
#ifndef SINK_JSON_REQUEST_H
#define SINK_JSON_REQUEST_H

#include "scry/json.h"
#include "scry/sinks.h"

/* Members that say of which request of io_uring the call is: "via", "request". */
void json_put_request(struct buf *out, const struct request *request);

#endif
