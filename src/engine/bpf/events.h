/* SPDX-License-Identifier: MIT */
/* Makes events of records. */
#ifndef ENGINE_BPF_EVENTS_H
#define ENGINE_BPF_EVENTS_H

#include "engine/bpf/bpf.h"
#include "scry/util.h"

/* Returns the time now by the clock of the machine, which records have. */
static inline uint64_t machine_now_ns(const struct bpf_engine *engine)
{
	return now_ns() - (uint64_t)engine->clocks_apart_ns;
}

/* Queues the events that a record of len bytes means; there may be none. */
void events_translate(struct bpf_engine *engine, const struct bpf_record *record, size_t len);
/* Takes the next event that is to be reported from the queue. Returns false if there is none. */
bool events_take(struct bpf_engine *engine, struct event *event);
/* What the session answered to the current event. Removes a tracee that has ended. */
void events_resume(struct bpf_engine *engine, const struct event *event, bool want_exit);

/* Queues EVENT_ATTACHED. n_threads: of the process; 0: the tracee is a further thread. */
void events_attached(struct bpf_engine *engine, struct bpf_tracee *tracee, int n_threads);
/* Queues the entry of the call in which a tracee is blocked that was attached to. */
void events_seen(struct bpf_engine *engine, struct bpf_tracee *tracee,
		 const struct marked_task *marked);
/* Queues the stop by a signal in which a tracee is that was attached to. */
void events_stopped(struct bpf_engine *engine, struct bpf_tracee *tracee, int signal);
/* Queues EVENT_DETACHED. */
void events_detached(struct bpf_engine *engine, struct bpf_tracee *tracee);
/* Queues the end of a tracee, a status of waitpid(2), of which there was no record. */
void events_ended(struct bpf_engine *engine, struct bpf_tracee *tracee, int status);
/* Whether the process of a leader has another thread, beside one that ends now; NULL: none does. */
bool events_has_sibling(struct bpf_engine *engine, const struct tracee *leader,
			const struct tracee *ending);
/*
 * Another engine has reported the end of a thread: queues the end of its leader if that waits for
 * it.
 */
void events_end_leader(struct bpf_engine *engine, pid_t tgid);
/* Measures the difference between the two clocks anew, because the wall clock may have been set. */
void events_set_clock(struct bpf_engine *engine);

#endif
