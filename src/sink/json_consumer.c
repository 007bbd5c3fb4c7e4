/* SPDX-License-Identifier: MIT */
/* --json: one record for each call and other event. */
#include "scry/lines.h"

/* With -c alone only the tables are written, as records of their own. */
static struct consumer *json_open(struct host *host, bool *failed)
{
	(void)failed;
	if (host->config->format != FORMAT_JSON || !host->lines)
		return NULL;
	return lines_new(host, writer_json_new);
}

static void json_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct config *config = consumer->host->config;

	needs->facts = NEED_REAL | NEED_MONO | NEED_EXEC | NEED_EXIT | NEED_DECODE |
		       NEED_ALL_MEMBERS | NEED_LINES;
	if (config->stacks)
		needs->facts |= NEED_STACK | NEED_SIGNAL_STACK;
	needs->fds = config->decode.fds;
}

const struct consumer_ops json_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct lines_tracee),
	.open = json_open,
	.needs = json_needs,
	.open_place = lines_open_place,
	.close_place = lines_close_place,
	.enter = lines_enter,
	.exit = lines_exit,
	.unfinished = lines_unfinished,
	.event = lines_event,
	.forget = lines_forget,
	.failed = lines_failed,
	.close = lines_close,
};
