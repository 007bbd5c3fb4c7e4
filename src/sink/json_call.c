/* SPDX-License-Identifier: MIT */
/*
 * Records of calls. A call gets one record: when it has returned, or when it is certain that it
 * never will.
 */
#include "sink/json_call.h"

#include <stdio.h>
#include <string.h>

#include "scry/syscalls.h"
#include "sink/builder.h"
#include "sink/json.h"
#include "sink/json_event.h"
#include "sink/json_number.h"
#include "sink/json_record.h"
#include "sink/json_request.h"
#include "sink/json_stack.h"
#include "sink/json_value.h"
#include "sink/number_names.h"

/* Records are complete: the entry of a call writes nothing. */
void json_entered(struct writer *writer, const struct record *record)
{
	(void)writer;
	builder_end_segment(record->builder);
}

static void put_segment(const struct record_builder *builder, const char *key,
			const struct record_segment *segment, struct buf *out)
{
	json_begin_member(out, key);
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
	json_begin_object(out);
	put_segment(builder, "before", &argument->entry, out);
	put_segment(builder, "after", &argument->exit, out);
	json_end_object(out);
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
		json_put_marker(out, "unknown");
}

void json_begin_argument(struct buf *out, const char *name, unsigned index)
{
	char key[16];

	if (!name) {
		snprintf(key, sizeof(key), "arg%u", index + 1);
		name = key;
	}
	json_begin_member(out, name);
}

/* Names of arguments are unique within a call: the decode fuzzer checks that. */
void json_put_arguments(struct buf *out, const struct record_builder *builder)
{
	json_begin_object(out);
	for (unsigned i = 0; i < builder->n; i++) {
		const struct record_argument *argument = &builder->arguments[i];

		json_begin_argument(out, argument->name, i);
		put_argument(builder, argument, out);
	}
	json_end_object(out);
}

/* The names of the arguments that were not resident at the entry. */
static void put_late(const struct record_builder *builder, struct buf *out)
{
	bool any = false;

	for (unsigned i = 0; i < builder->n; i++) {
		if (!builder->arguments[i].late || !builder->arguments[i].name)
			continue;
		if (!any) {
			json_begin_member(out, "late");
			json_begin_array(out);
		}
		json_begin_element(out);
		json_put_text(out, builder->arguments[i].name);
		any = true;
	}
	if (any)
		json_end_array(out);
}

static void put_error(const struct call *call, struct buf *out)
{
	unsigned error = call_errno(call);
	const char *reason = restart_reason(error);
	const struct abi *abi = call->abi ? call->abi : abi_native();

	json_begin_member(out, "error");
	json_begin_object(out);
	json_add_text(out, "name", call_error_name(abi, error));
	json_begin_member(out, "number");
	if (call->not_run)
		json_put_null(out);
	else
		buf_put_dec(out, error);
	json_add_text(out, "text", reason ? reason : errno_text(abi, error));
	json_end_object(out);
}

static void put_notes(const struct record_builder *builder, struct buf *out)
{
	if (!builder->has_note)
		return;
	json_begin_member(out, "notes");
	json_begin_array(out);
	builder_put_segment(builder, &builder->note, out);
	json_end_object(out);
	json_end_array(out);
}

static void put_outcome(struct json *json, const struct record_builder *builder,
			const struct call *call)
{
	struct buf *out = &json->line;

	if (call->is_error) {
		json->had_error |= !call->not_run;
		put_error(call, out);
		if (call->not_run)
			json_add_bool(out, "not_run", true);
	} else if (builder->has_result) {
		put_segment(builder, "result", &builder->result, out);
	} else if (call->result_unread) {
		json_begin_member(out, "result");
		buf_puts(out, "null");
	} else {
		json_add_signed(out, "result", call->result);
	}
	put_notes(builder, out);
}

static void begin_json_call(struct json *json, const struct record *record)
{
	const struct call *call = record->call;
	struct buf *out = &json->line;

	builder_end_segment(record->builder);
	json_begin_record(json, "call", record->event, &call->entered);
	json_add_text(out, "abi", call->abi ? call->abi->name : NULL);
	json_add_text(out, "name", call->name);
	json_begin_member(out, "number");
	buf_put_dec(out, (int64_t)call->nr);
	if (call->request)
		json_put_request(out, call->request);
	if (json->config.ip)
		json_add_hex(out, "ip", call->ip);
	json_begin_member(out, "args");
	json_put_arguments(out, record->builder);
	put_late(record->builder, out);
}

/* What -e inject changed. */
static void put_tampering(struct buf *out, const struct call *call)
{
	if (call->injected_args || call->injected_result) {
		json_begin_member(out, "injected");
		json_begin_array(out);
		if (call->injected_args)
			json_put_flag(out, "args", 0);
		if (call->injected_result)
			json_put_flag(out, "result", 0);
		json_end_array(out);
	}
	if (call->delayed)
		json_add_bool(out, "delayed", true);
}

/* With --sample: how many calls this one stands for. */
static void put_adjusted_count(struct buf *out, const struct call *call)
{
	if (!call->stands_for)
		return;
	json_begin_member(out, "adjusted_count");
	if (call->stands_for == STANDS_FOR_UNKNOWN)
		json_put_null(out);
	else
		buf_put_dec(out, call->stands_for);
}

/* What a tried profile does to the call. */
static void put_denial(struct buf *out, const struct call *call)
{
	if (call->denied)
		json_add_text(out, "denied", call->denied);
}

void json_exited(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	const struct call *call = record->call;

	begin_json_call(json, record);
	json_add_bool(&json->line, "returned", true);
	put_outcome(json, record->builder, call);
	json_add_unsigned(&json->line, "duration_ns", call->returned_ns - call->entered_ns);
	put_tampering(&json->line, call);
	put_denial(&json->line, call);
	put_adjusted_count(&json->line, call);
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
	case EVENT_RENAMED:
		return "detached";
	default:
		return "lost";
	}
}

void json_unfinished(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);

	begin_json_call(json, record);
	json_add_bool(&json->line, "returned", false);
	json_add_text(&json->line, "why", why_unfinished(record->event));
	put_denial(&json->line, record->call);
	put_adjusted_count(&json->line, record->call);
	json_put_stack(json, record->stack);
	json_end_record(json);
}
