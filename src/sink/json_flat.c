/* SPDX-License-Identifier: MIT */
/*
 * --json=flat: objects without objects in them. Each has the same keys, in the same order, whatever
 * it is about.
 */
#include "sink/json_flat.h"

#include <string.h>

#include "sink/builder.h"
#include "sink/json.h"
#include "sink/json_event.h"
#include "sink/json_members.h"
#include "sink/json_record.h"

/*
 * A column has one key, so that bytes that are not UTF-8 become U+FFFD here. Integers have any
 * size: a column has one type.
 */
static void put_flat_value(struct buf *out, const struct flat_column *column,
			   const struct flat_value *value)
{
	json_begin_member(out, column->name);
	if (!value->known)
		json_put_null(out);
	else if (column->type == FLAT_TEXT)
		json_put_string(out, value->bytes, value->len);
	else
		buf_put_dec(out, value->number);
}

/* Writes a line. args: JSON, which is a text in the line. */
static void put_flat_line(struct json *json, const struct flat_row *row, const struct buf *args)
{
	struct buf *out = &json->line;

	json_begin_object(out);
	json_add_time(out, row->time);
	json_add_text(out, "type", row->type);
	for (size_t i = 0; i < FLAT_N; i++)
		put_flat_value(out, &flat_columns[i], &row->values[i]);
	json_begin_member(out, "args");
	json_put_string(out, args->data, args->len);
	json_end_record(json);
}

/* A line in which no column is null: json_members.c says what it is for. */
static void put_flat_members(struct json *json, const struct timespec *time)
{
	struct flat_row row = { .type = "members", .time = time };
	struct buf args = { 0 };

	for (size_t i = 0; i < FLAT_N; i++)
		row.values[i] = (struct flat_value){ .known = true, .bytes = "" };
	buf_puts(&args, "{}");
	put_flat_line(json, &row, &args);
	buf_free(&args);
}

/* Writes the line of a record, of which json->flat has what no column has. */
static void put_flat_row(struct json *json, const struct flat_row *row)
{
	if (json_is_awaited(json))
		put_flat_members(json, row->time);
	put_flat_line(json, row, &json->flat);
	buf_clear(&json->flat);
}

/* Records are complete: the entry of a call writes nothing. */
void json_flat_call(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	struct flat_row row;

	builder_end_segment(record->builder);
	flat_call(&row, record->event, record->call, &record->subject);
	json_put_arguments(&json->flat, record->builder);
	put_flat_row(json, &row);
}

/* The columns of calls are null. What only this type of record has becomes an object in "args". */
void json_flat_event(struct writer *writer, const struct record *record)
{
	struct json *json = json_of(&writer->sink);
	const char *type = json_type_of(record->event);
	struct buf line = json->line;
	struct flat_row row;

	if (!type)
		return;
	json->line = json->flat;
	json_begin_object(&json->line);
	json_put_event(json, record);
	json_end_object(&json->line);
	json->flat = json->line;
	json->line = line;
	flat_event(&row, type, record->event);
	put_flat_row(json, &row);
}

/* -e read, -e write: the bytes are text in "args". */
void json_flat_data(struct writer *writer, const struct event *event, const struct data *data)
{
	struct json *json = json_of(&writer->sink);
	struct flat_row row;

	if (data->part != DATA_BYTES)
		return;
	json_begin_object(&json->flat);
	json_add_unsigned(&json->flat, "buffer", data->place);
	json_add_unsigned(&json->flat, "offset", data->offset);
	json_add_bytes(&json->flat, "bytes", data->bytes, data->n);
	json_end_object(&json->flat);
	flat_data(&row, event, data);
	put_flat_row(json, &row);
}
