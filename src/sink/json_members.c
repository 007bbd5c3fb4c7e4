/* SPDX-License-Identifier: MIT */
/*
 * A record with all members. DuckDB takes the columns of a file, and the types of objects in them,
 * from its first 20,480 records. It refuses a later record with a member that these lack, and loses
 * values of a column that was null there. A longer file therefore has a record with every member
 * among the first ones.
 */
#include "sink/json_members.h"

#include <stdio.h>

#include "sink/json_record.h"

#define MEMBERS_AT 20000

/*
 * DuckDB takes an object with this number of members of which each occurs only once for a map from
 * names to JSON, even if six others occur always.
 */
#define RARE_MEMBERS 100

/* What the value of a member is, so that its column can hold each value that may come later. */
enum shape {
	SHAPE_TEXT,
	SHAPE_TEXTS,
	SHAPE_INTEGER,
	SHAPE_FRACTION,
	SHAPE_BOOL,
	SHAPE_HISTOGRAM,
	SHAPE_ANY, /* a number or an object, or an object that may come late */
	/* the object that each call has, with members that differ from call to call */
	SHAPE_ARGUMENTS,
	SHAPE_ERROR,
	SHAPE_NOTES,
};

static const struct {
	const char *key;
	enum shape shape;
	unsigned if_any; /* MEMBERS_*; 0: always */
} rows[] = {
	{ "tgid", SHAPE_INTEGER, 0 },
	{ "comm", SHAPE_TEXT, 0 },
	{ "comm_base64", SHAPE_TEXT, 0 },
	{ "container", SHAPE_TEXT, MEMBERS_PLACE },
	{ "container_base64", SHAPE_TEXT, MEMBERS_PLACE },
	{ "unit", SHAPE_TEXT, MEMBERS_PLACE },
	{ "unit_base64", SHAPE_TEXT, MEMBERS_PLACE },
	{ "context", SHAPE_TEXT, MEMBERS_CONTEXT },
	{ "context_base64", SHAPE_TEXT, MEMBERS_CONTEXT },
	{ "abi", SHAPE_TEXT, 0 },
	{ "name", SHAPE_TEXT, 0 },
	{ "number", SHAPE_INTEGER, 0 },
	{ "via", SHAPE_TEXT, 0 },
	{ "request", SHAPE_ANY, 0 },
	{ "args", SHAPE_ARGUMENTS, 0 },
	{ "late", SHAPE_TEXTS, 0 },
	{ "returned", SHAPE_BOOL, 0 },
	{ "result", SHAPE_ANY, 0 },
	{ "error", SHAPE_ERROR, 0 },
	{ "not_run", SHAPE_BOOL, 0 },
	{ "notes", SHAPE_NOTES, 0 },
	{ "duration_ns", SHAPE_INTEGER, 0 },
	{ "why", SHAPE_TEXT, 0 },
	{ "injected", SHAPE_TEXTS, MEMBERS_TAMPERING },
	{ "delayed", SHAPE_BOOL, MEMBERS_TAMPERING },
	{ "denied", SHAPE_TEXT, MEMBERS_TAMPERING },
	{ "stack", SHAPE_ANY, MEMBERS_STACK },
	{ "adjusted_count", SHAPE_INTEGER, MEMBERS_SAMPLE },
	{ "signal", SHAPE_TEXT, 0 },
	{ "siginfo", SHAPE_ANY, 0 },
	{ "code", SHAPE_INTEGER, 0 },
	{ "core_dumped", SHAPE_BOOL, 0 },
	{ "former_pid", SHAPE_INTEGER, 0 },
	{ "parent", SHAPE_INTEGER, 0 },
	{ "debugger", SHAPE_INTEGER, 0 },
	{ "text", SHAPE_TEXT, 0 },
	{ "fd", SHAPE_INTEGER, MEMBERS_DATA },
	{ "written", SHAPE_BOOL, MEMBERS_DATA },
	{ "buffer", SHAPE_INTEGER, MEMBERS_DATA },
	{ "offset", SHAPE_INTEGER, MEMBERS_DATA },
	{ "bytes", SHAPE_ANY, MEMBERS_DATA | MEMBERS_SUMMARY },
	{ "bytes_base64", SHAPE_TEXT, MEMBERS_DATA },
	{ "calls", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "errors", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "unfinished", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "system_percent", SHAPE_FRACTION, MEMBERS_SUMMARY },
	{ "system_total_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "system_min_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "system_max_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "system_avg_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "wall_percent", SHAPE_FRACTION, MEMBERS_SUMMARY },
	{ "wall_total_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "wall_min_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "wall_max_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "wall_avg_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "waiting_total_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "wall_histogram", SHAPE_HISTOGRAM, MEMBERS_SUMMARY },
	{ "keys", SHAPE_ANY, MEMBERS_SUMMARY },
	{ "other", SHAPE_BOOL, MEMBERS_SUMMARY },
	{ "stop_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "corrected_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
	{ "since", SHAPE_TEXT, MEMBERS_SUMMARY },
	{ "length_ns", SHAPE_INTEGER, MEMBERS_SUMMARY },
};

/*
 * Values of two types: a number and a text. A jq filter for the member of an argument finds null
 * here, and no error.
 */
static void put_rare_members(struct buf *out)
{
	char key[16];

	json_begin_object(out);
	for (unsigned i = 0; i < RARE_MEMBERS; i++) {
		snprintf(key, sizeof(key), "%u", i);
		json_begin_member(out, key);
		buf_puts(out, i ? "0" : "\"\"");
	}
	json_end_object(out);
}

static void put_member_value(struct buf *out, enum shape shape)
{
	static const char *const values[] = {
		[SHAPE_TEXT] = "\"\"",
		[SHAPE_TEXTS] = "[\"\"]",
		[SHAPE_INTEGER] = "0",
		[SHAPE_FRACTION] = "0.5",
		[SHAPE_BOOL] = "false",
		[SHAPE_HISTOGRAM] = "[[0,0]]",
		[SHAPE_ANY] = "\"\"",
		[SHAPE_ERROR] = "{\"name\":\"\",\"number\":0,\"text\":\"\"}",
		[SHAPE_NOTES] = "[{\"label\":\"\",\"value\":0},{\"label\":\"\",\"value\":\"\"}]",
	};

	if (shape == SHAPE_ARGUMENTS)
		put_rare_members(out);
	else
		buf_puts(out, values[shape]);
}

static bool is_member_wanted(const struct json *json, size_t i)
{
	/* Filters look for errors and not at the type, and most traces had an error before. */
	if (rows[i].shape == SHAPE_ERROR && json->had_error)
		return false;
	return !rows[i].if_any || rows[i].if_any & json->config.members;
}

static void put_all_members(struct json *json, const struct event *event)
{
	struct buf *out = &json->line;

	json_put_head(out, "members", &event->real);
	json_add_signed(out, "pid", event->tid);
	if (json->config.ip)
		json_add_text(out, "ip", "");
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!is_member_wanted(json, i))
			continue;
		json_begin_member(out, rows[i].key);
		put_member_value(out, rows[i].shape);
	}
	json_end_record(json);
}

bool json_is_awaited(struct json *json)
{
	return ++json->n_records == MEMBERS_AT;
}

void json_count_record(struct json *json, const struct event *event)
{
	if (json_is_awaited(json))
		put_all_members(json, event);
}
