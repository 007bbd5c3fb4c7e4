/* SPDX-License-Identifier: MIT */
/* The text of strace, and the part of it that -c leaves: messages about processes. */
#include "scry/config.h"
#include "scry/lines.h"

static struct consumer *text_open(struct host *host, bool *failed)
{
	(void)failed;
	if (host->config->format != FORMAT_TEXT || !host->lines || host->config->diff.side)
		return NULL;
	return lines_new(host, writer_text_new);
}

static void text_needs(const struct consumer *consumer, struct needs *needs)
{
	const struct config *config = consumer->host->config;
	const struct sink_config *sink = &config->sink;

	needs->facts = NEED_EXIT | NEED_TEXT | NEED_LINES;
	if (sink->absolute != TIMESTAMP_NONE)
		needs->facts |= NEED_REAL;
	if (sink->relative || sink->durations)
		needs->facts |= NEED_MONO;
	if (config->stacks)
		needs->facts |= NEED_STACK | NEED_SIGNAL_STACK;
}

static void text_enter(struct consumer *consumer, const struct moment *moment)
{
	struct writer *writer = lines_writer(consumer, moment);
	struct record record = lines_record(consumer, moment, moment->text, moment->slot);

	writer->ops->entered(writer, &record);
}

static void text_exit(struct consumer *consumer, const struct moment *moment)
{
	struct writer *writer = lines_writer(consumer, moment);
	struct record record = lines_record(consumer, moment, moment->text, moment->slot);

	writer->ops->exited(writer, &record);
	lines_dump(consumer, writer, moment, moment->decode);
}

static void text_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct writer *writer = lines_writer(consumer, moment);
	struct record record = lines_record(consumer, moment, moment->text, moment->slot);

	writer->ops->unfinished(writer, &record);
}

static void text_event(struct consumer *consumer, const struct moment *moment)
{
	struct writer *writer = lines_writer(consumer, moment);
	struct record record = lines_record(consumer, moment, moment->text, moment->slot);

	if (writer)
		writer->ops->event(writer, &record);
}

const struct consumer_ops text_consumer = {
	.takes_requests = true,
	.slot_size = sizeof(struct record_line),
	.open = text_open,
	.needs = text_needs,
	.open_place = lines_open_place,
	.close_place = lines_close_place,
	.enter = text_enter,
	.exit = text_exit,
	.unfinished = text_unfinished,
	.event = text_event,
	.failed = lines_failed,
	.close = lines_close,
};

/* --- messages -------------------------------------------------------------------------------- */

static struct consumer *messages_open(struct host *host, bool *failed)
{
	const struct config *config = host->config;

	(void)failed;
	if (config->format != FORMAT_TEXT || !config->summary)
		return NULL;
	return lines_new(host, writer_text_new);
}

static void messages_need(const struct consumer *consumer, struct needs *needs)
{
	(void)consumer, (void)needs;
}

static void messages_event(struct consumer *consumer, const struct moment *moment)
{
	enum event_kind kind = moment->event->kind;

	/* A child is news where its calls are shown. */
	if (kind == EVENT_ATTACHED || kind == EVENT_DETACHED || kind == EVENT_PERSONALITY)
		text_event(consumer, moment);
}

/* The trace does not go on for messages alone: the other consumers decide. */
static bool messages_failed(const struct consumer *consumer)
{
	(void)consumer;
	return true;
}

const struct consumer_ops messages_consumer = {
	.slot_size = sizeof(struct record_line),
	.open = messages_open,
	.needs = messages_need,
	.open_place = lines_open_place,
	.close_place = lines_close_place,
	.event = messages_event,
	.failed = messages_failed,
	.close = lines_close,
};
