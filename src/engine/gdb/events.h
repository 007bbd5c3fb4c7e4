/* SPDX-License-Identifier: MIT */
/* Makes events of stops, and lets threads go on. */
#ifndef ENGINE_GDB_EVENTS_H
#define ENGINE_GDB_EVENTS_H

#include "engine/gdb/gdb.h"

struct gdb_tracee *gdb_events_track(struct gdb_engine *engine, struct gdb_process *process,
				    pid_t tid);
struct event *gdb_events_queue(struct gdb_engine *engine, enum gdb_after after,
			       enum event_kind kind, struct gdb_tracee *tracee);
bool gdb_events_take(struct gdb_engine *engine, struct event *event);
/* Makes events of a stop, or lets the thread go on. */
void gdb_events_stop(struct gdb_engine *engine, const struct buf *stop);
void gdb_events_resume(struct gdb_engine *engine, struct gdb_tracee *tracee, int signal);
/* Lets a thread go on that is not a tracee. */
void gdb_events_pass(struct gdb_engine *engine, pid_t pid, pid_t tid);
/* All-stop: lets the program go on if no event does that. */
void gdb_events_go_on(struct gdb_engine *engine);
void gdb_events_forget(struct gdb_engine *engine, struct gdb_tracee *tracee);
/* Reports that the threads of a process, or all of them, were detached. */
void gdb_events_detach(struct gdb_engine *engine, struct gdb_process *process);
void gdb_events_detach_all(struct gdb_engine *engine);

#endif
