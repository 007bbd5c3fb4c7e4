/* SPDX-License-Identifier: MIT */
/* --diff: writes one of the two traces to the file that is compared. */
#include "scry/config.h"
#include "scry/diff.h"
#include "scry/lines.h"

static struct consumer *diff_open(struct host *host, bool *failed)
{
	(void)failed;
	if (!host->config->diff.side)
		return NULL;
	return lines_new(host, NULL);
}

static void diff_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct config *config = consumer->host->config;

	needs->facts = NEED_MONO | NEED_EXEC | NEED_EXIT | NEED_DECODE | NEED_LINES;
	if (config->sink.absolute != TIMESTAMP_NONE)
		needs->facts |= NEED_REAL;
	if (config->stacks)
		needs->facts |= NEED_STACK | NEED_SIGNAL_STACK;
}

static void diff_open_place(struct consumer *consumer, struct place *place)
{
	lines_set_writer(consumer, place,
			 diff_writer_new(&lines_of(consumer)->config,
					 consumer->host->config->diff.fd));
}

const struct consumer_ops diff_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct lines_tracee),
	.open = diff_open,
	.needs = diff_needs,
	.open_place = diff_open_place,
	.close_place = lines_close_place,
	.enter = lines_enter,
	.exit = lines_exit,
	.unfinished = lines_unfinished,
	.event = lines_event,
	.forget = lines_forget,
	.failed = lines_failed,
	.close = lines_close,
};
