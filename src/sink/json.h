/* SPDX-License-Identifier: MIT */
/* Inside the JSON sink: its state, and the doors between its files. */
#ifndef SCRY_SINK_JSON_H
#define SCRY_SINK_JSON_H

#include "scry/sinks.h"

/* doc/json.md describes the records of this version. */
#define JSON_VERSION 1

/* A group that is open: where it began in the builder's text, and how many members it has. */
struct json_level {
	enum group group;
	size_t start;
	unsigned n;
	bool changing; /* the next value is the "after" of a change */
};

struct json {
	struct sink sink;
	struct sink_config config;
	struct output *output;
	struct buf line;
	struct json_level *levels; /* the segment itself, then its groups, the innermost last */
	size_t n_levels, levels_capacity;
	const char *member; /* name of the next member; NULL: none was given */
	const char *macro; /* of the group that comes next */
	size_t last_value; /* where the last value began in the builder's text, */
	size_t last_comma; /* … with the comma before it, */
	uint64_t last_address; /* … and what it was, if an address */
	bool in_note; /* the segment is a note: its value has a key */
};

static inline struct json *json_of(struct sink *sink)
{
	return (struct json *)sink;
}

/* json_value.c: one value. */
void json_put_value(struct buf *out, const struct value *value);
/* A whole number; as a decimal string where a double cannot hold it. */
void json_put_signed(struct buf *out, int64_t i);

/* json_detail.c: a descriptor, and what it is. */
void json_put_fd(struct buf *out, const struct value *value);

/* ,"number":5} */
void json_put_number_member(struct buf *out, const struct value *value);
/* One more string of the array that is open; for list_split(). */
void json_put_flag(void *ctx, const char *name, uint64_t bits);

/* json_named.c */
void json_put_ioctl(struct buf *out, const struct value *value);
void json_put_syscall(struct buf *out, const struct value *value);
void json_put_interface(struct buf *out, const struct value *value);
void json_put_namespace(struct buf *out, const struct value *value);
void json_put_kernel_version(struct buf *out, const struct value *value);
void json_put_hardware(struct buf *out, const struct value *value);
void json_put_uuid(struct buf *out, const struct value *value);
void json_put_fourcc(struct buf *out, const struct value *value);
void json_put_keysym(struct buf *out, const struct value *value);

/* json_set.c: values of several bits. */
void json_put_set(struct buf *out, const struct value *value);

/* json_string.c */
/* "key":"…" if the bytes are UTF-8 without NUL, else "key_base64":"…". */
void json_put_bytes(struct buf *out, const char *key, const void *bytes, size_t len);

/* ,"context":"…" of a descriptor or path, if there is one. */
void json_put_context(struct buf *out, const struct value *value);

/* json_stack.c: ,"stack":{…}, if one was taken. */
void json_put_stack(struct json *json);

/* "SIGINT" with its quotes, or null. */
void json_put_signal(struct buf *out, const struct abi *abi, uint64_t signal);

/* json_event.c: what all records begin with; ends a record. */
void json_begin_record(struct json *json, const char *type, const struct event *event,
		       const struct timespec *time);
void json_end_record(struct json *json);
void json_event(struct sink *sink, const struct event *event);
void json_data(struct sink *sink, const struct event *event, const struct data *data);

/* json_call.c */
void json_entered(struct sink *sink, const struct event *event, const struct call *call);
void json_exited(struct sink *sink, const struct event *event, const struct call *call);
void json_unfinished(struct sink *sink, const struct event *event, const struct call *call);

#endif
