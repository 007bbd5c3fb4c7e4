/* SPDX-License-Identifier: MIT */
/* For the tests of sinks: a writer that writes to memory, and short functions that make values. */
#ifndef SINK_FIXTURE_H
#define SINK_FIXTURE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scry/arch.h"
#include "scry/sinks.h"

struct fixture {
	int fd;
	struct output *output;
	struct writer *writer;
	struct sink *sink; /* of the writer */
	size_t tracees; /* number of living tracees */
	char *seen;
};

/* The builder that values are emitted to, and whose record is written next. */
static struct record_builder *building;

/* What a consumer keeps about a tracee: each builder is that of another one. */
struct fixture_tracee {
	const struct record_builder *builder;
	struct record_line line;
	uint64_t last_nr, last_ip;
};

static inline struct fixture_tracee *fixture_tracee(const struct record_builder *builder)
{
	static struct fixture_tracee tracees[16];
	size_t i = 0;

	while (i < ARRAY_SIZE(tracees) - 1 && tracees[i].builder && tracees[i].builder != builder)
		i++;
	tracees[i].builder = builder;
	return &tracees[i];
}

/* Instead of ck_assert(): json_test --records uses the fixture outside of a test. */
static inline void must(bool holds)
{
	if (!holds)
		abort();
}

typedef struct writer *writer_new(const struct sink_config *config, struct output *output);

static inline void fixture_begin(struct fixture *fixture, writer_new *new,
				 const struct sink_config *config)
{
	*fixture = (struct fixture){ .fd = memfd_create("sink", MFD_CLOEXEC) };
	must(fixture->fd >= 0);
	fixture->output = output_open_fd(fixture->fd, true, "memory", OUTPUT_LINE);
	fixture->writer = new (config, fixture->output);
	fixture->sink = &fixture->writer->sink;
}

/* Writes a record with a function of the writer. call: NULL if the event is about none. */
static inline void fixture_write(const struct fixture *fixture,
				 void (*put)(struct writer *writer, const struct record *record),
				 const struct event *event, const struct call *call)
{
	struct fixture_tracee *tracee = building ? fixture_tracee(building) : NULL;
	struct record record = {
		.event = event,
		.call = call,
		.builder = building,
		.tracees = fixture->tracees,
	};

	if (tracee && call) {
		tracee->last_nr = call->nr;
		tracee->last_ip = call->ip;
	}
	if (tracee) {
		record.line = &tracee->line;
		record.last_nr = tracee->last_nr;
		record.last_ip = tracee->last_ip;
	}
	put(fixture->writer, &record);
}

/* The output of the writer so far. It is valid until the next call. */
static inline const char *fixture_seen(struct fixture *fixture)
{
	off_t len;

	output_flush(fixture->output);
	len = lseek(fixture->fd, 0, SEEK_END);
	free(fixture->seen);
	fixture->seen = calloc(1, (size_t)len + 1);
	must(pread(fixture->fd, fixture->seen, (size_t)len, 0) == len);
	return fixture->seen;
}

static inline void fixture_end(struct fixture *fixture)
{
	fixture->writer->ops->destroy(fixture->writer);
	must(output_close(fixture->output));
	free(fixture->seen);
}

static inline struct value number(uint64_t u)
{
	return (struct value){ .kind = KIND_NUMBER, .u = u, .size = 8, .base = 10 };
}

static inline struct value signed_number(int64_t i)
{
	return (struct value){
		.kind = KIND_NUMBER, .u = (uint64_t)i, .size = 8, .base = 10, .is_signed = true
	};
}

static inline struct value hexadecimal(uint64_t u)
{
	return (struct value){ .kind = KIND_NUMBER, .u = u, .size = 8, .base = 16 };
}

static inline struct value scalar(enum kind kind, uint64_t u, uint8_t size)
{
	return (struct value){ .kind = kind, .u = u, .size = size };
}

static inline struct value string(const char *s)
{
	return (struct value){
		.kind = KIND_STRING, .bytes = s, .len = strlen(s), .full_len = strlen(s)
	};
}

static inline struct value bytes(enum kind kind, const void *data, size_t len)
{
	return (struct value){ .kind = kind, .bytes = data, .len = len, .full_len = len };
}

static inline struct value address(uint64_t u)
{
	return (struct value){ .kind = KIND_ADDRESS, .u = u, .size = 8 };
}

static inline struct value fd(int n)
{
	return (struct value){ .kind = KIND_FD, .u = (uint64_t)n, .size = 4, .is_signed = true };
}

static inline void emit(struct sink *sink, struct value value)
{
	sink->ops->value(sink, &value);
}

static inline void emit_member(struct sink *sink, const char *name, struct value value)
{
	sink->ops->member(sink, name);
	emit(sink, value);
}

static inline void emit_argument(struct sink *sink, unsigned index, const char *name,
				 enum phase phase, struct value value)
{
	sink->ops->argument(sink, building, index, name, phase, false);
	emit(sink, value);
}

static inline void emit_result(struct sink *sink, struct value value)
{
	sink->ops->result(sink, building);
	emit(sink, value);
}

/* Two arguments, "QCMD(1, 2)" and "3<<28|4". */
static inline void emit_macros(struct sink *sink)
{
	struct value term = number(3), whole = number(258);

	sink->ops->argument(sink, building, 0, "cmd", PHASE_ENTRY, false);
	sink->ops->macro(sink, "QCMD", &whole);
	sink->ops->open(sink, GROUP_MACRO);
	emit_member(sink, "cmd", number(1));
	emit_member(sink, "type", number(2));
	sink->ops->close(sink, GROUP_MACRO, GROUP_COMPLETE);
	sink->ops->argument(sink, building, 1, "op", PHASE_ENTRY, false);
	sink->ops->macro(sink, "FUTEX_OP", NULL);
	sink->ops->open(sink, GROUP_TERMS);
	term.shift = 28;
	emit_member(sink, "op", term);
	emit_member(sink, "arg", number(4));
	sink->ops->close(sink, GROUP_TERMS, GROUP_COMPLETE);
}

/* An argument "{rate=1/25, n=3}". */
static inline void emit_ratio(struct sink *sink)
{
	sink->ops->argument(sink, building, 0, "it", PHASE_ENTRY, false);
	sink->ops->open(sink, GROUP_STRUCT);
	sink->ops->member(sink, "rate");
	sink->ops->open(sink, GROUP_RATIO);
	emit_member(sink, "numerator", number(1));
	emit_member(sink, "denominator", number(25));
	sink->ops->close(sink, GROUP_RATIO, GROUP_COMPLETE);
	emit_member(sink, "n", number(3));
	sink->ops->close(sink, GROUP_STRUCT, GROUP_COMPLETE);
}

#endif
