/* SPDX-License-Identifier: MIT */
/* --json=flat: objects without objects in them. Each has the same keys, in the same order, whatever it is about. */
#include <string.h>

#include "scry/syscalls.h"
#include "scry/tracee.h"
#include "sink/builder.h"
#include "sink/json.h"
#include "sink/names.h"

/* A column has one key, so that bytes that are not UTF-8 become U+FFFD here. */
static void add_name(struct buf *out, const char *key, const char *name)
{
	json_begin_member(out, key);
	json_put_text(out, name);
}

static void add_buf(struct buf *out, const char *key, const struct buf *text)
{
	json_begin_member(out, key);
	if (text)
		json_put_string(out, text->data, text->len);
	else
		json_put_null(out);
}

/* An integer of any size: all values of a column have the same type. */
static void add_integer(struct buf *out, const char *key, bool known, int64_t number)
{
	json_begin_member(out, key);
	if (known)
		buf_put_dec(out, number);
	else
		json_put_null(out);
}

/* A line in which no column is null: json_members.c says what it is for. */
static void put_members(struct json *json, const struct timespec *time)
{
	struct buf *out = &json->line;

	json_begin_object(out);
	json_add_time(out, time);
	buf_puts(out, ",\"type\":\"members\",\"pid\":0,\"tid\":0,\"comm\":\"\",\"container\":\"\","
		      "\"unit\":\"\","
		      "\"name\":\"\",\"error\":\"\",\"result\":0,\"duration_ns\":0,\"path\":\"\","
		      "\"peer\":\"\","
		      "\"fd\":0,\"bytes\":0,\"args\":\"{}\"}\n");
	output_write(json->output, out->data, out->len);
	output_line_done(json->output);
	buf_clear(out);
}

static void begin(struct json *json, const char *type, const struct event *event,
		  const struct timespec *time)
{
	pid_t tgid = event->tracee ? event->tracee->tgid : 0;
	struct buf *out = &json->line;

	if (json_is_awaited(json))
		put_members(json, time);
	json_begin_object(out);
	json_add_time(out, time);
	json_add_text(out, "type", type);
	add_integer(out, "pid", tgid > 0, tgid);
	add_integer(out, "tid", event->tid, event->tid);
	add_name(out, "comm", event->comm);
	add_name(out, "container", event->container);
	add_name(out, "unit", event->unit);
}

/* Appends what only this record has, which json->flat holds as an object. */
static void end(struct json *json)
{
	json_begin_member(&json->line, "args");
	json_put_string(&json->line, json->flat.data, json->flat.len);
	buf_clear(&json->flat);
	json_end_line(&json->line);
	output_write(json->output, json->line.data, json->line.len);
	output_line_done(json->output);
	buf_clear(&json->line);
}

/* Some numbers have no name: each call that failed has an error all the same. */
static void put_error(struct buf *out, const struct call *call)
{
	const struct abi *abi = call->abi ? call->abi : abi_native();
	const char *name = errno_name(abi, (unsigned)-call->result);

	json_begin_member(out, "error");
	if (!call->returned || !call->is_error)
		json_put_null(out);
	else if (name)
		json_put_text(out, name);
	else
		buf_printf(out, "\"%lld\"", -(long long)call->result);
}

static void put_call(struct json *json, const struct record *record)
{
	const struct record_subject *subject = &record->subject;
	const struct call *call = record->call;
	struct buf *out = &json->line;

	builder_end_segment(record->builder);
	begin(json, "call", record->event, &call->entered);
	add_name(out, "name", call->name);
	put_error(out, call);
	add_integer(out, "result", call->returned && !call->is_error, call->result);
	add_integer(out, "duration_ns", call->returned,
		    (int64_t)(call->returned_ns - call->entered_ns));
	add_buf(out, "path", subject->path);
	add_buf(out, "peer", subject->peer);
	add_integer(out, "fd", subject->fd >= 0, subject->fd);
	add_integer(out, "bytes", call->returned && subject->moves && !call->is_error,
		    (int64_t)subject->bytes);
	json_put_arguments(&json->flat, record->builder);
	end(json);
}

/* Records are complete: the entry of a call writes nothing. */
void json_flat_call(struct writer *writer, const struct record *record)
{
	put_call(json_of(&writer->sink), record);
}

/* The columns of calls are null. What only this type of record has becomes an object in "args". */
void json_flat_event(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	const char *type = json_type_of(record->event);
	const struct event *event = record->event;
	int signal = event->signal ? event->signal : event->siginfo.si_signo;
	struct buf line = json->line;
	struct buf *out = &json->line;

	if (!type)
		return;
	json->line = json->flat;
	json_begin_object(&json->line);
	json_put_event(json, record);
	json_end_object(&json->line);
	json->flat = json->line;
	json->line = line;
	begin(json, type, event, &event->real);
	json_begin_member(out, "name");
	if (event->kind == EVENT_SIGNAL || event->kind == EVENT_GROUP_STOP)
		json_put_signal(out, event->abi, (unsigned)signal);
	else if (event->kind == EVENT_KILLED)
		json_put_signal(out, event->abi, (unsigned)event->status);
	else
		json_put_null(out);
	json_add_text(out, "error", NULL);
	add_integer(out, "result", event->kind == EVENT_EXITED, event->status);
	add_integer(out, "duration_ns", false, 0);
	add_buf(out, "path", NULL);
	add_buf(out, "peer", NULL);
	add_integer(out, "fd", false, 0);
	add_integer(out, "bytes", false, 0);
	end(json);
}

/* -e read, -e write: the bytes are text in "args". */
void json_flat_data(struct writer *writer, const struct event *event, const struct data *data)
{
	struct json *json = json_of(&writer->sink);
	struct buf *out = &json->line;

	if (data->part != DATA_BYTES)
		return;
	begin(json, "data", event, &event->real);
	json_add_text(out, "name", data->written ? "write" : "read");
	json_add_text(out, "error", NULL);
	add_integer(out, "result", false, 0);
	add_integer(out, "duration_ns", false, 0);
	add_buf(out, "path", NULL);
	add_buf(out, "peer", NULL);
	add_integer(out, "fd", true, data->fd);
	add_integer(out, "bytes", true, (int64_t)data->n);
	json_begin_object(&json->flat);
	json_add_unsigned(&json->flat, "buffer", data->place);
	json_add_unsigned(&json->flat, "offset", data->offset);
	json_add_bytes(&json->flat, "bytes", data->bytes, data->n);
	json_end_object(&json->flat);
	end(json);
}
