/* SPDX-License-Identifier: MIT */
/* Records of moments, and what all files compute from a record. */
#ifndef EXPORT_RECORD_H
#define EXPORT_RECORD_H

#include "export/export.h"

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
