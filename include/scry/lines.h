/* SPDX-License-Identifier: MIT */
/*
 * Public header of src/sink/: what text, JSON and --diff have in common. They show a trace by a
 * writer for each place.
 */
#ifndef SCRY_LINES_H
#define SCRY_LINES_H

#include "scry/consumer.h"

/* A consumer with writers. */
struct lines {
	struct consumer base;
	struct sink_config config;
	uint64_t last_line_ns; /* -r: start of the last line in any file */
	/* makes the writer of a place; NULL: open_place() does that */
	struct writer *(*make)(const struct sink_config *config, struct output *output);
	struct record_builder siginfo; /* the segments of a signal, by lines_event() */
	bool dumping; /* -e read or -e write was given */
};

/*
 * The slot of a consumer that decodes each call into the sink of its writer, as JSON and --diff do.
 * Text uses moment->text.
 */
struct lines_tracee {
	struct record_line line;
	struct record_builder builder; /* the segments of the current call */
	struct entry_snapshot snapshot;
	/* has something in builder.slot; NULL: the tracee has made no call */
	struct writer *writer;
};

static inline struct lines *lines_of(const struct consumer *consumer)
{
	return (struct lines *)consumer;
}

/* Returns a new consumer. make: see struct lines. */
struct consumer *lines_new(struct host *host,
			   struct writer *(*make)(const struct sink_config *config,
						  struct output *output));
/* Returns the writer of the place of a moment; NULL: the moment has no place. */
struct writer *lines_writer(const struct consumer *consumer, const struct moment *moment);
/*
 * Returns the record of a moment, which a writer shows. builder: its segments. line: the line of
 * its tracee.
 */
struct record lines_record(const struct consumer *consumer, const struct moment *moment,
			   struct record_builder *builder, struct record_line *line);
/*
 * Shows the bytes that a call has moved, if -e read or -e write selects its descriptor. decode: as
 * for decode_exit().
 */
void lines_dump(const struct consumer *consumer, struct writer *writer, const struct moment *moment,
		const struct decode *decode);

/* Gives a place its writer, which the consumer then owns. */
void lines_set_writer(struct consumer *consumer, struct place *place, struct writer *writer);

/* Functions for struct consumer_ops. */
void lines_open_place(struct consumer *consumer, struct place *place);
void lines_close_place(struct consumer *consumer, struct place *place);
bool lines_failed(const struct consumer *consumer);
bool lines_close(struct consumer *consumer);
/* The same for a consumer with the slot struct lines_tracee. */
void lines_enter(struct consumer *consumer, const struct moment *moment);
void lines_exit(struct consumer *consumer, const struct moment *moment);
void lines_unfinished(struct consumer *consumer, const struct moment *moment);
void lines_event(struct consumer *consumer, const struct moment *moment);
void lines_forget(struct consumer *consumer, void *slot);

#endif
