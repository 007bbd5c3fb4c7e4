/* SPDX-License-Identifier: MIT */
/*
 * Private to src/export/: files that other programs open show records, which are made of moments.
 */
#ifndef SCRY_EXPORT_EXPORT_H
#define SCRY_EXPORT_EXPORT_H

#include "scry/consumer.h"
#include "scry/sinks.h"

/*
 * What a file shows of an event. The event is an EXIT or the end of a tracee if it ends a call, an
 * ENTER if a call begins, else any other one.
 */
struct export_record {
	const struct event *event;
	const struct call *call; /* the call that begins or ends; NULL: none */
	struct record_builder *builder; /* its arguments, as text; NULL: none */
	const char *text; /* the line that text has for the event; len is 0 if it has none */
	size_t len;
	pid_t tgid; /* of the tracee; 0: the event concerns no tracee */
	pid_t parent_tgid; /* NEW: the process of parent_tid; 0: unknown */
	const char *comm; /* the command name of the tracee; NULL: unknown */
	bool renamed; /* this is the first record with that command name */
	bool has_system; /* system_ns is known */
	uint64_t system_ns; /* the CPU time that the call took in the kernel */
	/* Of a call that has returned; NULL: not asked for. */
	const struct summary_subject *subject;
};

/* Makes records. */
struct exporter {
	struct host *host;
	struct writer *writer; /* of text: a line without times, which the file has elsewhere */
	struct buf text; /* the line */
	bool lines_of_calls; /* records of calls have lines, too */
	bool has_system; /* the engine measures CPU times */
};

/* What is kept about a tracee. */
struct exported_tracee {
	struct record_line line;
	char *comm; /* of the last record; NULL: it had none */
};

#endif
