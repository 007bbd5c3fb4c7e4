/* SPDX-License-Identifier: MIT */
/* What the consumers of text, JSON and --diff have in common. */
#include <stdlib.h>

#include "scry/config.h"
#include "scry/lines.h"

struct consumer *lines_new(struct host *host,
			   struct writer *(*make)(const struct sink_config *config,
						  struct output *output))
{
	const struct config *config = host->config;
	struct lines *lines = xcalloc(1, sizeof(*lines));

	lines->base.host = host;
	lines->config = config->sink;
	lines->config.last_line_ns = &lines->last_line_ns;
	lines->make = make;
	lines->dumping = !number_set_is_empty(&config->dump_read) ||
			 !number_set_is_empty(&config->dump_written);
	return &lines->base;
}

/* --- places ---------------------------------------------------------------------------------- */

static void finish_lines(void *ctx)
{
	struct writer *writer = ctx;

	writer->ops->finish(writer);
}

void lines_set_writer(struct consumer *consumer, struct place *place, struct writer *writer)
{
	*place_slot(place, consumer) = writer;
	place->end_line = finish_lines;
	place->end_line_ctx = writer;
}

void lines_open_place(struct consumer *consumer, struct place *place)
{
	struct lines *lines = lines_of(consumer);

	lines_set_writer(consumer, place, lines->make(&lines->config, place->output));
}

void lines_close_place(struct consumer *consumer, struct place *place)
{
	struct writer *writer = *place_slot(place, consumer);

	writer->ops->finish(writer);
	writer->ops->destroy(writer);
	place->end_line = NULL;
}

bool lines_failed(const struct consumer *consumer)
{
	const struct place *shared = consumer->host->shared;

	return shared && output_failed(shared->output);
}

bool lines_close(struct consumer *consumer)
{
	builder_free(&lines_of(consumer)->siginfo);
	free(consumer);
	return true;
}

/* --- records --------------------------------------------------------------------------------- */

struct writer *lines_writer(const struct consumer *consumer, const struct moment *moment)
{
	return moment->place ? *place_slot(moment->place, consumer) : NULL;
}

struct record_subject moment_subject(const struct moment *moment)
{
	const struct summary_subject *subject = moment->subject;
	const struct call *call = moment->call;

	if (!subject || !call)
		return (struct record_subject){ .fd = -1 };
	return (struct record_subject){
		.path = subject->has_path ? &subject->path : NULL,
		.peer = subject->has_peer ? &subject->peer : NULL,
		.fd = subject->fd,
		.moves = call->row && call->row->flags & CALL_MOVES,
		.bytes = call->returned ? summary_bytes_moved(call) : 0,
	};
}

struct record lines_record(const struct consumer *consumer, const struct moment *moment,
			   struct record_builder *builder, struct record_line *line)
{
	return (struct record){
		.event = moment->event,
		.call = moment->call,
		.builder = builder,
		.line = line,
		.last_nr = moment->last_nr,
		.last_ip = moment->last_ip,
		.last_abi = moment->last_abi,
		.stack = consumer->host->config->stacks ? moment->stack : NULL,
		.subject = moment_subject(moment),
		.tracees = consumer->host->shared ? consumer->host->n_tracees : 0,
	};
}

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

void lines_dump(const struct consumer *consumer, struct writer *writer, const struct moment *moment,
		const struct decode *decode)
{
	struct dump dump = { consumer->host->config, writer, moment->event };

	if (lines_of(consumer)->dumping)
		decode_data(decode, wants_data, show_data, &dump);
}

/* --- consumers that decode into the sink of their writer ------------------------------------- */

/* With more tracees the buffers of idle ones are freed. */
#define FEW_TRACEES 64

static struct decode decoder(const struct moment *moment, struct writer *writer,
			     struct record_builder *builder)
{
	struct lines_tracee *tracee = moment->slot;
	struct decode decode = *moment->decode;

	decode.sink = &writer->sink;
	decode.builder = builder;
	decode.snapshot = &tracee->snapshot;
	return decode;
}

static void free_builder(struct writer *writer, struct record_builder *builder)
{
	if (writer)
		writer->ops->forget(writer, builder);
	builder_free(builder);
}

void lines_enter(struct consumer *consumer, const struct moment *moment)
{
	struct lines_tracee *tracee = moment->slot;
	struct writer *writer = lines_writer(consumer, moment);
	struct decode decode = decoder(moment, writer, &tracee->builder);
	struct record record = lines_record(consumer, moment, &tracee->builder, &tracee->line);

	tracee->writer = writer;
	builder_reset(&tracee->builder);
	decode_enter(&decode);
	writer->ops->entered(writer, &record);
}

void lines_exit(struct consumer *consumer, const struct moment *moment)
{
	struct lines_tracee *tracee = moment->slot;
	struct writer *writer = lines_writer(consumer, moment);
	struct decode decode = decoder(moment, writer, &tracee->builder);
	struct record record = lines_record(consumer, moment, &tracee->builder, &tracee->line);

	decode_exit(&decode);
	writer->ops->exited(writer, &record);
	lines_dump(consumer, writer, moment, &decode);
	if (consumer->host->n_tracees > FEW_TRACEES)
		lines_forget(consumer, tracee);
}

void lines_unfinished(struct consumer *consumer, const struct moment *moment)
{
	struct lines_tracee *tracee = moment->slot;
	struct writer *writer = lines_writer(consumer, moment);
	struct record record = lines_record(consumer, moment, &tracee->builder, &tracee->line);

	writer->ops->unfinished(writer, &record);
}

static void show_signal(struct consumer *consumer, const struct moment *moment,
			struct writer *writer)
{
	struct lines_tracee *tracee = moment->slot;
	struct record_builder *siginfo = &lines_of(consumer)->siginfo;
	struct record record = lines_record(consumer, moment, siginfo, &tracee->line);
	struct decode decode = decoder(moment, writer, siginfo);

	builder_reset(siginfo);
	decode_siginfo(&decode, consumer->host->native, &moment->event->siginfo,
		       sizeof(moment->event->siginfo));
	writer->ops->event(writer, &record);
	writer->ops->forget(writer, siginfo);
}

void lines_event(struct consumer *consumer, const struct moment *moment)
{
	struct lines_tracee *tracee = moment->slot;
	struct writer *writer = lines_writer(consumer, moment);
	struct record record;

	if (!writer)
		return;
	if (moment->event->kind == EVENT_SIGNAL) {
		show_signal(consumer, moment, writer);
		return;
	}
	record = lines_record(consumer, moment, tracee ? &tracee->builder : NULL,
			      tracee ? &tracee->line : NULL);
	writer->ops->event(writer, &record);
}

void lines_forget(struct consumer *consumer, void *slot)
{
	struct lines_tracee *tracee = slot;

	(void)consumer;
	free_builder(tracee->writer, &tracee->builder);
	entry_snapshot_free(&tracee->snapshot);
}
