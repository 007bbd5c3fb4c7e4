/* SPDX-License-Identifier: MIT */
/* Requests of io_uring in text: what a line has before the call and after its result. */
#ifndef SINK_TEXT_REQUEST_H
#define SINK_TEXT_REQUEST_H

#include "scry/sinks.h"

/*
 * Append what a line of a request of io_uring has beside a call: the ring before
 * it, and a comment after its result.
 */
void text_put_ring(struct buf *out, const struct request *request);
void text_put_request(struct buf *out, const struct request *request);

#endif
