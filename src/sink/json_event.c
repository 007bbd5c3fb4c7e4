/* SPDX-License-Identifier: MIT */
/* Records other than calls: signals, stops, exits, and tracees that appear or disappear. */
#include <string.h>

#include "scry/tracee.h"
#include "sink/builder.h"
#include "sink/json.h"

void json_put_head(struct buf *out, const char *type, const struct timespec *time)
{
	buf_puts(out, "{\"version\":");
	buf_put_udec(out, JSON_VERSION);
	buf_puts(out, ",\"type\":\"");
	buf_puts(out, type);
	buf_puts(out, "\",\"time\":{\"sec\":");
	buf_put_dec(out, time->tv_sec);
	buf_puts(out, ",\"nsec\":");
	buf_put_dec(out, time->tv_nsec);
	buf_putc(out, '}');
}

void json_begin_record(struct json *json, const char *type, const struct event *event,
		       const struct timespec *time)
{
	struct buf *out = &json->line;

	json_put_head(out, type, time);
	buf_puts(out, ",\"pid\":");
	buf_put_dec(out, event->tid);
	if (event->tracee && event->tracee->tgid > 0) {
		buf_puts(out, ",\"tgid\":");
		buf_put_dec(out, event->tracee->tgid);
	}
	if (event->comm) {
		buf_putc(out, ',');
		json_put_bytes(out, "comm", event->comm, strlen(event->comm));
	}
	if (event->context) {
		buf_putc(out, ',');
		json_put_bytes(out, "context", event->context, strlen(event->context));
	}
}

void json_end_record(struct json *json)
{
	buf_puts(&json->line, "}\n");
	output_write(json->output, json->line.data, json->line.len);
	output_line_done(json->output);
	buf_clear(&json->line);
}

static void put_signal(struct json *json, const struct event *event, int signal)
{
	buf_puts(&json->line, ",\"signal\":");
	json_put_signal(&json->line, event->abi, (unsigned)signal);
	buf_printf(&json->line, ",\"number\":%d", signal);
}

static void put_delivery(struct json *json, const struct event *event)
{
	put_signal(json, event, event->signal ? event->signal : event->siginfo.si_signo);
}

static void put_siginfo(struct json *json, const struct record *record)
{
	struct record_builder *builder = record->builder;
	const struct record_argument *siginfo = builder_argument(builder, 0);

	builder_end_segment(builder);
	buf_puts(&json->line, ",\"siginfo\":");
	if (siginfo->has_entry)
		builder_put_segment(builder, &siginfo->entry, &json->line);
	else if (siginfo->has_exit)
		builder_put_segment(builder, &siginfo->exit, &json->line);
	else
		buf_puts(&json->line, "null");
	json_put_stack(json, record->stack);
}

static void put_stop(struct json *json, const struct event *event)
{
	put_signal(json, event, event->signal);
}

static void put_exit(struct json *json, const struct event *event)
{
	buf_printf(&json->line, ",\"code\":%d", event->status);
}

static void put_kill(struct json *json, const struct event *event)
{
	put_signal(json, event, event->status);
	buf_puts(&json->line,
		 event->core_dumped ? ",\"core_dumped\":true" : ",\"core_dumped\":false");
}

static void put_former(struct json *json, const struct event *event)
{
	buf_printf(&json->line, ",\"former_pid\":%d", event->former_tid);
}

static void put_parent(struct json *json, const struct event *event)
{
	if (event->parent_tid)
		buf_printf(&json->line, ",\"parent\":%d", event->parent_tid);
	else
		buf_puts(&json->line, ",\"parent\":null");
}

static void put_personality(struct json *json, const struct event *event)
{
	buf_puts(&json->line, ",\"abi\":");
	json_put_text(&json->line, event->abi ? event->abi->name : NULL);
}

static void put_loss(struct json *json, const struct event *event)
{
	buf_puts(&json->line, ",\"text\":");
	json_put_text(&json->line, event->text ? event->text : "events");
}

/* "buffer" and "offset" say where the bytes lie. So DATA_VECTOR and DATA_BUFFER need no records. */
void json_data(struct writer *writer, const struct event *event, const struct data *data)
{
	struct json *json = json_of(&writer->sink);

	if (data->part != DATA_BYTES)
		return;
	json_begin_record(json, "data", event, &event->real);
	buf_printf(&json->line, ",\"fd\":%d,\"written\":%s,\"buffer\":%llu,\"offset\":%llu,",
		   data->fd, data->written ? "true" : "false", (unsigned long long)data->place,
		   (unsigned long long)data->offset);
	json_put_bytes(&json->line, "bytes", data->bytes, data->n);
	json_end_record(json);
}

static const struct {
	const char *type;
	void (*put)(struct json *json, const struct event *event);
} records[] = {
	[EVENT_SIGNAL] = { "signal", put_delivery },
	[EVENT_GROUP_STOP] = { "stop", put_stop },
	[EVENT_NEW] = { "new", put_parent },
	[EVENT_ATTACHED] = { "attached", NULL },
	[EVENT_DETACHED] = { "detached", NULL },
	[EVENT_EXEC] = { "exec", put_former },
	[EVENT_SUPERSEDED] = { "superseded", put_former },
	[EVENT_EXITED] = { "exited", put_exit },
	[EVENT_KILLED] = { "killed", put_kill },
	[EVENT_PERSONALITY] = { "personality", put_personality },
	[EVENT_LOST] = { "lost", put_loss },
};

void json_event(struct writer *writer, const struct record *record)
{
	const struct event *event = record->event;
	struct json *json = json_of(&writer->sink);

	if ((size_t)event->kind >= ARRAY_SIZE(records) || !records[event->kind].type)
		return;
	json_begin_record(json, records[event->kind].type, event, &event->real);
	if (records[event->kind].put)
		records[event->kind].put(json, event);
	if (event->kind == EVENT_SIGNAL)
		put_siginfo(json, record);
	json_end_record(json);
}
