/* SPDX-License-Identifier: MIT */
/*
 * Private to src/session/: requests of io_uring(7). A request is a call with another origin. It is
 * kept when it is submitted, with what decode asks about it, and shown when the ring has its
 * result: its entry and its exit come one after the other. rings.c finds requests in the rings of
 * stopped tracees; an engine that itself reports requests passes the same two events.
 */
#ifndef SCRY_SESSION_REQUESTS_H
#define SCRY_SESSION_REQUESTS_H

#include "scry/uring.h"
#include "session/session.h"

/* IORING_CQE_F_MORE of linux/io_uring.h: more results follow. */
#define CQE_MORE (1u << 1)

/* A request that was submitted, and has no result yet. */
struct pending {
	struct request request;
	struct event begun; /* its entry */
	pid_t tgid;
	uint32_t ring; /* ring_number(); 0: the engine has reported the request */
	/*
	 * identifies it among those of the ring, with .ring 0 among all: user_data, or request.key
	 */
	uint64_t key;
	uint32_t position; /* in the submission queue */
	uint32_t batch; /* the call that has submitted it */
	bool passed; /* SQE_SILENT: the ring was looked at after the request was submitted */
	struct answers *answers; /* what decode asks at the entry; NULL: the call is not selected */
	bool used;
	struct pending *next; /* in the list of unused ones */
	uint32_t number; /* its position in requests.items */
};

struct requests {
	struct call_set calls; /* those that requests can stand for, and be of interest */
	bool wanted; /* a request can be of interest, and the engine stops its process */
	struct rings *rings;
	struct pending **items; /* all that were made, used or not */
	size_t n_items, capacity, n_used;
	struct pending *unused;
	struct index index; /* of items, by ring and user_data */
	uint32_t last_batch;
	uint64_t lost;
	struct value_sink asker; /* a sink that drops everything */
	pid_t attached; /* the process that was looked at last for a thread of the kernel */
	bool had_stops; /* the recording is that of an engine with stops */
	bool said_polled, said_unreadable, said_many, said_unknown;
};

/*
 * Returns whether an event must be given to requests_before() and requests_after(). A replay reads
 * no rings: there an event can only end requests that have begun.
 */
static inline bool requests_heed(const struct session *session, const struct event *event)
{
	const struct requests *requests = session->requests;

	return requests->wanted && event->tracee &&
	       (!session->engine_config.kind->recorded || requests->n_used);
}

/*
 * Warns "process PID uses io_uring" and what, unless *said, which it sets, or on the live screen.
 */
void requests_say_once(bool *said, const struct session *session, const struct event *event,
		       const char *what);
/*
 * Says once that --where asks about requests what an engine with stops does not know, which traces
 * or has recorded them.
 */
void requests_say_unknown(struct session *session, const struct event *event);

/* --- requests.c: requests in flight ---------------------------------------------------------- */

/* Returns an empty request, to be added; NULL: there are too many. */
struct pending *pending_make(struct requests *requests);
void pending_add(struct requests *requests, struct pending *pending);
void pending_drop(struct requests *requests, struct pending *pending);
/* Returns the request that was submitted first; NULL: there is none. */
struct pending *pending_find(const struct requests *requests, uint32_t ring, uint64_t key);
/* Forgets what decode has asked. */
void pending_forget_answers(struct pending *pending);

/* --- request_shown.c ------------------------------------------------------------------------- */

/* Returns whether a request can be of interest. */
bool request_is_selected(const struct session *session, const struct request *request,
			 const struct abi *abi);
/*
 * Keeps what decode asks about a request at its submission. ring NULL: the engine knows what
 * indexes of registered files stand for.
 */
void request_keep_answers(struct session *session, struct pending *pending, const struct ring *ring,
			  const struct fetch *fetch);
/*
 * Shows a request with a result. event: the one at which the result was found, whose tracee reads
 * what the kernel has filled.
 */
void request_show_result(struct session *session, struct pending *pending, int64_t result,
			 uint32_t flags, const struct event *event);
/* Shows a request that has no result, and drops it. detached: the trace ends before the request. */
void request_end(struct session *session, struct pending *pending, const struct event *event,
		 bool detached);

#endif
