/* SPDX-License-Identifier: MIT */
/*
 * Private to src/engine/rings/: what the rings of stopped tracees say, as events to be reported.
 * Submissions are read when io_uring_enter(2) begins, and results at each stop of the process.
 */
#ifndef SCRY_ENGINE_RINGS_FOLLOW_H
#define SCRY_ENGINE_RINGS_FOLLOW_H

#include "engine/rings/table.h"
#include "scry/engine.h"

/* An event about a request that is to be reported. */
struct finding {
	enum event_kind kind; /* EVENT_ENTER, EVENT_EXIT */
	struct request request;
	uint64_t args[6]; /* EVENT_ENTER */
	int32_t result; /* EVENT_EXIT */
};

/* A request that io_uring_enter(2) is to take. */
struct submitted {
	uint32_t position; /* in the submission queue */
	uint64_t key, serial;
};

/* A thread that is in a call about rings. */
struct caller {
	pid_t tid, tgid; /* tid 0: the element is unused */
	uint64_t args[6];
	struct ring *ring; /* of io_uring_enter(2); NULL: unknown */
	struct submitted *submitted;
	size_t n, capacity;
};

/* A request with IOSQE_CQE_SKIP_SUCCESS. */
struct silent {
	pid_t tgid;
	uint64_t key, serial;
	bool passed; /* its ring was looked at after it was submitted */
};

struct follower {
	const struct engine_config *config;
	struct rings rings;
	struct finding *findings; /* from .next on they are not reported yet */
	size_t next, n, capacity;
	struct caller *callers;
	size_t n_callers, callers_capacity, n_calling; /* n_calling: of elements in use */
	struct silent *silent;
	size_t n_silent, silent_capacity;
	uint64_t last_serial;
	uint64_t *n_lost; /* counts results that were overwritten */
	bool *stays; /* set when a ring is read: its process must go on stopping */
	pid_t attached; /* the process that was looked at last for a thread of the kernel */
	bool said_polled, said_unreadable;
};

static inline bool follow_has_findings(const struct follower *follower)
{
	return follower->next < follower->n;
}

/*
 * Finds what is to be reported before an event that is not the exit of a call. Returns whether
 * there is something.
 */
bool follow_before(struct follower *follower, const struct event *event);
/* The same after the exit of a call, while its tracee is still stopped. */
bool follow_after(struct follower *follower, const struct event *event);
/* Whether that can find something: a process has a ring, or is in a call about rings. */
static inline bool follow_is_needed(const struct follower *follower)
{
	return follower->rings.n || follower->n_calling;
}
/* Makes an event of the next finding. at: the event at which it was found. */
void follow_report(struct follower *follower, const struct event *at, struct event *event);

#endif
