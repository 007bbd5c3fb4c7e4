/* SPDX-License-Identifier: MIT */
/*
 * Records of calls. A call gets one record: when it has returned, or when it is certain that it
 * never will.
 */
#include <string.h>

#include "scry/syscalls.h"
#include "sink/builder.h"
#include "sink/json.h"
#include "sink/names.h"

/* Records are complete: the entry of a call writes nothing. */
void json_entered(struct writer *writer, const struct record *record)
{
	(void)writer;
	builder_end_segment(record->builder);
}

static void put_key(struct buf *out, const char *key)
{
	buf_puts(out, ",\"");
	buf_puts(out, key);
	buf_puts(out, "\":");
}

static void put_segment(const struct record_builder *builder, const char *key,
			const struct record_segment *segment, struct buf *out)
{
	put_key(out, key);
	builder_put_segment(builder, segment, out);
}

static bool segments_are_equal(const struct record_builder *builder, const struct record_segment *a,
			       const struct record_segment *b)
{
	const char *text = builder->text.data;

	return a->len == b->len && !memcmp(text + a->start, text + b->start, a->len);
}

/* An argument with two values: before the call and after it. */
static void put_both(const struct record_builder *builder, const struct record_argument *argument,
		     struct buf *out)
{
	if (segments_are_equal(builder, &argument->entry, &argument->exit)) {
		builder_put_segment(builder, &argument->entry, out);
		return;
	}
	buf_puts(out, "{\"before\":");
	builder_put_segment(builder, &argument->entry, out);
	buf_puts(out, ",\"after\":");
	builder_put_segment(builder, &argument->exit, out);
	buf_putc(out, '}');
}

static void put_argument(const struct record_builder *builder,
			 const struct record_argument *argument, struct buf *out)
{
	if (argument->has_entry && argument->has_exit)
		put_both(builder, argument, out);
	else if (argument->has_entry || argument->has_exit)
		builder_put_segment(builder,
				    argument->has_entry ? &argument->entry : &argument->exit, out);
	else
		buf_puts(out, "{\"unknown\":true}");
}

/* Names of arguments are unique within a call: the decode fuzzer checks that. */
static void put_arguments(const struct record_builder *builder, struct buf *out)
{
	put_key(out, "args");
	buf_putc(out, '{');
	for (unsigned i = 0; i < builder->n; i++) {
		const struct record_argument *argument = &builder->arguments[i];

		if (i)
			buf_putc(out, ',');
		if (argument->name)
			buf_printf(out, "\"%s\":", argument->name);
		else
			buf_printf(out, "\"arg%u\":", i + 1);
		put_argument(builder, argument, out);
	}
	buf_putc(out, '}');
}

/* The names of the arguments that were not resident at the entry. */
static void put_late(const struct record_builder *builder, struct buf *out)
{
	bool first = true;

	for (unsigned i = 0; i < builder->n; i++) {
		if (!builder->arguments[i].late || !builder->arguments[i].name)
			continue;
		buf_puts(out, first ? ",\"late\":[" : ",");
		json_put_text(out, builder->arguments[i].name);
		first = false;
	}
	if (!first)
		buf_putc(out, ']');
}

static void put_error(const struct call *call, struct buf *out)
{
	uint64_t error = (uint64_t)-call->result;
	const char *reason = restart_reason(error);
	const struct abi *abi = call->abi ? call->abi : abi_native();

	buf_puts(out, ",\"error\":{\"name\":");
	json_put_text(out, errno_name(abi, (unsigned)error));
	buf_puts(out, ",\"number\":");
	json_put_unsigned(out, error);
	buf_puts(out, ",\"text\":");
	json_put_text(out, reason ? reason : errno_text(abi, (unsigned)error));
	buf_putc(out, '}');
}

static void put_notes(const struct record_builder *builder, struct buf *out)
{
	if (!builder->has_note)
		return;
	put_key(out, "notes");
	buf_putc(out, '[');
	builder_put_segment(builder, &builder->note, out);
	buf_puts(out, "}]");
}

static void put_outcome(const struct record_builder *builder, const struct call *call,
			struct buf *out)
{
	if (builder->has_result) {
		put_segment(builder, "result", &builder->result, out);
	} else if (call->is_error) {
		put_error(call, out);
	} else {
		put_key(out, "result");
		json_put_signed(out, call->result);
	}
	put_notes(builder, out);
}

static void begin_call(struct json *json, const struct record *record)
{
	const struct call *call = record->call;
	struct buf *out = &json->line;

	builder_end_segment(record->builder);
	json_begin_record(json, "call", record->event, &call->entered);
	put_key(out, "abi");
	json_put_text(out, call->abi ? call->abi->name : NULL);
	put_key(out, "name");
	json_put_text(out, call->name);
	put_key(out, "number");
	json_put_unsigned(out, call->nr);
	if (json->config.ip)
		buf_printf(out, ",\"ip\":\"0x%llx\"", (unsigned long long)call->ip);
	put_arguments(record->builder, out);
	put_late(record->builder, out);
}

/* What -e inject changed. */
static void put_tampering(struct buf *out, const struct call *call)
{
	if (call->injected_args)
		buf_puts(out, call->injected_result ? ",\"injected\":[\"args\",\"result\"]"
						    : ",\"injected\":[\"args\"]");
	else if (call->injected_result)
		buf_puts(out, ",\"injected\":[\"result\"]");
	if (call->delayed)
		buf_puts(out, ",\"delayed\":true");
}

/* What a tried profile does to the call. */
static void put_denial(struct buf *out, const struct call *call)
{
	if (call->denied)
		buf_printf(out, ",\"denied\":\"%s\"", call->denied);
}

void json_exited(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	const struct call *call = record->call;

	begin_call(json, record);
	buf_puts(&json->line, ",\"returned\":true");
	put_outcome(record->builder, call, &json->line);
	put_key(&json->line, "duration_ns");
	json_put_unsigned(&json->line, call->returned_ns - call->entered_ns);
	put_tampering(&json->line, call);
	put_denial(&json->line, call);
	json_put_stack(json, record->stack);
	json_end_record(json);
}

static const char *why_unfinished(const struct event *event)
{
	switch (event->kind) {
	case EVENT_EXITED:
		return "exited";
	case EVENT_KILLED:
		return "killed";
	case EVENT_SUPERSEDED:
		return "superseded";
	case EVENT_DETACHED:
		return "detached";
	default:
		return "lost";
	}
}

void json_unfinished(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);

	begin_call(json, record);
	buf_printf(&json->line, ",\"returned\":false,\"why\":\"%s\"",
		   why_unfinished(record->event));
	put_denial(&json->line, record->call);
	json_put_stack(json, record->stack);
	json_end_record(json);
}
