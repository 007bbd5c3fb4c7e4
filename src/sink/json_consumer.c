/* SPDX-License-Identifier: MIT */
/* --json: one record for each call and other event. */
#include "scry/config.h"
#include "scry/lines.h"

/* What the options of a trace add to its records. */
static unsigned members_of(const struct config *config)
{
	bool data = !number_set_is_empty(&config->dump_read) ||
		    !number_set_is_empty(&config->dump_written);

	return (config->stacks ? MEMBERS_STACK : 0) | (config->show_container ? MEMBERS_PLACE : 0) |
	       (config->decode.contexts ? MEMBERS_CONTEXT : 0) |
	       (config->n_injections || config->tried ? MEMBERS_TAMPERING : 0) |
	       (config->sample.text ||
				(config->recorded && record_info_find(config->recorded, "sample"))
			? MEMBERS_SAMPLE
			: 0) |
	       (data ? MEMBERS_DATA : 0) | (config->summary_and_calls ? MEMBERS_SUMMARY : 0);
}

/* With -c alone only the tables are written, as records of their own. */
static struct consumer *json_open(struct host *host, bool *failed)
{
	struct consumer *consumer;

	(void)failed;
	if (host->config->format != FORMAT_JSON || !host->lines)
		return NULL;
	consumer = lines_new(host, writer_json_new);
	lines_of(consumer)->config.members = members_of(host->config);
	return consumer;
}

static void json_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct config *config = consumer->host->config;

	needs->facts = NEED_REAL | NEED_MONO | NEED_EXEC | NEED_EXIT | NEED_DECODE |
		       NEED_ALL_MEMBERS | NEED_LINES | NEED_COMM;
	if (config->sink.flat) {
		needs->facts |= NEED_HOME;
		needs->subjects = SUBJECT_PATH | SUBJECT_PEER | SUBJECT_FD;
	}
	if (config->stacks)
		needs->facts |= NEED_STACK | NEED_SIGNAL_STACK;
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
