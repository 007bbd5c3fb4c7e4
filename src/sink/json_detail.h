/* SPDX-License-Identifier: MIT */
/* Descriptors in JSON, and the files, sockets, processes and contexts that they refer to. */
#ifndef SINK_JSON_DETAIL_H
#define SINK_JSON_DETAIL_H

#include "scry/json.h"
#include "scry/sinks.h"

/* A descriptor and the file that it refers to. */
void json_put_fd(struct buf *out, const struct value *value);
/* The SELinux context of a descriptor or path, if it has one: ,"context":"…" */
void json_put_context(struct buf *out, const struct value *value);

#endif
