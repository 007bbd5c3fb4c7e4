/* SPDX-License-Identifier: MIT */
/*
 * Private to src/session/: requests of io_uring(7) that have no result yet. A request is kept when
 * it is submitted, with what decode asks about it.
 */
#ifndef SCRY_SESSION_PENDING_H
#define SCRY_SESSION_PENDING_H

#include "scry/answers.h"
#include "scry/uring.h"
#include "session/session.h"

/* A request that was submitted, and has no result yet. */
struct pending {
	struct request request;
	struct event begun; /* its entry */
	pid_t tgid;
	struct answers *answers; /* what decode asks at the entry; NULL: the call is not selected */
	uint64_t order; /* requests that were submitted later have more */
	bool used;
	struct pending *next; /* in the list of unused ones */
	uint32_t number; /* its position in requests.items */
};

struct requests {
	struct call_set calls; /* those that requests can stand for, and be of interest */
	bool wanted; /* a request can be of interest, and the engine sees requests */
	struct pending **items; /* all that were made, used or not */
	size_t n_items, capacity, n_used;
	struct pending *unused;
	struct index index; /* of items, by request.key */
	uint64_t last_order;
	struct value_sink asker; /* a sink that drops everything */
	bool had_stops; /* the recording is that of an engine with stops */
	bool said_many, said_unknown;
};

/* Returns whether an event is about a request, or may end some. */
static inline bool requests_concern(const struct session *session, const struct event *event)
{
	return event->request || session->requests->n_used;
}

/*
 * request_setup.c: says once that --where asks about requests what an engine with stops does not
 * know, which traces or has recorded them.
 */
void requests_say_unknown(const struct session *session, pid_t tid);

/* Keeps a request, whose entry an event is, unless there are too many. */
void pending_add(struct session *session, const struct event *event);
/* Returns the request that the exit of a request is about; NULL: it is not kept. */
struct pending *pending_find(const struct requests *requests, const struct request *ended);
void pending_drop(struct requests *requests, struct pending *pending);

#endif
