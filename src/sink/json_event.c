/* SPDX-License-Identifier: MIT */
/* Records other than calls: signals, stops, exits, and tracees that appear or disappear. */
#include "sink/json_event.h"

#include <stdlib.h>
#include <string.h>

#include "scry/tracee.h"
#include "sink/builder.h"
#include "sink/json_members.h"
#include "sink/json_named.h"
#include "sink/json_record.h"
#include "sink/json_stack.h"

void json_begin_record(struct json *json, const char *type, const struct event *event,
		       const struct timespec *time)
{
	struct buf *out = &json->line;

	json_count_record(json, event);
	json_put_head(out, type, time);
	json_add_signed(out, "pid", event->tid);
	if (event->tracee && event->tracee->tgid > 0)
		json_add_signed(out, "tgid", event->tracee->tgid);
	if (event->comm)
		json_add_bytes(out, "comm", event->comm, strlen(event->comm));
	else
		json_add_text(out, "comm", NULL);
	if (event->container)
		json_add_bytes(out, "container", event->container, strlen(event->container));
	if (event->unit)
		json_add_bytes(out, "unit", event->unit, strlen(event->unit));
	if (event->context)
		json_add_bytes(out, "context", event->context, strlen(event->context));
}

static void put_json_signal_event(struct json *json, const struct event *event, int signal)
{
	json_begin_member(&json->line, "signal");
	json_put_signal(&json->line, event->abi, (unsigned)signal);
	json_add_signed(&json->line, "number", signal);
}

static void put_delivery(struct json *json, const struct event *event)
{
	put_json_signal_event(json, event, event->signal ? event->signal : event->siginfo.si_signo);
}

static void put_siginfo(struct json *json, const struct record *record)
{
	struct record_builder *builder = record->builder;
	const struct record_argument *siginfo = builder_argument(builder, 0);

	builder_end_segment(builder);
	json_begin_member(&json->line, "siginfo");
	if (siginfo->has_entry)
		builder_put_segment(builder, &siginfo->entry, &json->line);
	else if (siginfo->has_exit)
		builder_put_segment(builder, &siginfo->exit, &json->line);
	else
		json_put_null(&json->line);
	json_put_stack(json, record->stack);
}

static void put_json_stop_event(struct json *json, const struct event *event)
{
	put_json_signal_event(json, event, event->signal);
}

static void put_exit(struct json *json, const struct event *event)
{
	json_add_signed(&json->line, "code", event->status);
}

static void put_kill(struct json *json, const struct event *event)
{
	put_json_signal_event(json, event, event->status);
	json_add_bool(&json->line, "core_dumped", event->core_dumped);
}

static void put_former(struct json *json, const struct event *event)
{
	json_add_signed(&json->line, "former_pid", event->former_tid);
}

static void put_parent(struct json *json, const struct event *event)
{
	json_begin_member(&json->line, "parent");
	if (event->parent_tid)
		json_put_signed(&json->line, event->parent_tid);
	else
		json_put_null(&json->line);
}

static void put_debugger(struct json *json, const struct event *event)
{
	if (event->parent_tid)
		json_add_signed(&json->line, "debugger", event->parent_tid);
}

static void put_personality(struct json *json, const struct event *event)
{
	json_add_text(&json->line, "abi", event->abi ? event->abi->name : NULL);
}

/* Where records were lost, the text begins with their number, also in recordings. */
static void put_loss(struct json *json, const struct event *event)
{
	const char *text = event->text ? event->text : "events";
	char *end;
	unsigned long long n = strtoull(text, &end, 10);

	json_add_text(&json->line, "text", text);
	if (end != text && !strncmp(end, " record", strlen(" record")))
		json_add_unsigned(&json->line, "count", n);
}

/* "buffer" and "offset" say where the bytes lie. So DATA_VECTOR and DATA_BUFFER need no records. */
void json_data(struct writer *writer, const struct event *event, const struct data *data)
{
	struct json *json = json_of(&writer->sink);
	struct buf *out = &json->line;

	if (data->part != DATA_BYTES)
		return;
	json_begin_record(json, "data", event, &event->real);
	json_add_signed(out, "fd", data->fd);
	json_add_bool(out, "written", data->written);
	json_begin_member(out, "buffer");
	buf_put_udec(out, data->place);
	json_begin_member(out, "offset");
	buf_put_udec(out, data->offset);
	json_add_bytes(out, "bytes", data->bytes, data->n);
	json_end_record(json);
}

static const struct {
	const char *type;
	void (*put)(struct json *json, const struct event *event);
} records[] = {
	[EVENT_SIGNAL] = { "signal", put_delivery },
	[EVENT_GROUP_STOP] = { "stop", put_json_stop_event },
	[EVENT_NEW] = { "new", put_parent },
	[EVENT_ATTACHED] = { "attached", NULL },
	[EVENT_DETACHED] = { "detached", put_debugger },
	[EVENT_EXEC] = { "exec", put_former },
	[EVENT_SUPERSEDED] = { "superseded", put_former },
	[EVENT_EXITED] = { "exited", put_exit },
	[EVENT_KILLED] = { "killed", put_kill },
	[EVENT_PERSONALITY] = { "personality", put_personality },
	[EVENT_LOST] = { "lost", put_loss },
};

const char *json_type_of(const struct event *event)
{
	return (size_t)event->kind < ARRAY_SIZE(records) ? records[event->kind].type : NULL;
}

void json_put_event(struct json *json, const struct record *record)
{
	const struct event *event = record->event;

	if (records[event->kind].put)
		records[event->kind].put(json, event);
	if (event->kind == EVENT_SIGNAL)
		put_siginfo(json, record);
}

void json_event(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	const char *type = json_type_of(record->event);

	if (!type)
		return;
	json_begin_record(json, type, record->event, &record->event->real);
	json_put_event(json, record);
	json_end_record(json);
}
