/* SPDX-License-Identifier: MIT */
/* The beginning and the end of each record, whatever it is about. */
#include "sink/json_record.h"

void json_add_time(struct buf *out, const struct timespec *time)
{
	json_begin_member(out, "time");
	json_put_time(out, time);
	/* A bare number, although jq 1.6 rounds it: for other readers it is an integer. */
	json_begin_member(out, "time_ns");
	buf_put_dec(out, json_time_ns(time));
}

void json_put_head(struct buf *out, const char *type, const struct timespec *time)
{
	json_begin_object(out);
	json_add_unsigned(out, "version", JSON_VERSION);
	json_add_text(out, "type", type);
	json_add_time(out, time);
}

void json_end_record(struct json *json)
{
	json_end_line(&json->line);
	output_write(json->output, json->line.data, json->line.len);
	output_line_done(json->output);
	buf_clear(&json->line);
}
