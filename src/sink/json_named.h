/* SPDX-License-Identifier: MIT */
/* Numbers in JSON with names that do not come from one list of the table. */
#ifndef SINK_JSON_NAMED_H
#define SINK_JSON_NAMED_H

#include "scry/json.h"
#include "scry/sinks.h"

/* Numbers with names that do not come from one list. */
void json_put_ioctl(struct buf *out, const struct value *value);
void json_put_syscall(struct buf *out, const struct value *value);
void json_put_interface(struct buf *out, const struct value *value);
void json_put_namespace(struct buf *out, const struct value *value);
void json_put_kernel_version(struct buf *out, const struct value *value);
void json_put_hardware(struct buf *out, const struct value *value);
void json_put_uuid(struct buf *out, const struct value *value);
void json_put_callsign(struct buf *out, const struct value *value);
void json_put_fourcc(struct buf *out, const struct value *value);
void json_put_keysym(struct buf *out, const struct value *value);
/* The name of a signal in quotes, or null if the number has no name. */
void json_put_signal(struct buf *out, const struct abi *abi, uint64_t signal);

#endif
