/* SPDX-License-Identifier: MIT */
/* The writer of JSON: its state, and the functions that its files share. */
#ifndef SCRY_SINK_JSON_H
#define SCRY_SINK_JSON_H

#include "scry/json.h"
#include "scry/sinks.h"

/* doc/json.md describes the records of this version. */
#define JSON_VERSION 2

/* A group that is open. */
struct json_level {
	enum group group;
	size_t start; /* offset in the text of the builder */
	unsigned n; /* members or elements so far */
	size_t first_name; /* index of the name of its first member in names */
	uint64_t name_hashes; /* bit h is set if a member has a name with the hash h */
	bool changing; /* the next value is the "after" of a change */
};

struct json {
	struct writer writer;
	struct sink_config config;
	struct output *output;
	struct buf line;
	struct record_builder *builder; /* it has the segment that is being emitted */
	struct json_level *levels; /* the segment itself, then its open groups */
	size_t n_levels, levels_capacity;
	const char **names; /* of the members of the open groups */
	size_t n_names, names_capacity;
	const char *member; /* name of the next member; NULL if it has none */
	const char *macro; /* name of the next group, if that is a macro */
	struct value macro_number; /* the number that the macro makes */
	bool macro_has_number;
	size_t last_value; /* offset of the last value in the text of the builder */
	size_t last_comma; /* offset of the comma before it, or of the value if it has no comma */
	uint64_t last_address; /* not 0: the last value is this unreadable address, */
	bool last_not_captured; /* ... whose memory was not captured */
	bool in_note; /* the segment holds notes */
	uint64_t n_records; /* written so far */
	bool had_error; /* one of them has an "error" */
	struct buf flat; /* --json=flat: the arguments of the record, as JSON */
};

static inline struct json *json_of(struct sink *sink)
{
	return (struct json *)sink;
}

/* json_value.c. Each function appends to out. */
void json_put_value(struct buf *out, const struct value *value);
/* The value as an integer, whatever its kind. */
void json_put_integer(struct buf *out, const struct value *value);
/* Ends an object with the value as an integer: ,"number":5} */
void json_end_numbered(struct buf *out, const struct value *value);
/* Appends a string to the array at the end of ctx, a struct buf. A callback of list_split(). */
void json_put_flag(void *ctx, const char *name, uint64_t bits);

/* An object that says only this: {"key":true} */
void json_put_marker(struct buf *out, const char *key);
/* The member that says why memory has no value: "unreadable":true, or "captured":false. */
void json_put_unreadable(struct buf *out, bool not_captured);

/* json_request.c: members that say of which request of io_uring the call is: "via", "request". */
void json_put_request(struct buf *out, const struct request *request);

/* json_detail.c: a descriptor and the file that it refers to. */
void json_put_fd(struct buf *out, const struct value *value);
/* The SELinux context of a descriptor or path, if it has one: ,"context":"…" */
void json_put_context(struct buf *out, const struct value *value);

/* json_named.c: numbers with names that do not come from one list. */
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

/* json_set.c: sets of bits. */
void json_put_set(struct buf *out, const struct value *value);

/* json_stack.c: the stack of the call or signal, if one was taken: ,"stack":{…} */
void json_put_stack(struct json *json, const struct stack *stack);

/* json_record.c. The members "time" and "time_ns". */
void json_add_time(struct buf *out, const struct timespec *time);
/*
 * json_members.c: counts a record, before which it writes one with all members if the trace is
 * long.
 */
void json_count_record(struct json *json, const struct event *event);
/* Counts a record. Returns whether one with all members has to come before it. */
bool json_is_awaited(struct json *json);
/* json_flat.c: the records of --json=flat. */
void json_flat_call(struct writer *writer, const struct record *record);
void json_flat_event(struct writer *writer, const struct record *record);
void json_flat_data(struct writer *writer, const struct event *event, const struct data *data);

/* Ends the record, and writes it. */
void json_end_record(struct json *json);

/* json_event.c. json_begin_record() writes the members that all records have. */
void json_begin_record(struct json *json, const char *type, const struct event *event,
		       const struct timespec *time);
void json_event(struct writer *writer, const struct record *record);
/* Appends the members that only records of this type have to json->line. */
void json_put_event(struct json *json, const struct record *record);
void json_data(struct writer *writer, const struct event *event, const struct data *data);

/* json_call.c */
void json_entered(struct writer *writer, const struct record *record);
void json_exited(struct writer *writer, const struct record *record);
void json_unfinished(struct writer *writer, const struct record *record);

#endif
