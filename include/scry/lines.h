/* SPDX-License-Identifier: MIT */
/* Public header of src/sink/: what consumers have in common that show a trace line by line, by a writer for each place. */
#ifndef SCRY_LINES_H
#define SCRY_LINES_H

#include "scry/consumer.h"

struct lines {
	struct consumer base;
	struct sink_config config;
	uint64_t last_line_ns; /* -r: start of the last line in any file */
	struct writer *(*make)(const struct sink_config *config, struct output *output);
	struct record_builder siginfo; /* of a signal, for writers that make their segments */
	bool dumping; /* -e read or -e write was given */
};

/* What is kept about a tracee of which the writer itself makes the segments. */
struct lines_tracee {
	struct record_line line;
	struct record_builder builder; /* of the current call */
	struct entry_snapshot snapshot;
	struct writer *writer; /* knows the builder; NULL: no writer does */
};

static inline struct lines *lines_of(const struct consumer *consumer)
{
	return (struct lines *)consumer;
}

/* Makes a consumer, whose places have writers that make() makes; NULL: it has an open_place() of its own. */
struct consumer *lines_new(struct host *host,
			   struct writer *(*make)(const struct sink_config *config,
						  struct output *output));
/* Returns the writer of the place of a moment; NULL: there is no such place. */
struct writer *lines_writer(const struct consumer *consumer, const struct moment *moment);
/* Returns what a writer shows of a moment, with these segments and in this line. */
struct record lines_record(const struct consumer *consumer, const struct moment *moment,
			   struct record_builder *builder, struct record_line *line);
/* Shows the bytes that the call has moved, if -e read or -e write selects its descriptor. decode: as for decode_exit(). */
void lines_dump(const struct consumer *consumer, struct writer *writer, const struct moment *moment,
		const struct decode *decode);

/* Makes a writer that of a place. The consumer owns it. */
void lines_set_writer(struct consumer *consumer, struct place *place, struct writer *writer);

/* Callbacks of struct consumer_ops. */
void lines_open_place(struct consumer *consumer, struct place *place);
void lines_close_place(struct consumer *consumer, struct place *place);
bool lines_failed(const struct consumer *consumer);
bool lines_close(struct consumer *consumer);
/* The same for a writer that makes its segments: the slot is a struct lines_tracee. */
void lines_enter(struct consumer *consumer, const struct moment *moment);
void lines_exit(struct consumer *consumer, const struct moment *moment);
void lines_unfinished(struct consumer *consumer, const struct moment *moment);
void lines_event(struct consumer *consumer, const struct moment *moment);
void lines_forget(struct consumer *consumer, void *slot);

#endif
