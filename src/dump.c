/* SPDX-License-Identifier: MIT */
/* -e read and -e write: shows the bytes that a call transferred. */
#include "handle.h"

struct dump {
	const struct config *config;
	struct writer *writer;
	const struct event *event;
};

static bool wants_data(void *ctx, const struct data *data)
{
	const struct dump *dump = ctx;

	return number_set_has(data->written ? &dump->config->dump_written
					    : &dump->config->dump_read,
			      data->fd);
}

static void show_data(void *ctx, const struct data *data)
{
	const struct dump *dump = ctx;

	dump->writer->ops->data(dump->writer, dump->event, data);
}

void session_dump_data(const struct session *session, const struct event *event,
		       struct writer *writer, const struct decode *decode)
{
	struct dump dump = { session->config, writer, event };

	decode_data(decode, wants_data, show_data, &dump);
}
