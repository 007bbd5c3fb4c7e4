/* SPDX-License-Identifier: MIT */
/*
 * Private to src/export/: files that other programs open show records, which are made of moments.
 */
#ifndef SCRY_EXPORT_EXPORT_H
#define SCRY_EXPORT_EXPORT_H

#include "scry/consumer.h"

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

void exporter_init(struct exporter *exporter, struct host *host);
void exporter_free(struct exporter *exporter);
/* What the records of all files need. */
void exporter_needs(struct needs *needs);
/*
 * Make the record of a moment: of a call that begins, that has ended, and of another event. It is
 * valid until the next one.
 */
struct export_record exporter_enter(struct exporter *exporter, const struct moment *moment);
struct export_record exporter_exit(struct exporter *exporter, const struct moment *moment);
struct export_record exporter_unfinished(struct exporter *exporter, const struct moment *moment);
struct export_record exporter_event(struct exporter *exporter, const struct moment *moment);
/* Frees what is in the slot of a tracee: consumer_ops.forget. */
void exporter_forget(struct consumer *consumer, void *slot);

/*
 * Returns the errno name of a call that has failed; NULL: it has not failed, or the number has no
 * name.
 */
const char *export_error(const struct call *call);
/*
 * Returns how long the call took, and how much of that it waited, in nanoseconds; a call that took
 * less than 100 µs did not.
 */
uint64_t export_duration(const struct export_record *record);
uint64_t export_waiting(const struct export_record *record);
/*
 * Returns whether the call has waited for something else, which says nothing about the call itself:
 * programs make it to wait for a process, an event, a lock or a time, or it has waited most of its
 * time for the other end of a pipe or a terminal.
 */
bool export_awaits(const struct export_record *record);

#endif
