/* SPDX-License-Identifier: MIT */
/* Public header of src/export/: files that other programs open: a timeline, and a page for browsers. */
#ifndef SCRY_EXPORT_H
#define SCRY_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scry/call.h"
#include "scry/event.h"
#include "scry/sink.h"
#include "scry/summary.h"

/*
 * What a file shows of an event. The event is an EXIT or the end of a tracee if it ends a call, an ENTER if a call
 * begins, else any other one.
 */
struct export_record {
	const struct event *event;
	const struct call *call;	/* the call that begins or ends; NULL: none */
	const struct record_builder *builder;	/* its arguments, as text; NULL: none */
	const char *text;	/* the line that text has for the event; len is 0 if it has none */
	size_t len;
	size_t result;		/* where the result of the call begins in text; len: there is none */
	pid_t tgid;		/* of the tracee; 0: the event concerns no tracee */
	pid_t parent_tgid;	/* NEW: the process of parent_tid; 0: unknown */
	const char *comm;	/* the command name of the tracee; NULL: unknown */
	bool renamed;		/* this is the first record with that command name */
	bool has_system;	/* system_ns is known */
	uint64_t system_ns;	/* the CPU time that the call took in the kernel */
	const struct summary_subject *subject;	/* of a call that has returned; NULL: not asked for */
};

/* Returns the errno name of a call that has failed; NULL: it has not failed, or the number has no name. */
const char *export_error(const struct call *call);
/* Returns how long the call took, and how much of that it waited, in nanoseconds; a call that took less than 100 µs did not. */
uint64_t export_duration(const struct export_record *record);
uint64_t export_waiting(const struct export_record *record);

/* --timeline: the trace-event JSON of Chrome, which Perfetto opens. It is written while the trace runs. */
struct timeline;

/* Returns NULL with errno set if the file cannot be written. */
struct timeline *timeline_new(const char *path);
void timeline_add(struct timeline *timeline, const struct export_record *record);
/* Ends the file and frees the timeline. Returns false if a write failed. */
bool timeline_close(struct timeline *timeline);

/*
 * --report: an HTML page that shows the trace in a browser. Records are written while the trace runs, and what was counted
 * at its end.
 */
struct page;

/* Returns NULL with errno set if the file cannot be written. title: what was traced. has_system: that of the records. */
struct page *page_new(const char *path, const char *title, bool has_system);
/* record: has a subject with paths and peers if it is a call that has returned. */
void page_add(struct page *page, const struct export_record *record);
bool page_close(struct page *page);

#endif
